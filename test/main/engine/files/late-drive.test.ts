import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { link } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import type { EnginePorts } from '../../../../main/engine/compose.ts';
import { moveNewOn } from '../../../../main/engine/platform/move-new.ts';
import { fileIdOf, filesIn, restore, saved } from '../../../support/versions.ts';
import { openWorkplace, sha256 } from '../../../support/workplace.ts';

vi.setConfig({ testTimeout: 90_000 });

/** Matter folders are on a drive on which what changes a name is done only once it answers again. */
function lateDrive() {
  let answers = Promise.withResolvers<void>();
  answers.resolve();
  const underWay = new Set<Promise<unknown>>();
  const late = <Value>(work: Promise<Value>): Promise<Value> => {
    const done = work.finally(() => underWay.delete(done));
    underWay.add(done);
    done.catch(() => {});
    return done;
  };
  const ports = (real: EnginePorts): EnginePorts => {
    const { replaceExact } = real.files;
    const moveNew = moveNewOn({
      async link(from, to) {
        await answers.promise;
        await link(from, to);
      },
    });
    return {
      ...real,
      mountOf: (path) => (path.includes('matters') ? 'late' : ''),
      files: {
        ...real.files,
        moveNew: (...given) => late(moveNew(...given)),
        replaceExact: (...given) => late(answers.promise.then(() => replaceExact(...given))),
      },
    };
  };
  return {
    ports,
    becomesLate() {
      answers = Promise.withResolvers();
    },
    /** Resolves once all that it was asked is over. */
    async answers() {
      answers.resolve();
      await Promise.allSettled(underWay);
    },
  };
}

test('a document that was not restored because its drive did not answer is not replaced once it does', async () => {
  const drive = lateDrive();
  await using place = await openWorkplace({ ports: drive.ports, speedUp: 5 });
  const path = await saved(place, 'Brief.docx', 'one', 'two');
  drive.becomesLate();
  expect(await restore(place, 'Brief.docx', 'one')).toMatchObject({ ok: false });
  await drive.answers();
  expect(readFileSync(path, 'utf8')).toBe('two');
  expect(await restore(place, 'Brief.docx', 'one')).toEqual({ ok: true, value: 'restored' });
  expect(readFileSync(path, 'utf8')).toBe('one');
});

test('a document that was not renamed because its drive did not answer keeps its name once it does', async () => {
  const drive = lateDrive();
  await using place = await openWorkplace({ ports: drive.ports, speedUp: 5 });
  await saved(place, 'Brief.docx', 'one');
  const { renamer } = place.workspace;
  const asked = { matterId: place.matterId, fileId: fileIdOf(place, 'Brief.docx'), name: 'Claim.docx' };
  drive.becomesLate();
  expect(await renamer.rename(asked)).toMatchObject({ ok: false });
  await drive.answers();
  expect(filesIn(place.folder)).toEqual(['Brief.docx']);
  expect(await renamer.rename(asked)).toMatchObject({ ok: true });
  expect(filesIn(place.folder)).toEqual(['Claim.docx']);
});

test('a document that was not added because the drive did not answer is not there once it does', async () => {
  const drive = lateDrive();
  await using place = await openWorkplace({ ports: drive.ports, speedUp: 5 });
  const { adder } = place.workspace;
  const outside = join(place.directory, 'Brief.docx');
  writeFileSync(outside, 'a brief');
  const add = () => adder.add(place.matterId, null, [outside]);
  drive.becomesLate();
  expect(await add()).toMatchObject({ ok: true, value: [{ outcome: 'refused' }] });
  await drive.answers();
  expect(readdirSync(place.folder)).not.toContain('Brief.docx');
  expect(await add()).toMatchObject({ ok: true, value: [{ outcome: 'added', name: 'Brief.docx' }] });
  await place.allFiled();
  expect(place.versionsOf('Brief.docx')).toEqual([sha256('a brief')]);
  expect(existsSync(outside)).toBe(true);
});
