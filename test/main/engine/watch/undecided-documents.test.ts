import { expect, test } from 'vitest';
import { UndecidedDocuments } from '../../../../main/engine/features/identity/undecided-documents.ts';
import { ok } from '../../../../shared/base/result.ts';
import type { FileId, MatterId } from '../../../../shared/model/index.ts';
import { FakeClock } from '../../../support/fake-clock.ts';
import { emptyStores } from '../history/projected.ts';

const matterId = 'matter' as MatterId;

test('what is captured just as the last look at undecided documents ends is decided about too', async () => {
  const stores = emptyStores();
  const clock = new FakeClock();
  const captured = (name: string) => {
    const fileId = name as FileId;
    const path = `${name}.docx`;
    stores.outbox.add({
      ...{ matterId, fileId, kind: 'content', path, name: path, sha256: name, size: 1 },
      ...{ capturedAt: clock.now(), state: 'waiting', problem: null },
    });
    stores.undecided.put(matterId, fileId);
    undecided.wake(matterId);
  };
  let looks = 0;
  const localStorageErrors = {
    async untilDone(work: () => Promise<unknown>) {
      await work();
      looks += 1;
      if (looks === 1) captured('second');
    },
  };
  const reader = {
    read: async () => {
      stores.history.checked(matterId, null, clock.now());
      return ok(0);
    },
  };
  const options = {
    ...{ stores, clock, reader, account: { ready: async () => {}, isReady: true }, localStorageErrors },
    ...{ mirror: async () => {}, onFirst: () => {}, onDecided: () => {} },
  };
  const undecided = new UndecidedDocuments(
    options as unknown as ConstructorParameters<typeof UndecidedDocuments>[0],
  );
  captured('first');
  await expect.poll(() => looks).toBe(2);
  expect(stores.undecided.count(matterId)).toBe(0);
});
