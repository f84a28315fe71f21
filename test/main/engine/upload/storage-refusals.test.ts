import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { decide } from '../../../../main/engine/features/upload/decide.ts';
import type { FaultRule } from '../../../service/faults/rule.ts';
import { eventually, sha256 } from '../../../support/workplace.ts';
import { openDesk, problemsOf } from '../saving/desk.ts';

const status = (code: number): FaultRule => ({
  route: 'storage.put',
  kind: 'status',
  status: code,
  count: 'always',
});
const redirect = (code: number, location: string): FaultRule => ({
  route: 'storage.put',
  kind: 'answer',
  status: code,
  headers: { location },
  text: '',
  count: 'always',
});

const refusals: readonly (readonly [string, FaultRule])[] = [
  ...[405, 409, 411, 412, 415, 423].map((code) => [String(code), status(code)] as const),
  ['a redirect of its own', redirect(307, '/elsewhere')],
  ['a redirect to another host', redirect(302, 'https://login.example.com/')],
];

test.each(refusals)(
  'a document that storage answers with %s is sent three times, then a person is asked, and it is filed when storage is well',
  async (_, refusal) => {
    await using place = await openDesk({ speedUp: 20 });
    const remove = place.service.faults.add(refusal);
    writeFileSync(join(place.folder, 'Bundle.pdf'), 'bundle');
    writeFileSync(join(place.folder, 'Letter.docx'), 'letter');
    await expect.poll(() => place.states(), eventually).toEqual(['problem', 'problem']);
    expect(place.service.faults.hits).toBe(6);
    expect(problemsOf(place)).toMatchObject([
      { why: expect.stringContaining('storage'), actions: expect.arrayContaining(['retry']) },
      { why: expect.stringContaining('storage'), actions: expect.arrayContaining(['retry']) },
    ]);
    remove();
    const { stores, pipeline, newFileId } = place.workspace;
    for (const save of stores.saves.open())
      decide(stores, save, { decision: 'retry', shown: null }, newFileId);
    pipeline.wake();
    await place.allFiled(2);
    expect(place.versionsOf('Bundle.pdf')).toEqual([sha256('bundle')]);
  },
);

test('a document that storage has locked for a moment is filed without asking anybody', async () => {
  await using place = await openDesk({ speedUp: 20 });
  place.service.faults.add({ route: 'storage.put', kind: 'status', status: 423, count: 2 });
  writeFileSync(join(place.folder, 'Bundle.pdf'), 'bundle');
  await place.allFiled();
  expect(place.versionsOf('Bundle.pdf')).toEqual([sha256('bundle')]);
});
