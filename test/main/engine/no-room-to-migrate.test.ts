import { renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { EnginePorts } from '../../../main/engine/compose.ts';
import { captured, captureWithin, fullDisk, isCaptured } from '../../support/no-room.ts';
import { eventually, openWorkplace, sha256 } from '../../support/workplace.ts';

test('without room to migrate, saves are captured and the person is told; once there is room each is filed, once and in order', async () => {
  const { disk, between } = fullDisk();
  await using place = await openWorkplace({ ports: between, speedUp: 10 });
  const save = (name: string, content: string) => writeFileSync(join(place.folder, name), content);
  save('Brief.docx', 'brief one');
  save('Claim.docx', 'claim');
  await place.allFiled(2);
  disk.isFull = true;
  await place.restartEngine();
  expect(place.engine.workspace).toBeNull();
  const told = () => ({
    what: place.engine.status.value.blockedBy?.what,
    count: place.engine.status.value.problems,
  });
  await expect.poll(told, eventually).toEqual({ what: expect.stringContaining('no room'), count: 1 });
  await captureWithin(place, 'Brief.docx', 'brief two', 1);
  await captureWithin(place, 'Brief.docx', 'brief three', 2);
  await captureWithin(place, 'New.docx', 'new one', 3);
  await captureWithin(place, 'New.docx', 'new two', 4);
  // The program ends and starts again meanwhile: nothing is captured twice.
  await place.restartEngine();
  await captureWithin(place, 'Large.pdf', 'large '.repeat(20_000), 5);
  renameSync(join(place.folder, 'Claim.docx'), join(place.folder, 'Claim, amended.docx'));
  await isCaptured(place, 6);

  disk.isFull = false;
  await expect.poll(() => place.engine.workspace, eventually).not.toBeNull();
  await expect.poll(() => place.engine.blockedBy, eventually).toBeNull();
  await place.allFiled(8);
  expect(place.versionsOf('Brief.docx')).toEqual(['brief one', 'brief two', 'brief three'].map(sha256));
  expect(place.versionsOf('New.docx')).toEqual(['new one', 'new two'].map(sha256));
  expect(place.versionsOf('Large.pdf')).toEqual([sha256('large '.repeat(20_000))]);
  expect(place.versionsOf('Claim, amended.docx')).toEqual([sha256('claim')]);
  expect(place.versionsOf('Claim.docx')).toEqual([]);
  expect(captured(place)).toEqual([]);
  expect(place.workspace.stores.saves.problems()).toEqual([]);
  await place.restartEngine();
  expect(place.states()).toHaveLength(8);
});

test('killed after taking over and before it is said so, nothing is taken over twice', async () => {
  const { disk, between } = fullDisk();
  let isKilled = true;
  const kept = (ports: EnginePorts): EnginePorts => {
    const through = between(ports);
    const { meanwhile } = through;
    if (!meanwhile) return through;
    return {
      ...through,
      meanwhile: { ...meanwhile, remove: (of) => void (isKilled || meanwhile.remove(of)) },
    };
  };
  await using place = await openWorkplace({ ports: kept, speedUp: 10 });
  disk.isFull = true;
  await place.restartEngine();
  await captureWithin(place, 'Brief.docx', 'brief', 1);
  disk.isFull = false;
  await place.restartEngine();
  await place.allFiled(1);
  expect(captured(place)).toHaveLength(1);
  await place.restartEngine();
  expect(place.states()).toEqual(['filed']);
  isKilled = false;
  await place.restartEngine();
  expect(captured(place)).toEqual([]);
  expect(place.states()).toEqual(['filed']);
});
