import { existsSync, mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import type { FileId } from '../../../shared/model/index.ts';
import type { Variants } from '../../service/index.ts';
import { defaultVariants } from '../../service/options.ts';
import { eventually, openWorkplace, sha256, type Workplace } from '../../support/workplace.ts';

/** Every value of what the spec leaves open about matters, documents and history, each by itself. */
const values: { readonly [Name in keyof Variants]?: readonly Variants[Name][] } = {
  mattersListStatus: [200, 202],
  pagedShape: ['mixed', 'full', 'short'],
  historyWords: ['words', 'otherWords', 'rareWords', 'integers'],
  historyMembers: ['full', 'sparse'],
  historyPlaces: ['stated', 'unstated'],
  historyStrays: ['none', 'some'],
  emptyHistory: ['array', 'null'],
  historyOrder: ['oldestFirst', 'newestFirst'],
  historyNames: ['withExtension', 'withoutExtension', 'stem'],
  staffList: ['whole', 'paged'],
  emptyCollection: ['array', 'null'],
  rootFolder: ['matterId', 'root', 'null'],
  rootFolderInEntries: ['null', 'id'],
  unknownFolderStatus: [404, 403, 'empty'],
  historyConditions: ['none', 'etag', 'lastModified'],
  historyLength: ['all', 12],
  announcedStatus: [200, 202],
  repeatedContent: ['sameVersion', 'newVersion'],
  dateTimes: ['milliseconds', 'sevenDigits'],
  contactReads: ['notOffered', 'offered'],
  extraMembers: [true, false],
};

const alone = Object.entries(values).flatMap(([name, all]) =>
  all
    .filter((value) => value !== defaultVariants[name as keyof Variants])
    .map((value): Partial<Variants> => ({ [name]: value })),
);
/** Those that have most to do with each other. */
const together: readonly Partial<Variants>[] = [
  { rootFolder: 'null', unknownFolderStatus: 'empty', rootFolderInEntries: 'id', historyWords: 'integers' },
  {
    historyPlaces: 'unstated',
    historyMembers: 'sparse',
    historyOrder: 'newestFirst',
    historyWords: 'integers',
  },
  { historyNames: 'withoutExtension', historyMembers: 'sparse', historyStrays: 'some', rootFolder: 'root' },
];

const ours = ({ service, matterId }: Workplace, fileId: string) =>
  service.filesOf(matterId).find((file) => file.fileId === fileId);

test.each([{}, ...alone, ...together].map((variants) => [JSON.stringify(variants), variants] as const))(
  'a document is filed, saved again, renamed, moved and listed by a service that is so: %s',
  async (_words, variants) => {
    let theirs = '';
    let folderId = '';
    await using place = await openWorkplace({
      variants,
      speedUp: 5,
      before: ({ colleague }, matterId) => {
        folderId = colleague.createFolder(matterId, 'Played');
        theirs = colleague.createFile(matterId, 'Theirs.docx', 'theirs', folderId);
      },
    });
    const { folder, matterId, workspace } = place;
    const filed = (count: number) =>
      vi.waitFor(() => expect(place.states()).toEqual(Array.from({ length: count }, () => 'filed')), {
        ...eventually,
        timeout: 30_000,
      });

    writeFileSync(join(folder, 'Brief.docx'), 'one');
    await filed(1);
    writeFileSync(join(folder, 'Brief.docx'), 'two');
    await filed(2);
    const fileId = workspace.stores.links.file(matterId, 'Brief.docx')?.fileId as FileId;
    renameSync(join(folder, 'Brief.docx'), join(folder, 'Final.docx'));
    await filed(3);
    await vi.waitFor(() => expect(existsSync(join(folder, 'Played'))).toBe(true), eventually);
    mkdirSync(join(folder, 'Played'), { recursive: true });
    renameSync(join(folder, 'Final.docx'), join(folder, 'Played', 'Final.docx'));
    await filed(4);
    writeFileSync(join(folder, 'Played', 'Final.docx'), 'three');
    await filed(5);

    expect(ours(place, fileId)).toMatchObject({ fileName: 'Final.docx', folderId });
    expect(place.service.contentOf(matterId, fileId).map((version) => version.sha256)).toEqual(
      ['one', 'two', 'three'].map(sha256),
    );
    place.service.colleague.addVersion(theirs, 'theirs again');
    workspace.poller.look(matterId);
    const listed = (id: string) => workspace.stores.documents.document(matterId, id as FileId);
    await vi.waitFor(() => expect(listed(theirs)).toMatchObject({ versions: 2, folderId }), eventually);
    expect(listed(fileId)).toMatchObject({ versions: 3, folderId });
  },
);
