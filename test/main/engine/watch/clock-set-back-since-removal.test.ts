import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readProblem } from '../../../../main/engine/store/save-problem.ts';
import type { Clock } from '../../../../shared/base/clock.ts';
import { eventually, openWorkplace, sha256, type Workplace } from '../../../support/workplace.ts';

const day = 24 * 60 * 60_000;

/** A letter that was filed, and removed while the clock was ahead by most of a year. */
async function removedByWrongClock(): Promise<{
  place: Workplace;
  path: string;
  setAhead: (by: number) => void;
}> {
  let ahead = 300 * day;
  const shifted = (clock: Clock): Clock => ({
    now: () => clock.now() + ahead,
    steady: () => clock.steady(),
    timer: clock.timer.bind(clock),
    sleep: clock.sleep.bind(clock),
  });
  const place = await openWorkplace({ ports: (ports) => ({ ...ports, clock: shifted(ports.clock) }) });
  const path = join(place.folder, 'Letter.docx');
  writeFileSync(path, 'to the court');
  await place.allFiled();
  rmSync(path);
  const { links } = place.workspace.stores;
  await expect.poll(() => links.file(place.matterId, 'Letter.docx')?.removed, eventually).toBe(true);
  return { place, path, setAhead: (by) => (ahead = by) };
}

test('a document removed while the clock was ahead does not take in what is saved under its name for months after that', async () => {
  const { place, path, setAhead } = await removedByWrongClock();
  await using _ = place;
  await place.engine.stop();
  setAhead(100 * day);
  await place.restartEngine();
  writeFileSync(path, 'to somebody else');
  const codes = () =>
    place.workspace.stores.saves.problems().map(({ problem }) => readProblem(problem)?.code);
  await expect.poll(codes, eventually).toEqual(['already-filed']);
  expect(place.versionsOf('Letter.docx')).toEqual([sha256('to the court')]);
});

test('one that comes back right after the clock was set back is the same document', async () => {
  const { place, path, setAhead } = await removedByWrongClock();
  await using _ = place;
  setAhead(100 * day);
  writeFileSync(path, 'to the court, second draft');
  await place.allFiled(2);
  expect(place.versionsOf('Letter.docx')).toEqual(['to the court', 'to the court, second draft'].map(sha256));
});
