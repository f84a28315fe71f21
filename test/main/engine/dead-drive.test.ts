import { spawnSync } from 'node:child_process';
import { closeSync, mkdirSync, openSync, writeFileSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import type { EnginePorts } from '../../../main/engine/compose.ts';
import type { Files } from '../../../main/engine/platform/files.ts';
import type { MatterId } from '../../../shared/model/index.ts';
import { eventually, openWorkplace, sha256, type Workplace } from '../../support/workplace.ts';
import { filedAs, problemsOf } from './saving/desk.ts';

/**
 * A drive that can die: whatever is asked of a path on it keeps a thread of the system and does not return, as on a share
 * whose server is gone. Opening a pipe that nobody writes to does that.
 */
function mortalDrive(isOn: (path: string) => boolean) {
  let isDead = false;
  let pipe = '';
  const hang = async () => {
    const handle = await open(pipe, 'r');
    await handle.close();
  };
  const ports = (real: EnginePorts): EnginePorts => {
    const each = Object.entries(real.files).map(([name, operation]) => [
      name,
      async (...given: unknown[]) => {
        if (isDead && given.some((path) => typeof path === 'string' && isOn(path))) await hang();
        return Reflect.apply(operation, real.files, given);
      },
    ]);
    const read: Files['read'] = async function* (path, part) {
      if (isDead && isOn(path)) await hang();
      yield* real.files.read(path, part);
    };
    return {
      ...real,
      files: { ...Object.fromEntries(each), read },
      mountOf: (path) => (isOn(path) ? 'mortal' : ''),
    };
  };
  return {
    ports,
    die(directory: string) {
      pipe = join(directory, 'pipe');
      spawnSync('mkfifo', [pipe]);
      isDead = true;
      onTestFinished(() => this.comeBack());
    },
    comeBack() {
      if (!isDead) return;
      isDead = false;
      // A writer lets all those who wait to read go on.
      closeSync(openSync(pipe, 'r+'));
    },
  };
}

const silent = (place: Workplace) =>
  problemsOf(place).filter(({ what }) => what === 'The drive of the matter’s folder does not answer');

test.skipIf(process.platform === 'win32')(
  'a drive that does not answer stalls what lies on it alone, also at a start; what was saved there is filed once it answers',
  async () => {
    const drive = mortalDrive((path) => path.includes('Share'));
    await using place = await openWorkplace({ ports: drive.ports, speedUp: 4 });
    const shares = place.service.matterIds().slice(1, 5) as MatterId[];
    for (const [index, matterId] of shares.entries()) {
      const path = join(place.directory, 'matters', 'Share', String(index));
      mkdirSync(path, { recursive: true });
      expect(await place.workspace.linker.link(matterId, path)).toMatchObject({ ok: true });
      place.workspace.watches.add(matterId);
      for (const name of ['A', 'B', 'C']) writeFileSync(join(path, `${name}.docx`), `${name} of ${index}`);
    }
    place.workspace.poller.wake();
    await place.allFiled(3 * shares.length);

    drive.die(place.directory);
    for (const index of shares.keys()) {
      for (const name of ['A', 'B', 'C', 'New'])
        writeFileSync(
          join(place.directory, 'matters', 'Share', String(index), `${name}.docx`),
          `new ${name}`,
        );
    }
    const filed = async (name: string, content: string | Buffer) => {
      writeFileSync(join(place.folder, name), content);
      await expect.poll(() => place.versionsOf(name), eventually).toContain(sha256(content));
    };
    await filed('Brief.docx', 'a brief');
    await filed('Recording.mp4', Buffer.alloc(20_000_000, 7));
    await expect.poll(() => silent(place).length, { ...eventually, timeout: 30_000 }).toBe(shares.length);
    await filed('Brief.docx', 'a second brief');

    // Something of ours is to be removed there, too.
    const leftOver = join(place.directory, 'matters', 'Share', '0', '.matterline-left');
    place.workspace.stores.matters.putSetting('restoring', JSON.stringify([leftOver]));
    await place.engine.stop();
    const restartedAt = performance.now();
    await place.restartEngine();
    expect(performance.now() - restartedAt).toBeLessThan(10_000);
    await filed('Claim.docx', 'a claim');
    await expect.poll(() => silent(place).length, { ...eventually, timeout: 30_000 }).toBe(shares.length);

    drive.comeBack();
    await expect.poll(() => silent(place), { ...eventually, timeout: 40_000 }).toEqual([]);
    for (const [index, matterId] of shares.entries()) {
      await expect
        .poll(() => filedAs(place, 'A.docx', matterId).flatMap(({ versions }) => versions), {
          ...eventually,
          timeout: 30_000,
        })
        .toEqual([`A of ${index}`, 'new A'].map(sha256));
    }
  },
);
