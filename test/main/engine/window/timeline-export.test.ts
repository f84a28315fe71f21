import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { Projector } from '../../../../main/engine/features/history/projector.ts';
import { systemFiles } from '../../../../main/engine/platform/system-files.ts';
import { exportTimeline } from '../../../../main/engine/view/timeline-export.ts';
import type { MatterId } from '../../../../shared/model/index.ts';
import { noJournal } from '../../../support/no-journal.ts';
import { everything } from '../../../support/whole-timeline.ts';
import { emptyStores, takeInto } from '../history/projected.ts';

const matterId = 'matter-1' as MatterId;

test('a timeline becomes a CSV file that no spreadsheet runs, beside what stands there already', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'matterline-test-'));
  const stores = emptyStores();
  const names = ['=HYPERLINK("http://x")', ' +1', '@a, "b"', 'two\nlines', 'Plain.docx'];
  takeInto(
    stores,
    new Projector(stores),
    matterId,
    Array.from({ length: 1_203 }, (_, index) => ({
      seq: 0,
      readFrom: '',
      raw: JSON.stringify({
        id: `e${index}`,
        timestamp: new Date(index * 1000).toISOString(),
        changeType: 'Create',
        file: { id: `d${index}` },
        newName: names[index % names.length],
      }),
    })),
  );
  const path = join(directory, 'Timeline.csv');
  writeFileSync(path, 'mine');
  const parts = { stores, files: systemFiles, journal: noJournal, uniqueName: () => 'unique' };
  const written = await exportTimeline(parts, { ...everything, matterId }, path);
  expect(written).toEqual({ ok: true, value: { path: join(directory, 'Timeline (2).csv') } });
  expect(readFileSync(path, 'utf8')).toBe('mine');
  expect(readdirSync(directory).toSorted()).toEqual(['Timeline (2).csv', 'Timeline.csv']);
  const text = readFileSync(join(directory, 'Timeline (2).csv'), 'utf8');
  const records = text.split('\r\n');
  expect(records).toHaveLength(1_205);
  expect(records[0]).toBe('\uFEFF"at","who","kind","rawKind","name","from","to","matter","fileId","id"');
  expect(text).toContain('"\'=HYPERLINK(""http://x"")"');
  expect(text).toContain('"\' +1"');
  expect(text).toContain('"\'@a, ""b"""');
  expect(text).toContain('"two\nlines"');
  const refused = await exportTimeline(parts, { ...everything, matterId }, join(directory, 'gone', 'x.csv'));
  expect(refused).toMatchObject({ ok: false, error: { code: 'folder-not-writable' } });
  rmSync(directory, { recursive: true });
});
