import { expect, test } from 'vitest';
import { type ViewerProcess, Viewers, viewerLimits } from '../../../main/preview/viewer.ts';
import type { ViewerRequest } from '../../../shared/model/index.ts';
import { FakeClock } from '../../support/fake-clock.ts';

const request: ViewerRequest = {
  ask: 'show',
  kind: 'text',
  bytes: new Uint8Array(),
  isCut: false,
  fromPage: 1,
};
const text = { step: 'text', blocks: [{ kind: 'paragraph', text: 'Words' }], isCut: false };
const end = { step: 'end' };

/** Viewers that say what a test has them say. */
function viewersOf() {
  const clock = new FakeClock();
  const made: (ViewerProcess & { say(answer: unknown): void; die(): void; size: number; ended: number })[] =
    [];
  const open = (): ViewerProcess => {
    let say = (_answer: unknown): void => {};
    let die = (): void => {};
    const viewer = {
      size: 0,
      ended: 0,
      ask: () => {},
      onAnswer: (listener: (answer: unknown) => void) => void (say = listener),
      onGone: (listener: () => void) => void (die = listener),
      memory: () => viewer.size,
      end: () => void (viewer.ended += 1),
      say: (answer: unknown) => say(answer),
      die: () => die(),
    };
    made.push(viewer);
    return viewer;
  };
  const viewers = new Viewers({ open, clock });
  const read = async (signal?: AbortSignal) => {
    const answers: unknown[] = [];
    for await (const answer of viewers.read(request, signal)) answers.push(answer);
    return answers;
  };
  return { clock, made, read };
}

/** Until a viewer was asked. */
const asked = () => new Promise((resolve) => setImmediate(resolve));

test('what a viewer answers is passed on, and the viewer is ended after its last word', async () => {
  const { made, read } = viewersOf();
  const reading = read();
  await asked();
  made[0]?.say(text);
  made[0]?.say(end);
  expect(await reading).toEqual([text, end]);
  expect(made[0]?.ended).toBe(1);
});

test.each<[string, (viewers: ReturnType<typeof viewersOf>) => unknown, string]>([
  ['that says nothing', ({ clock }) => clock.advance(viewerLimits.silence), 'too-long'],
  [
    'that takes too much memory',
    ({ clock, made: [viewer] }) => {
      if (viewer) viewer.size = viewerLimits.memory + 1;
      return clock.advance(1_000);
    },
    'too-much-memory',
  ],
  ['that dies', ({ made: [viewer] }) => viewer?.die(), 'gone'],
  ['that says what has no form', ({ made: [viewer] }) => viewer?.say({ step: 'page', number: 1 }), 'gone'],
  [
    'that gives the window a picture of another kind',
    ({ made: [viewer] }) =>
      viewer?.say({
        step: 'picture',
        picture: 'data:image/svg+xml;base64,PHN2Zz4=',
        width: 1,
        height: 1,
      }),
    'gone',
  ],
  [
    'that never ends',
    ({ made: [viewer] }) => {
      const long = { ...text, blocks: [{ kind: 'paragraph', text: 'x'.repeat(2_000_000) }] };
      for (let at = 0; at < 31; at++) viewer?.say(long);
    },
    'too-much',
  ],
])('a viewer %s is ended, and told of why', async (_which, happen, why) => {
  const viewers = viewersOf();
  const reading = viewers.read();
  await asked();
  await happen(viewers);
  expect((await reading).at(-1)).toEqual({ step: 'ended', end: why });
  expect(viewers.made[0]?.ended).toBe(1);
});

test('a viewer that goes on answering is ended all the same once it took too long in all', async () => {
  const { clock, made, read } = viewersOf();
  const reading = read();
  await asked();
  for (let time = 0; time <= viewerLimits.whole; time += 10_000) {
    made[0]?.say(text);
    await clock.advance(10_000);
  }
  expect((await reading).at(-1)).toEqual({ step: 'ended', end: 'too-long' });
});

test('whoever looks away ends the viewer', async () => {
  const { made, read } = viewersOf();
  const leave = new AbortController();
  const reading = read(leave.signal);
  await asked();
  leave.abort();
  expect(await reading).toEqual([]);
  expect(made[0]?.ended).toBe(1);
});

test('no more than two are open at a time; the next one waits for its turn', async () => {
  const { made, read } = viewersOf();
  const readings = [read(), read(), read()];
  await asked();
  expect(made).toHaveLength(2);
  made[0]?.say(end);
  await readings[0];
  await asked();
  expect(made).toHaveLength(3);
  made[1]?.say(end);
  made[2]?.say(end);
  expect(await Promise.all(readings)).toEqual([[end], [end], [end]]);
});
