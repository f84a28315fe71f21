import { mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { EnginePorts } from '../../../../main/engine/compose.ts';
import {
  at,
  filedByColleague,
  historyRead,
  knownFile,
  loggedKinds,
  placed,
  settled,
  twoWayPlace,
} from '../../../support/colleague-documents.ts';
import { wastebasket } from '../../../support/wastebasket.ts';
import { sha256 } from '../../../support/workplace.ts';

test('killed while a deleted document was set aside, and its drive away at the next start: nothing is told, and it is back with the drive', async () => {
  const basket = wastebasket();
  let isConnected = true;
  const ports = (real: EnginePorts): EnginePorts => {
    const { files, ...others } = basket.ports(real);
    return {
      ...others,
      files: {
        ...files,
        async facts(path) {
          const facts = await files.facts(path);
          const isOnDrive = isConnected && /\/Disk(\/|$)/.test(path);
          return facts && isOnDrive ? { ...facts, inode: facts.inode.replace(/^\d+/, '7') } : facts;
        },
      },
    };
  };
  const place = await twoWayPlace({ ports });
  const folder = place.service.colleague.createFolder(place.matterId, 'Disk');
  await historyRead(place);
  const id = await filedByColleague(place, 'Draft.docx', 'theirs', folder);
  await placed(place, id);
  const file = await knownFile(place, id);
  if (!file) throw new Error('not known');
  expect(file.inode).toMatch(/^7:/);
  place.workspace.downloadsOffered.set('off');
  place.service.colleague.deleteFile(id);
  await historyRead(place, folder);
  const { stores, vault } = place.workspace;
  const { matterId, fileId, inode, path } = file;
  const content = { matterId, fileId, sha256: sha256('theirs'), size: 6, path, removedAt: 1 };
  stores.removedContents.put({ ...content, until: Date.now() + 1_000_000 });
  await vault.capture(at(place, path));
  const seq = stores.history.newestSeqOf(matterId);
  const change = { matterId, fileId, seq, what: 'removed', from: path, to: path, inode, at: 1 } as const;
  stores.together(() => {
    stores.links.isEvicted(matterId, path);
    stores.followedChanges.put({ ...change, became: 'doing' });
  });
  await place.engine.stop();
  mkdirSync(at(place, 'Disk', '.matterline-leaving-x'));
  renameSync(at(place, path), at(place, 'Disk', '.matterline-leaving-x', 'Draft.docx'));
  // What is left where a drive is not connected.
  renameSync(at(place, 'Disk'), join(place.directory, 'unplugged'));
  mkdirSync(at(place, 'Disk'));
  isConnected = false;
  basket.state.isThere = false;
  for (const _ of ['the next start', 'the one after it']) {
    await place.restartEngine();
    await settled(place);
    expect(loggedKinds(place)).not.toContain('removed');
    await place.engine.stop();
  }
  rmSync(at(place, 'Disk'), { recursive: true });
  renameSync(join(place.directory, 'unplugged'), at(place, 'Disk'));
  isConnected = true;
  await place.restartEngine();
  await settled(place);
  const names = readdirSync(at(place, 'Disk'));
  expect(names).toContain('Draft.docx');
  expect(names.filter((name) => name.startsWith('.matterline-leaving'))).toEqual([]);
  expect(loggedKinds(place)).not.toContain('removed');
});
