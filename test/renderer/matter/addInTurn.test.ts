import { expect, test } from 'vitest';
import { addInTurn } from '../../../renderer/matter/documents/addInTurn.ts';
import { type AddOutcome, waitingNotice } from '../../../renderer/words/adding.ts';

const added = (path: string): AddOutcome => ({ path, outcome: 'added', name: path });
const unfinished = (path: string): AddOutcome => ({
  path,
  outcome: 'refused',
  refusal: { code: 'still-written', what: '', why: '', next: '' },
});

test('what is still being written is told of, and tried again until it is finished', async () => {
  const asked: string[][] = [];
  const waited: string[][] = [];
  const { outcomes, left } = await addInTurn(['a', 'scan', 'folder'], {
    add: async (paths) => {
      asked.push(paths);
      if (asked.length > 3) return paths.map(added);
      return paths.map((path) =>
        path === 'a' ? added(path) : unfinished(path === 'folder' ? 'folder/b' : path),
      );
    },
    isStopped: () => false,
    tellDone: () => {},
    tellWaiting: (paths) => waited.push([...paths]),
  });
  expect(asked).toEqual([['a', 'scan', 'folder'], ['scan'], ['scan'], ['scan']]);
  expect(waited).toEqual([['scan'], ['scan'], ['scan']]);
  expect(outcomes).toEqual([added('a'), unfinished('folder/b'), added('scan')]);
  expect(left).toBe(0);
});

test('the person can stop waiting, and is told what was not added', async () => {
  let stopped = false;
  const { outcomes } = await addInTurn(['scan'], {
    add: async (paths) => paths.map(unfinished),
    isStopped: () => stopped,
    tellDone: () => {},
    tellWaiting: (paths) => waitingNotice(paths, () => (stopped = true)).action?.run(),
  });
  expect(outcomes).toEqual([unfinished('scan')]);
});

test('who is waited for is named', () => {
  expect(waitingNotice(['/home/a/Scan.pdf'], () => {}).title).toBe(
    'Waiting for “Scan.pdf”, which is still being written…',
  );
  expect(waitingNotice(['a', 'b'], () => {}).title).toBe(
    'Waiting for 2 documents, which are still being written…',
  );
});
