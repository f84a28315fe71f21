import type { StdioOptions } from 'node:child_process';
import { closeSync, openSync, readdirSync } from 'node:fs';

type Streams = Exclude<StdioOptions, string>;

/** Descriptors that another thread may open while a program is being started. */
const margin = 64;

/**
 * Starts a program with these standard streams and nothing else open of ours. Chromium closes what it has open in the
 * programs it starts itself, and marks nothing for others to close: on Linux a program that Node starts would go on holding
 * the page's channel, say, so that nobody would notice the page's end.
 */
export function withOnly<Started>(streams: Streams, start: (streams: Streams) => Started): Started {
  if (process.platform !== 'linux') return start(streams);
  const highest = Math.max(...readdirSync('/proc/self/fd').map(Number));
  const nothing = openSync('/dev/null', 'r');
  try {
    return start([...streams, ...Array<number>(highest + margin - streams.length).fill(nothing)]);
  } finally {
    closeSync(nothing);
  }
}
