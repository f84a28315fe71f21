import { afterEach, expect, test } from 'vitest';
import { refused } from '../../../main/conversation/refused.ts';
import {
  backOff,
  type EngineLink,
  type EngineProcess,
  EngineSupervisor,
} from '../../../main/engine-process/supervisor.ts';
import { FakeClock } from '../../support/fake-clock.ts';
import { type PipePair, pipePair } from '../pipe-pair.ts';
import { serveStubEngine } from '../stub-engine.ts';

const notWrittenDown = {
  code: 'service-failed',
  what: 'That could not be written down.',
  next: 'Wait.',
} as const;

interface Started {
  readonly pipes: PipePair;
  readonly engine: ReturnType<typeof serveStubEngine> | null;
  killed: boolean;
  /** It takes its time to end. */
  lingers: boolean;
}

const toStop: EngineSupervisor[] = [];
afterEach(async () => {
  for (const supervisor of toStop.splice(0)) await supervisor.stop(0);
});

/** A supervisor whose processes are stub engines; `broken` says which starts fail, and how. */
function supervised(
  broken: (start: number) => 'throws' | 'dies' | 'silent' | null = () => null,
  configured: () => void | Promise<void> = () => {},
) {
  const clock = new FakeClock();
  const started: Started[] = [];
  const said: string[] = [];
  const configuration = { connection: null, signedIn: false, rootFolder: null as string | null };
  const launch = (): EngineProcess => {
    const how = broken(started.length + 1);
    const pipes = pipePair();
    const entry: Started = {
      pipes,
      killed: false,
      lingers: false,
      engine: how === null ? serveStubEngine(pipes.engine, undefined, configured) : null,
    };
    started.push(entry);
    if (how === 'throws') throw new Error('no such file');
    if (how === 'dies') queueMicrotask(pipes.close);
    return {
      pipe: pipes.main,
      kill() {
        entry.killed = true;
        if (!entry.lingers) pipes.close();
      },
    };
  };
  const supervisor = new EngineSupervisor({
    clock,
    launch,
    host: () => {},
    log: (message) => said.push(message),
    configuration: () => ({ ...configuration }),
  });
  toStop.push(supervisor);
  const running = (): Promise<EngineLink> =>
    expect
      .poll(() => supervisor.link.value)
      .not.toBe(null)
      .then(() => supervisor.link.value as unknown as EngineLink);
  return { supervisor, clock, started, said, configuration, running };
}

test('the engine is configured before anybody can talk to it', async () => {
  const { supervisor, started, running } = supervised();
  supervisor.start();
  expect(supervisor.link.value).toBe(null);
  await running();
  expect(started[0]?.engine?.configurations).toEqual([
    {
      connection: null,
      signedIn: false,
      signIn: null,
      left: false,
      signInServer: null,
      identity: 'stated',
      rootFolder: null,
      requestLimit: null,
      held: null,
      vaultLimits: null,
      fetchedLimit: null,
      sendLimit: null,
      capabilities: { documents: 'auto' },
      timeStamping: null,
      checkpointMatter: null,
    },
  ]);
});

test('an engine that dies is started again, and told its configuration again', async () => {
  const { supervisor, started, clock, configuration, running } = supervised();
  supervisor.start();
  await running();
  configuration.rootFolder = '/matters';
  started[0]?.pipes.close();
  expect(supervisor.link.value).toBe(null);
  await expect.poll(() => (clock.tick(50), started.length)).toBe(2);
  await running();
  expect(started[1]?.engine?.configurations.at(-1)).toMatchObject({ rootFolder: '/matters' });
});

test('an engine that keeps dying is started less and less often', async () => {
  const { supervisor, clock, started } = supervised(() => 'dies');
  supervisor.start();
  const starts: number[] = [];
  for (let step = 0; step < 800 && starts.length < 9; step += 1) {
    await new Promise((resolve) => setImmediate(resolve));
    if (started.length > starts.length) starts.push(clock.now());
    clock.tick(250);
  }
  const pauses = starts.slice(1).map((at, index) => at - (starts[index] ?? 0));
  expect(pauses).toEqual([250, 500, 1_000, 2_000, 4_000, 8_000, 16_000, 30_000]);
});

test('an engine that ends three times in a row is a problem told, until one has lived for a minute', async () => {
  const { supervisor, clock, started, running } = supervised((start) => (start <= 3 ? 'dies' : null));
  supervisor.start();
  const starts = (count: number) => expect.poll(() => (clock.tick(100), started.length)).toBe(count);
  await starts(2);
  expect(supervisor.problem.value).toBe(null);
  await starts(4);
  await running();
  expect(supervisor.problem.value).toMatchObject({
    what: 'Filing keeps being interrupted.',
    next: expect.stringContaining('nothing saved is lost'),
  });
  await clock.advance(60_000);
  expect(supervisor.problem.value).toBe(null);
});

