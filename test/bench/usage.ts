import { readFileSync } from 'node:fs';

/** What the system says of a process on this computer. */
export interface Usage {
  /** Resident memory, in megabytes. */
  readonly memory: number;
  /** Processor time of all its threads since it began, in milliseconds: what its own `process.cpuUsage()` says. */
  readonly processor: number;
}

/** Milliseconds in one of the system's clock ticks, which is the same on every Linux of today. */
const tick = 10;

/** @throws on systems without /proc */
export function usageOf(pid: number): Usage {
  const memory = Number(/^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]);
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  // The name, in brackets, may hold anything.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return { memory: (memory * 1024) / 1e6, processor: (Number(fields[11]) + Number(fields[12])) * tick };
}
