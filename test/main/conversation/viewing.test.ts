import { expect, test } from 'vitest';
import type { EngineSource } from '../../../main/conversation/forward.ts';
import { viewing } from '../../../main/conversation/viewing.ts';
import { Watched } from '../../../shared/base/watched.ts';
import { type FetchStep, fileIdSchema, matterIdSchema, type ViewStep } from '../../../shared/model/index.ts';

const input = { matterId: matterIdSchema.parse('m1'), fileId: fileIdSchema.parse('f1'), versionId: null };

/** A document that comes once `arrives` was called, for a window that may be locked or whose person may leave meanwhile. */
function window() {
  const here = Promise.withResolvers<void>();
  const fetch = async function* (): AsyncGenerator<FetchStep, void> {
    yield { step: 'fetching', done: 1, of: 2 };
    await here.promise;
    yield { step: 'here', path: '/views/Draft.docx', isChecked: true };
  };
  const link = { client: { documents: { fetch: async () => fetch() } }, ended: new AbortController().signal };
  const engine = { link: new Watched(link), ready: async () => link } as unknown as EngineSource;
  const state = { signedInBy: { id: 'mine' } as { id: string } | null, locked: false };
  const leave = new AbortController();
  const opened: string[] = [];
  const steps = viewing(
    {
      engine,
      session: {
        get signedInBy() {
          return state.signedInBy;
        },
      },
      isLocked: () => state.locked,
    },
    input,
    leave.signal,
    async ({ path }): Promise<ViewStep> => {
      opened.push(path);
      return { step: 'opened', isChecked: true };
    },
  );
  return { steps, state, leave, opened, arrives: () => here.resolve() };
}

test('a document opens once it is here', async () => {
  const { steps, opened, arrives } = window();
  expect((await steps.next()).value).toMatchObject({ step: 'fetching' });
  arrives();
  expect((await steps.next()).value).toMatchObject({ step: 'opened' });
  expect(opened).toEqual(['/views/Draft.docx']);
});

test.each<[string, (at: ReturnType<typeof window>) => void]>([
  ['signed out', ({ state }) => (state.signedInBy = null)],
  ['signed out, and somebody else signed in', ({ state }) => (state.signedInBy = { id: 'theirs' })],
  ['locked the window', ({ state }) => (state.locked = true)],
  ['cancelled it', ({ leave }) => leave.abort()],
])('nothing opens for whoever %s before it was here', async (_what, happens) => {
  const at = window();
  await at.steps.next();
  happens(at);
  at.arrives();
  expect((await at.steps.next()).value).toMatchObject({ step: 'refused', refusal: { code: 'signed-out' } });
  expect(at.opened).toEqual([]);
});
