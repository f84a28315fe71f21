import { renameSync, writeFileSync } from 'node:fs';
import { monitorEventLoopDelay } from 'node:perf_hooks';

/** What the engine's process spent since it was asked last, in milliseconds. */
export interface Spent {
  /** Longest time for which the engine answered nobody. */
  readonly deaf: number;
  /** The same, counting only the processor time of its own thread: what other programs took from it is left out. */
  readonly ownDeaf: number;
  /** Processor time of the engine's own thread. */
  readonly thread: number;
  /** Processor time of the whole process: worker threads, file work and the collector included. */
  readonly process: number;
}

/** Milliseconds between two looks at the event loop: each is late by what kept it. */
const resolution = 5;

// Loaded into the engine's process beside the engine, with the file in its address that a signal has it write to.
const file = new URL(import.meta.url).searchParams.get('file');
if (file !== null) {
  const delay = monitorEventLoopDelay({ resolution });
  delay.enable();
  let thread = process.threadCpuUsage();
  let own = 0;
  let last = thread;
  setInterval(() => {
    const used = process.threadCpuUsage(last);
    own = Math.max(own, (used.user + used.system) / 1000);
    last = process.threadCpuUsage();
  }, resolution).unref();
  let whole = process.cpuUsage();
  process.on('SIGUSR2', () => {
    const used = process.threadCpuUsage(thread);
    const all = process.cpuUsage(whole);
    const spent: Spent = {
      deaf: Math.max(0, delay.max / 1e6 - resolution),
      ownDeaf: own,
      thread: (used.user + used.system) / 1000,
      process: (all.user + all.system) / 1000,
    };
    delay.reset();
    own = 0;
    thread = process.threadCpuUsage();
    whole = process.cpuUsage();
    writeFileSync(`${file}.new`, JSON.stringify(spent));
    renameSync(`${file}.new`, file);
  });
}
