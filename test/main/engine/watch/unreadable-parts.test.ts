import { chmodSync, mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import type { EnginePorts } from '../../../../main/engine/compose.ts';
import { UnreadableParts } from '../../../../main/engine/features/watch/unreadable-parts.ts';
import { systemFiles } from '../../../../main/engine/platform/system-files.ts';
import { unfiledOf } from '../../../../main/engine/sign-out/unfiled.ts';
import { FakeClock } from '../../../support/fake-clock.ts';
import { withoutPrivileges } from '../../../support/without-privileges.ts';
import { eventually, openWorkplace, sha256, type Workplace } from '../../../support/workplace.ts';
import { calm, problemsOf, rowOf } from '../saving/desk.ts';

/** A workplace that counts the looks at what lies in the subfolder “Closed”. */
async function openWithClosed(): Promise<{ place: Workplace; closed: string; looks: () => number }> {
  withoutPrivileges();
  let looks = 0;
  const ports = (real: EnginePorts): EnginePorts => ({
    ...real,
    files: {
      ...real.files,
      facts(path) {
        if (path.includes('Closed')) looks += 1;
        return real.files.facts(path);
      },
    },
  });
  const place = await openWorkplace({ ports });
  const closed = join(place.folder, 'Closed');
  mkdirSync(closed);
  return { place, closed, looks: () => looks };
}

const unreadable = (place: Workplace) =>
  problemsOf(place).filter(({ what }) => what.includes('cannot be read'));
const nothingOpen = { unfinished: 0, kept: 0, unread: 0, looking: 0, adding: 0, requests: 0 };

test.skipIf(process.platform === 'win32')(
  'an unreadable subfolder is a problem, is hardly asked, and blocks nothing; readable again, what was saved in it is filed',
  async () => {
    const { place, closed, looks } = await openWithClosed();
    await using _ = place;
    for (let number = 0; number < 30; number += 1)
      writeFileSync(join(closed, `Letter ${number}.docx`), `letter ${number}`);
    await place.allFiled(30);
    await place.engine.stop();
    chmodSync(closed, 0o000);
    await place.restartEngine();
    await expect
      .poll(() => unreadable(place), eventually)
      .toMatchObject([
        { what: 'The folder “Closed” cannot be read', why: expect.stringContaining('EACCES') },
      ]);
    await calm(place);
    await expect.poll(() => unfiledOf(place.workspace), eventually).toEqual(nothingOpen);
    const before = looks();
    await sleep(4_000);
    expect(looks() - before).toBeLessThanOrEqual(2);
    expect(rowOf(place, 'Letter 1.docx')?.state).toBe('filed');

    chmodSync(closed, 0o700);
    writeFileSync(join(closed, 'Letter 1.docx'), 'the new letter 1');
    await expect.poll(() => unreadable(place), { ...eventually, timeout: 30_000 }).toEqual([]);
    await expect
      .poll(() => place.versionsOf('Letter 1.docx'), eventually)
      .toContain(sha256('the new letter 1'));
  },
);

test.skipIf(process.platform === 'win32')(
  'a subfolder that becomes unreadable while it is watched, with saves that have just been made in it, blocks nothing',
  async () => {
    const { place, closed } = await openWithClosed();
    await using _ = place;
    writeFileSync(join(closed, 'Brief.docx'), 'one');
    await place.allFiled(1);
    writeFileSync(join(closed, 'Brief.docx'), 'two');
    // Not settled yet, and never to be looked at.
    await expect.poll(() => place.workspace.watches.unread, { ...eventually, interval: 1 }).toBe(1);
    chmodSync(closed, 0o000);
    await expect.poll(() => unreadable(place), eventually).toHaveLength(1);
    await expect.poll(() => unfiledOf(place.workspace), eventually).toEqual(nothingOpen);
    chmodSync(closed, 0o700);
    await expect
      .poll(() => place.versionsOf('Brief.docx'), { ...eventually, timeout: 30_000 })
      .toEqual(['one', 'two'].map(sha256));
    renameSync(closed, join(place.folder, 'Opened'));
    await calm(place);
  },
);

test('what may not be looked into is asked ever more seldom, and by nobody for what lies in it', async () => {
  const clock = new FakeClock();
  const asked: string[] = [];
  let isClosed = true;
  const closed = (path: string) => {
    asked.push(path);
    if (isClosed) throw Object.assign(new Error('closed'), { code: 'EACCES' });
  };
  const told: unknown[] = [];
  const parts = new UnreadableParts({
    files: {
      ...systemFiles,
      holdsAny: async (path) => {
        if (path.endsWith('Closed')) closed(path);
        return true;
      },
      facts: async () => null,
    },
    clock,
    root: '/matter',
    onChange: (...change) => told.push(change),
  });
  expect(await parts.holds('')).toBe(false);
  expect(await parts.holds('Open/Brief.docx')).toBe(false);
  expect(await parts.holds('Closed/Deep/Brief.docx')).toBe(true);
  expect(await parts.holds('Closed/Claim.docx')).toBe(true);
  expect(asked).toHaveLength(1);
  expect(told).toEqual([['Closed', 'EACCES']]);
  // An hour of looks, one in three seconds.
  for (let look = 0; look < 1200; look += 1) {
    await clock.advance(3_000);
    expect(await parts.tryAgain()).toBe(false);
  }
  expect(asked.length).toBeLessThan(25);
  isClosed = false;
  await clock.advance(5 * 60_000);
  expect(await parts.tryAgain()).toBe(true);
  expect(told).toEqual([
    ['Closed', 'EACCES'],
    ['Closed', null],
  ]);
  expect(await parts.holds('Closed/Claim.docx')).toBe(false);
});