test('an engine that hangs is told of after 20 to 30 seconds, ended after 60 to 70, and started again', async () => {
  const { supervisor, clock, started, said, running } = supervised();
  supervisor.start();
  const link = await running();
  const [first] = started as [Started];
  await clock.advance(10 * 60_000);
  expect(first.killed).toBe(false);
  expect(supervisor.problem.value).toBe(null);

  first.pipes.engine.send = () => {};
  await clock.advance(19_999);
  expect(supervisor.problem.value).toBe(null);
  await clock.advance(10_001);
  expect(supervisor.problem.value?.why).toContain('does not answer');
  await clock.advance(29_999);
  expect(first.killed).toBe(false);
  await clock.advance(10_001);
  expect(first.killed).toBe(true);
  expect(link.ended.aborted).toBe(true);
  expect(said.join()).toContain('has not answered for a minute');
  await clock.advance(250);
  await running();
  expect(started).toHaveLength(2);
  expect(supervisor.problem.value).toBe(null);
});

test('an engine that answers again after half a minute goes on, and nothing is said any more', async () => {
  const { supervisor, clock, started, running } = supervised();
  supervisor.start();
  await running();
  const { pipes } = started[0] as Started;
  const held: unknown[] = [];
  const { send } = pipes.engine;
  pipes.engine.send = (message) => void held.push(message);
  await clock.advance(40_000);
  expect(supervisor.problem.value?.what).toBe('Filing does not go on at the moment.');
  pipes.engine.send = send;
  for (const message of held.splice(0)) send(message);
  await clock.advance(1);
  expect(supervisor.problem.value).toBe(null);
  await clock.advance(10 * 60_000);
  expect(started).toHaveLength(1);
  expect(started[0]?.killed).toBe(false);
});

test('a computer that sleeps ends no engine, however long: the clocks go on, and one question waits', async () => {
  const { supervisor, clock, started, running } = supervised();
  supervisor.start();
  await running();
  const { pipes } = started[0] as Started;
  const held: unknown[] = [];
  const { send } = pipes.engine;
  pipes.engine.send = (message) => void held.push(message);
  await clock.advance(15_000);
  expect(held).not.toEqual([]);
  // Asleep: what is to ring while it sleeps rings once when it wakes, before the engine comes to answer.
  clock.sleeps(8 * 60 * 60_000);
  await clock.advance(0);
  pipes.engine.send = send;
  for (const message of held.splice(0)) send(message);
  await clock.advance(60_000);
  expect(supervisor.problem.value).toBe(null);
  expect(started[0]?.killed).toBe(false);
});

test('an engine that says why it cannot start is told of in its words, until one can', async () => {
  let full = true;
  const { supervisor, clock, running } = supervised(
    () => null,
    () => {
      if (full) throw refused({ ...notWrittenDown, why: 'The disk is full.' });
    },
  );
  supervisor.start();
  await expect.poll(() => supervisor.problem.value?.why).toBe('The disk is full.');
  expect(supervisor.link.value).toBe(null);
  full = false;
  await expect.poll(() => (clock.tick(100), supervisor.link.value !== null)).toBe(true);
  await running();
  expect(supervisor.problem.value).toBe(null);
});

test('the pause before a start grows to half a minute and no further', () => {
  expect([1, 2, 3].map(backOff)).toEqual([250, 500, 1_000]);
  expect([8, 100, 1e9].map(backOff)).toEqual([30_000, 30_000, 30_000]);
});

test('an engine that cannot even be started is tried again', async () => {
  const { supervisor, clock, said, running } = supervised((start) => (start === 1 ? 'throws' : null));
  supervisor.start();
  await expect.poll(() => said.some((message) => message.includes('no such file'))).toBe(true);
  await expect.poll(() => (clock.tick(100), supervisor.link.value !== null)).toBe(true);
  await running();
});

test('an engine that does not answer is ended and started again', async () => {
  const { supervisor, clock, started, running } = supervised((start) => (start === 1 ? 'silent' : null));
  supervisor.start();
  await expect.poll(() => started.length).toBe(1);
  clock.tick(60_000);
  await expect.poll(() => started[0]?.killed).toBe(true);
  await expect.poll(() => (clock.tick(100), started.length)).toBe(2);
  await running();
});

