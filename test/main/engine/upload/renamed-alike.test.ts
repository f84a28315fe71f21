import { renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { eventually, openWorkplace, type Workplace } from '../../../support/workplace.ts';

const nameOf = ({ service, matterId }: Workplace, fileId: string) =>
  service.filesOf(matterId).find((file) => file.fileId === fileId)?.fileName;

test.each([
  ['did not reach the service', 'reset', 'Final.docx'],
  ['was made, and its answer lost', 'loseAnswer', 'Theirs.docx'],
] as const)(
  'a colleague gave a document the very name and then another: the person’s rename that %s ends as it would have without them',
  async (_, kind, name) => {
    await using place = await openWorkplace({ speedUp: 5 });
    const { service, folder, matterId, workspace } = place;
    writeFileSync(join(folder, 'Brief.docx'), 'a brief');
    await place.allFiled();
    const fileId = workspace.stores.links.file(matterId, 'Brief.docx')?.fileId ?? '';
    const announced = { route: 'documents.putFile', count: 1 };
    service.faults.add({ ...announced, kind });
    // What is tried again is not taken before the colleague is done.
    const later = service.faults.add({
      route: 'documents.putFile',
      count: 'always',
      after: 1,
      kind: 'reset',
    });
    renameSync(join(folder, 'Brief.docx'), join(folder, 'Final.docx'));
    await expect.poll(() => service.faults.hits, eventually).toBeGreaterThan(0);
    await expect
      .poll(() => nameOf(place, fileId), eventually)
      .toBe(kind === 'reset' ? 'Brief.docx' : 'Final.docx');
    service.colleague.renameFile(fileId, 'Final.docx');
    service.colleague.renameFile(fileId, 'Theirs.docx');
    later();
    workspace.poller.look(matterId);
    workspace.pipeline.wake();
    await place.allFiled(2);
    expect(nameOf(place, fileId)).toBe(name);
  },
);
