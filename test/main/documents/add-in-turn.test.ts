import { expect, test } from 'vitest';
import { addInTurn } from '../../../main/documents/add-in-turn.ts';
import { addedNotice, waitingNotice } from '../../../renderer/words/adding.ts';
import type { AddOutcome } from '../../../shared/model/adding.ts';

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
    tellDone: async () => {},
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
    tellDone: async () => {},
    tellWaiting: (paths) => waitingNotice(paths, () => (stopped = true)).action?.run(),
  });
  expect(outcomes).toEqual([unfinished('scan')]);
});

test('when nobody answers any more, what was added so far is told, and what may have been and was not', async () => {
  const paths = Array.from({ length: 50 }, (_none, index) => `/scans/${index}.pdf`);
  let asked = 0;
  const { outcomes, left, unsure } = await addInTurn(paths, {
    add: async (batch) => {
      asked += 1;
      if (asked > 1) throw new Error('the engine died');
      return batch.map(added);
    },
    isStopped: () => false,
    tellDone: async () => {},
    tellWaiting: () => {},
  });
  expect(outcomes).toHaveLength(20);
  expect(unsure?.paths).toEqual(paths.slice(20, 40));
  expect(left).toBe(10);
  const refusal = { what: 'This was interrupted.', why: 'It was restarted.' };
  const notice = addedNotice(outcomes, 'Scans', left, unsure && { ...unsure, refusal });
  expect(notice).toMatchObject({ intent: 'error', title: 'Added 20 documents to Scans' });
  expect(notice?.lines.join(' ')).toContain('“20.pdf”');
  expect(notice?.lines.join(' ')).toContain('15 more');
  expect(notice?.lines.join(' ')).toContain('10 more were not added');
});

test('who is waited for is named', () => {
  expect(waitingNotice(['/home/a/Scan.pdf'], () => {}).title).toBe(
    'Waiting for “Scan.pdf”, which is still being written…',
  );
  expect(waitingNotice(['a', 'b'], () => {}).title).toBe(
    'Waiting for 2 documents, which are still being written…',
  );
});
