import { closeSync, openSync, writeFileSync, writeSync } from 'node:fs';
import { createRouterClient } from '@orpc/server';
import { expect, test } from 'vitest';
import { engineRouter } from '../../../../main/engine/router.ts';
import { fileIdOf, restoreWith, saved } from '../../../support/versions.ts';
import { eventually, openWorkplace, sha256, type Workplace } from '../../../support/workplace.ts';

const captured = ({ workspace }: Workplace): string[] =>
  workspace.stores.database.prepare<[], string>('SELECT sha256 FROM save ORDER BY id').pluck().all();

async function act(place: Workplace, action: 'file' | 'file-separately'): Promise<void> {
  const { problems } = createRouterClient(engineRouter(place.engine, () => {})).engine;
  const offering = async () => (await problems.list()).find(({ actions }) => actions.includes(action));
  await expect.poll(offering, eventually).toBeDefined();
  const problem = await offering();
  const shown = problem?.conflict?.theirs.version ?? null;
  await problems.act({ id: problem?.id ?? '', action, shown });
}

test('promise 7: a document stays itself when what a program wrote into its replaced file becomes one of its own', async () => {
  await using place = await openWorkplace({ speedUp: 4 });
  const path = await saved(place, 'Brief.docx', 'one', 'two');
  const program = openSync(path, 'r+');
  await restoreWith(place, { isOpen: async () => false }, 'Brief.docx', 'one');
  writeSync(program, 'late', 0);
  closeSync(program);
  await expect.poll(() => captured(place), eventually).toContain(sha256('late'));
  const { matterId, service, workspace } = place;
  const fileId = fileIdOf(place, 'Brief.docx');
  service.colleague.addVersion(fileId, 'theirs');
  await workspace.reader.read(matterId, null, { priority: 'view', signal: AbortSignal.timeout(30_000) });
  await act(place, 'file');
  await act(place, 'file-separately');
  await expect.poll(() => place.states().every((state) => state === 'filed'), eventually).toBe(true);
  expect(fileIdOf(place, 'Brief.docx')).toBe(fileId);
  // It descends from neither.
  writeFileSync(path, 'one, edited');
  await expect.poll(() => place.states().at(-1), eventually).toBe('problem');
});
