import { utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { trayStateOf } from '../../../../main/tray/tray-state.ts';
import { filingLine } from '../../../../renderer/words/engineLine.ts';
import type { EngineStatus } from '../../../../shared/model/index.ts';
import { eventually, openWorkplace } from '../../../support/workplace.ts';

test('“filed” is not said from the moment on that a document changed, and is said again when it is as it was', async () => {
  await using place = await openWorkplace();
  const path = join(place.folder, 'Brief.docx');
  writeFileSync(path, 'one');
  await place.allFiled();
  const { status } = place.engine;
  await expect.poll(() => filingLine(status.value), eventually).toBe('All saves filed');
  const told: EngineStatus[] = [];
  status.subscribe(() => told.push(status.value));
  utimesSync(path, new Date(), new Date());
  await expect.poll(() => told.at(0)?.unread, eventually).toBe(1);
  expect(told.map((one) => filingLine(one))[0]).toBe('1 changed file not read yet');
  expect(told.map((one) => trayStateOf(one).kind)[0]).not.toBe('filed');
  await expect.poll(() => status.value.unread, eventually).toBe(0);
  expect(filingLine(status.value)).toBe('All saves filed');
});
