import { folderKey, type HistoryRecord } from '../documents/changes.ts';
import { firmRoleContact, type MatterRecord, matterWriter } from '../resources/matter-record.ts';
import type { MatterTypeRecord } from '../resources/matter-types.ts';
import { recordsOf } from '../store/records.ts';
import type { World } from '../world.ts';

const minute = 60_000;

/** Adds so many plain matters in one transaction; returns their ids. About 50,000 a second. */
export function seedMatters(world: World, count: number): string[] {
  const contacts = recordsOf(world.store, 'contact').all();
  const staff = recordsOf(world.store, 'staff').all();
  const types = recordsOf<MatterTypeRecord>(world.store, 'matterType')
    .all()
    .filter(({ value }) => value.type === 0);
  const writeMatter = matterWriter(world);
  const now = world.now();
  const add = world.store.transaction(() =>
    Array.from({ length: count }, (_, index) => {
      const clientId = contacts[index % contacts.length]?.id ?? '';
      const matter: MatterRecord = {
        number: `B/${String(index + 1).padStart(6, '0')}`,
        matterTypeId: types[index % types.length]?.id ?? '',
        clientIds: [clientId],
        otherSideIds: [],
        title: `Bulk matter ${index + 1}`,
        description: `Matter made for a measurement, number ${index + 1}`,
        status: index % 5 === 4 ? 'Closed' : 'Open',
        isLead: false,
        openedAt: now - (index % 1000) * 24 * 60 * minute,
        personResponsibleStaffId: staff[index % staff.length]?.id ?? null,
        personAssistingStaffId: null,
        roles: [{ id: world.newId(), name: 'Attorney', contactId: firmRoleContact, relationships: [] }],
        layoutIds: [],
        more: {},
      };
      const id = world.newId();
      writeMatter(id, matter);
      return id;
    }),
  );
  return add();
}

/**
 * Adds so many entries to one folder's history: documents being created, and every fourth entry a new version of the
 * one before. The documents have no content. Returns the ids of the documents.
 */
export function seedHistory(
  world: World,
  matterId: string,
  folderId: string | null,
  count: number,
): string[] {
  const userId = recordsOf(world.store, 'staff').all()[0]?.id ?? '';
  const now = world.now();
  const addFile = world.store.prepare(
    `insert into files (id, matter_id, folder_id, name, is_favorite, additional) values (?, ?, ?, ?, 0, '{}')`,
  );
  const addEntry = world.store.prepare('insert into history (id, matter_id, at, entry) values (?, ?, ?, ?)');
  const addToFolder = world.store.prepare(
    'insert into history_folders (matter_id, folder_key, seq) values (?, ?, ?)',
  );
  const fileIds: string[] = [];
  world.store.transaction(() => {
    let current = { id: '', name: '' };
    for (let index = 0; index < count; index += 1) {
      const isVersion = index % 4 === 3;
      if (!isVersion) {
        current = { id: world.newId(), name: `Document ${index + 1}.docx` };
        addFile.run(current.id, matterId, folderId, current.name);
        fileIds.push(current.id);
      }
      const record: HistoryRecord = {
        type: 'file',
        change: isVersion ? 'newVersion' : 'create',
        fileId: current.id,
        folderId,
        name: current.name,
        parentId: folderId,
        documentVersionId: world.newId(),
        userId,
      };
      const { lastInsertRowid } = addEntry.run(
        world.newId(),
        matterId,
        now - (count - index) * minute,
        JSON.stringify(record),
      );
      addToFolder.run(matterId, folderKey(folderId), lastInsertRowid);
    }
  })();
  return fileIds;
}
