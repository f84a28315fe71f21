import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createRouterClient } from '@orpc/server';
import { expect, test } from 'vitest';
import { engineRouter } from '../../../../main/engine/router.ts';
import { writeProblem } from '../../../../main/engine/store/save-problem.ts';
import { eventually } from '../../../support/workplace.ts';
import { openDesk } from '../saving/desk.ts';

test('“It is already there”, said when something else is asked about the save by now, files nothing', async () => {
  await using place = await openDesk();
  const { stores } = place.workspace;
  const path = join(place.folder, 'Brief.docx');
  writeFileSync(path, 'one');
  await place.allFiled();
  const fileId = stores.links.file(place.matterId, 'Brief.docx')?.fileId ?? '';
  place.service.colleague.addVersion(fileId, 'theirs');
  writeFileSync(path, 'two');
  await expect.poll(() => place.states(), eventually).toEqual(['filed', 'problem']);
  const [save] = stores.saves.problems();
  if (!save) throw new Error('nothing is asked');
  const words = { what: 'It may be filed', why: 'The connection ended.', next: 'Choose.' };
  expect(JSON.parse(save.problem ?? '{}')).toMatchObject({ code: 'newer-version' });
  const { problems } = createRouterClient(engineRouter(place.engine, () => {})).engine;
  const answer = problems.act({ id: `save:${save.id}`, action: 'already-there', shown: null });
  await expect(answer).rejects.toMatchObject({ data: { code: 'document-changed' } });
  expect(stores.saves.get(save.id)?.state).toBe('problem');
  // Asked whether it is there, they may say so.
  stores.outbox.retry(save.id);
  stores.outbox.needsPerson(save.id, writeProblem({ code: 'may-be-filed', ...words }));
  await problems.act({ id: `save:${save.id}`, action: 'already-there', shown: null });
  expect(stores.saves.problems()).toEqual([]);
});
