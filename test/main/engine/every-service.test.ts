import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import type { FileId } from '../../../shared/model/index.ts';
import type { Variants } from '../../service/index.ts';
import { defaultVariants } from '../../service/options.ts';
import { eventually, openWorkplace, sha256, type Workplace } from '../../support/workplace.ts';

/** What a service that is so is asked is asked in another file of tests, below `test/`. */
interface Elsewhere {
  readonly testedIn: string;
}

/** Every value of what the spec leaves open about matters, documents and history, each by itself. */
const values: { readonly [Name in keyof Variants]: readonly Variants[Name][] | Elsewhere } = {
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
  fileHistory: ['notOffered', 'offered'],
  documentFiles: ['notOffered', 'offered'],
  documentFolders: ['notOffered', 'offered'],
  fileSearch: ['notOffered', 'offered'],
  firmLists: ['notOffered', 'offered'],
  extraMembers: [true, false],
  // Nobody knows what such a folder is called, or which document such an entry tells of.
  historyFolders: { testedIn: 'main/engine/history/entries-as-they-come' },
  historyUnnamedFiles: { testedIn: 'main/engine/history/entries-as-they-come' },
  // Nothing new is filed.
  unknownFile: { testedIn: 'main/engine/filing' },
  newFileId: { testedIn: 'main/engine/upload/own-id' },
  storageRanges: { testedIn: 'main/engine/fetching/fetched-whole' },
  storageDigests: { testedIn: 'main/engine/fetching/fetching' },
  refreshTokens: { testedIn: 'main/sign-in/servers-as-they-are' },
  publicRefresh: { testedIn: 'main/sign-in/servers-as-they-are' },
  basicForm: { testedIn: 'main/sign-in/servers-as-they-are' },
  callbackIssuer: { testedIn: 'main/sign-in/servers-as-they-are' },
  openid: { testedIn: 'main/sign-in/who-signs-in' },
  newMatterNames: { testedIn: 'main/engine/service/lists-as-they-are' },
  matterStageSet: { testedIn: 'e2e/every-operation' },
  roleIds: { testedIn: 'main/engine/service/lists-as-they-are' },
  webhookDelivery: { testedIn: 'main/hub/webhooks' },
};
const isElsewhere = (value: object): value is Elsewhere => 'testedIn' in value;

test('what is tested elsewhere of a service is tested there', () => {
  const untested = Object.entries(values).filter(([name, value]) => {
    if (!isElsewhere(value)) return false;
    const file = join(import.meta.dirname, '../..', `${value.testedIn}.test.ts`);
    return !readFileSync(file, 'utf8').includes(name);
  });
  expect(untested.map(([name]) => name)).toEqual([]);
});

const alone = Object.entries(values).flatMap(([name, all]) =>
  (isElsewhere(all) ? [] : all)
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
