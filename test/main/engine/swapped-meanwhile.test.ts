import { mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { EnginePorts } from '../../../main/engine/compose.ts';
import type { FileFacts } from '../../../main/engine/platform/files.ts';
import type { MatterId } from '../../../shared/model/index.ts';
import { fullDisk, isCaptured } from '../../support/no-room.ts';
import { eventually, openWorkplace, sha256 } from '../../support/workplace.ts';

const hour = 3_600_000_000_000n;

/** Every file is an hour older than it is: none of them can be what a program just wrote to save a document. */
const older = (ports: EnginePorts): EnginePorts => {
  const aged = <Facts extends FileFacts | null>(facts: Facts): Facts => {
    if (facts === null) return facts;
    const [device = '', inode = '', born = '0'] = facts.inode.split(':');
    return { ...facts, inode: `${device}:${inode}:${BigInt(born) - hour}` };
  };
  const facts: EnginePorts['files']['facts'] = async (path) => aged(await ports.files.facts(path));
  return { ...ports, files: { ...ports.files, facts } };
};

test.each([false, true])(
  'two documents that take each other’s names stay what they are, also while there is no room for the database: %s',
  async (isFull) => {
    const { disk, between } = fullDisk();
    await using place = await openWorkplace({ ports: (ports) => older(between(ports)) });
    const at = (name: string) => join(place.folder, name);
    writeFileSync(at('Claim.docx'), 'claim');
    writeFileSync(at('Defence.docx'), 'defence');
    await place.allFiled(2);
    const idOf = (name: string) =>
      place.service.filesOf(place.matterId).find(({ fileName }) => fileName === name)?.fileId as string;
    const [claim, defence] = [idOf('Claim.docx'), idOf('Defence.docx')];
    const swap = () => {
      renameSync(at('Claim.docx'), at('x'));
      renameSync(at('Defence.docx'), at('Claim.docx'));
      renameSync(at('x'), at('Defence.docx'));
    };
    disk.isFull = isFull;
    await place.engine.stop();
    swap();
    await place.restartEngine();
    if (isFull) await isCaptured(place, 2);
    disk.isFull = false;
    await expect.poll(() => place.engine.workspace, eventually).not.toBeNull();
    await place.allFiled(4);
    const contents = (fileId: string) =>
      place.service.contentOf(place.matterId, fileId).map((one) => one.sha256);
    expect([contents(claim), contents(defence)]).toEqual([[sha256('claim')], [sha256('defence')]]);
  },
);

test('a file of another matter that was put over a document while there was no room is asked about, and filed as no version of it', async () => {
  const { disk, between } = fullDisk();
  await using place = await openWorkplace({ ports: between });
  const { stores, poller, linker, watches } = place.workspace;
  const other = place.service.matterIds()[1] as MatterId;
  const elsewhere = join(place.directory, 'matters', 'Other');
  mkdirSync(elsewhere);
  await expect.poll(() => stores.matters.get(other), eventually).toBeDefined();
  poller.look(other);
  await expect.poll(() => stores.history.checkedAt(other, null), eventually).not.toBeNull();
  await linker.link(other, elsewhere);
  watches.add(other);
  writeFileSync(join(place.folder, 'Lease.docx'), 'of this client');
  writeFileSync(join(elsewhere, 'Offer.docx'), 'of the other client');
  await place.allFiled(2);

  disk.isFull = true;
  await place.restartEngine();
  renameSync(join(elsewhere, 'Offer.docx'), join(place.folder, 'Lease.docx'));
  await isCaptured(place, 1);
  disk.isFull = false;
  await expect.poll(() => place.engine.workspace, eventually).not.toBeNull();
  const problems = () =>
    place.workspace.stores.saves
      .open()
      .flatMap(({ state, problem }) => (state === 'problem' ? [problem] : []));
  await expect.poll(problems, eventually).toEqual([expect.stringContaining('already-filed')]);
  expect(place.versionsOf('Lease.docx')).toEqual([sha256('of this client')]);
});
