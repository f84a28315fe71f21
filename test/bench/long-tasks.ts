import type { Page } from 'playwright-core';

/** What the main thread of a page did in one go, in milliseconds, while something went on. */
export interface Tasks {
  readonly count: number;
  readonly longest: number;
  /** Those of more than 50 ms, which a person feels. */
  readonly long: readonly number[];
}

interface TraceEvent {
  readonly name: string;
  readonly ph: string;
  readonly pid: number;
  readonly tid: number;
  /** Microseconds. */
  readonly dur?: number;
  readonly args?: { readonly name?: string };
}

const feltFrom = 50;
const isTask = ({ name, ph }: TraceEvent): boolean =>
  ph === 'X' && (name === 'RunTask' || name === 'ThreadControllerImpl::RunTask');

/** Records a performance trace of Chromium while `work` goes on, and answers the tasks of the page's main thread. */
export async function tasksDuring(page: Page, work: () => Promise<void>): Promise<Tasks> {
  const session = await page.context().browser()?.newBrowserCDPSession();
  if (!session) throw new Error('a trace needs the browser');
  const events: TraceEvent[] = [];
  session.on('Tracing.dataCollected', ({ value }) => events.push(...(value as unknown as TraceEvent[])));
  const complete = new Promise<void>((resolve) => session.once('Tracing.tracingComplete', () => resolve()));
  await session.send('Tracing.start', {
    transferMode: 'ReportEvents',
    traceConfig: { includedCategories: ['toplevel', 'disabled-by-default-devtools.timeline'] },
  });
  await work();
  await session.send('Tracing.end');
  await complete;
  await session.detach();
  const threads = events.filter(
    ({ ph, name, args }) => ph === 'M' && name === 'thread_name' && args?.name === 'CrRendererMain',
  );
  const isMain = ({ pid, tid }: TraceEvent): boolean =>
    threads.some((thread) => thread.pid === pid && thread.tid === tid);
  const durations = events.filter((event) => isTask(event) && isMain(event)).map(({ dur = 0 }) => dur / 1000);
  if (durations.length === 0) throw new Error('the trace shows no task of the page');
  return {
    count: durations.length,
    longest: Math.max(...durations),
    long: durations.filter((duration) => duration > feltFrom).toSorted((a, b) => b - a),
  };
}
