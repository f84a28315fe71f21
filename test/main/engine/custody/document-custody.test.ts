import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { documentCustody } from '../../../../main/engine/view/document-custody.ts';
import { openWorkplace, sha256 } from '../../../support/workplace.ts';

test('the window shows what the custody log says of a document, newest first, and nothing of another', async () => {
  await using place = await openWorkplace();
  writeFileSync(join(place.folder, 'Brief.docx'), 'its first draft');
  writeFileSync(join(place.folder, 'Letter.docx'), 'another document');
  await place.allFiled(2);
  const { stores } = place.workspace;
  const fileIdOf = (path: string) => {
    const file = stores.links.file(place.matterId, path);
    if (!file) throw new Error(`${path} is not known`);
    return file.fileId;
  };
  const { entries, total } = documentCustody(stores, place.matterId, fileIdOf('Brief.docx'));
  expect(entries.map(({ what }) => what)).toEqual([
    'Seen in the service’s history',
    'Accepted by the service',
    'About to be sent',
    'About to be announced to the service',
    'Captured on this computer',
  ]);
  expect(total).toBe(entries.length);
  expect(new Set(entries.map(({ name }) => name))).toEqual(new Set(['Brief.docx']));
  expect(new Set(entries.map((entry) => entry.sha256))).toEqual(new Set([sha256('its first draft')]));
});
