import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import type { FileId } from '../../../../shared/model/index.ts';
import {
  historyRead,
  at as pathOf,
  settled,
  twoWayPlace,
  withoutVersionIds,
} from '../../../support/colleague-documents.ts';
import { eventually, sha256, type Workplace } from '../../../support/workplace.ts';
import { calm } from '../saving/desk.ts';

/** A colleague’s version took the place of mine, and the person removed it here. */
async function theirsOnTopOfMine(
  options: Parameters<typeof twoWayPlace>[0] = {},
): Promise<AsyncDisposable & { place: Workplace; fileId: FileId }> {
  const place = await twoWayPlace(options);
  place.workspace.keeping.keep(place.matterId, { kind: 'matter' }, true);
  writeFileSync(pathOf(place, 'Draft.docx'), 'mine');
  await place.allFiled();
  const fileId = place.service.filesOf(place.matterId).find((f) => f.fileName === 'Draft.docx')
    ?.fileId as FileId;
  place.service.colleague.addVersion(fileId, 'theirs');
  await historyRead(place);
  await expect.poll(() => readFileSync(pathOf(place, 'Draft.docx'), 'utf8'), eventually).toBe('theirs');
  await settled(place);
  rmSync(pathOf(place, 'Draft.docx'));
  const file = () => place.workspace.stores.links.fileOfDocument(place.matterId, fileId);
  await expect.poll(() => file()?.removed, eventually).toBe(true);
  return { place, fileId, [Symbol.asyncDispose]: () => place[Symbol.asyncDispose]() };
}

test.each([
  ['', {}],
  [' (history without version ids)', { http: { exchange: withoutVersionIds } }],
])(
  'promise 1: one’s own version, put back by hand after the colleague’s fetched one was removed here, is filed%s',
  async (_, options) => {
    await using at = await theirsOnTopOfMine(options);
    const { place } = at;
    writeFileSync(pathOf(place, 'Draft.docx'), 'mine');
    await settled(place);
    await calm(place);
    expect(place.versionsOf('Draft.docx')).toEqual(['mine', 'theirs', 'mine'].map(sha256));
  },
);

test('promise 1: one’s own version, restored in the window after the colleague’s fetched one was removed here, is filed', async () => {
  await using at = await theirsOnTopOfMine();
  const { place, fileId } = at;
  const [save] = place.workspace.stores.saves.versionsOf(place.matterId, fileId);
  const restored = await place.workspace.restorer.restore(place.matterId, fileId, `save:${save?.id}`);
  expect(restored).toEqual({ ok: true, value: 'restored' });
  await settled(place);
  await calm(place);
  expect(readFileSync(pathOf(place, 'Draft.docx'), 'utf8')).toBe('mine');
  expect(place.versionsOf('Draft.docx')).toEqual(['mine', 'theirs', 'mine'].map(sha256));
});

test('promise 1: what is made of one’s own version that was put back follows it in the service', async () => {
  await using at = await theirsOnTopOfMine();
  const { place } = at;
  writeFileSync(pathOf(place, 'Draft.docx'), 'mine');
  await settled(place);
  writeFileSync(pathOf(place, 'Draft.docx'), 'mine, edited');
  await calm(place);
  expect(place.versionsOf('Draft.docx')).toEqual(['mine', 'theirs', 'mine', 'mine, edited'].map(sha256));
});