test('an engine that says that it is still preparing what is kept gets the time it needs, and the person is told', async () => {
  const { supervisor, clock, started } = supervised((start) => (start === 1 ? 'silent' : null));
  supervisor.start();
  await expect.poll(() => started.length).toBe(1);
  for (let minutes = 0; minutes < 10; minutes += 1) {
    clock.tick(50_000);
    supervisor.stillPreparing();
    await new Promise((resolve) => setImmediate(resolve));
    expect(started[0]?.killed).toBe(false);
    expect(supervisor.problem.value?.what).toContain('preparing');
  }
  clock.tick(60_000);
  await expect.poll(() => started[0]?.killed).toBe(true);
});

test('once it is ready nothing is said any more', async () => {
  let prepared = false;
  const { supervisor, running } = supervised(
    () => null,
    () => {
      if (!prepared) supervisor.stillPreparing();
      prepared = true;
    },
  );
  supervisor.start();
  await running();
  expect(prepared).toBe(true);
  expect(supervisor.problem.value).toBeNull();
});

test('who waits for a new configuration waits until the engine goes by it, or is no more', async () => {
  const goesBy: (() => void)[] = [];
  const { supervisor, started, configuration, running } = supervised(
    () => null,
    () => (configuration.rootFolder ? new Promise((resolve) => goesBy.push(resolve)) : undefined),
  );
  supervisor.start();
  await running();
  const told: string[] = [];
  const tell = async (rootFolder: string) => {
    configuration.rootFolder = rootFolder;
    await supervisor.configured();
    told.push(rootFolder);
  };
  const first = tell('/matters');
  await expect.poll(() => goesBy.length).toBe(1);
  expect(told).toEqual([]);
  goesBy[0]?.();
  await first;
  const second = tell('/elsewhere');
  await expect.poll(() => goesBy.length).toBe(2);
  started[0]?.pipes.close();
  await second;
  expect(told).toEqual(['/matters', '/elsewhere']);
});

test('a changed configuration is sent at once, an unchanged one not again', async () => {
  const { supervisor, started, configuration, running } = supervised();
  supervisor.start();
  await running();
  supervisor.configure();
  configuration.rootFolder = '/matters';
  supervisor.configure();
  supervisor.configure();
  await expect.poll(() => started[0]?.engine?.configurations.length).toBe(2);
  expect(started[0]?.engine?.configurations[1]).toMatchObject({ rootFolder: '/matters' });
});

test('whoever waits for the engine gets it when it comes, or nothing in time', async () => {
  const { supervisor, clock } = supervised();
  const early = supervisor.ready(10_000);
  const impatient = supervisor.ready(5_000);
  clock.tick(5_000);
  expect(await impatient).toBe(null);
  supervisor.start();
  expect(await early).not.toBe(null);
});

test('at the end the engine is asked to stop, then ended, and not started again', async () => {
  const { supervisor, clock, started, running } = supervised();
  supervisor.start();
  await running();
  await supervisor.stop(1_000);
  expect(started[0]?.killed).toBe(true);
  clock.tick(60_000);
  expect(started.length).toBe(1);
  expect(supervisor.link.value).toBe(null);
});

test('an engine that hangs does not hold up the end for longer than it may', async () => {
  const { supervisor, clock, started, running } = supervised();
  supervisor.start();
  const link = await running();
  const { pipes } = started[0] as Started;
  pipes.engine.send = () => {};
  expect(link.ended.aborted).toBe(false);
  const stopped = supervisor.stop(1_000);
  clock.tick(1_000);
  await stopped;
  expect(started[0]?.killed).toBe(true);
});

test('an engine that was stopped for an update that failed can be started again', async () => {
  const { supervisor, started } = supervised();
  supervisor.start();
  await expect.poll(() => supervisor.link.value).not.toBeNull();
  await supervisor.stop(1_000);
  expect(supervisor.link.value).toBeNull();
  expect(await supervisor.ready(0)).toBeNull();
  supervisor.start();
  await expect.poll(() => supervisor.link.value).not.toBeNull();
  expect(started).toHaveLength(2);
  expect(await supervisor.ready(0)).not.toBeNull();
});

test('an engine that takes its time to end is waited for: two never work on the same database', async () => {
  const { supervisor, clock, started, running } = supervised();
  supervisor.start();
  await running();
  const [first] = started as [Started];
  first.lingers = true;
  const stopped = supervisor.stop(1_000);
  await clock.advance(1_000);
  await clock.advance(1_000);
  await stopped;
  supervisor.start();
  await clock.advance(60_000);
  expect(started).toHaveLength(1);
  first.pipes.close();
  await expect.poll(() => supervisor.link.value?.ended.aborted).toBe(false);
  await clock.advance(60_000);
  expect(started).toHaveLength(2);
});
