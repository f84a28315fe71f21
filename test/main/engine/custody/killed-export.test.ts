import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { CustodyExporter } from '../../../../main/engine/features/custody/export.ts';
import { StagingFiles } from '../../../../main/engine/features/folders/staging-files.ts';
import type { Files } from '../../../../main/engine/platform/files.ts';
import { systemFiles } from '../../../../main/engine/platform/system-files.ts';
import { systemClock } from '../../../../shared/base/clock.ts';
import { openLog } from '../../../support/made-record.ts';

test('the empty file that keeps the name of an export free goes with the next start, if the program is killed there', async () => {
  await using log = openLog();
  const stagingFiles = () => new StagingFiles({ files: systemFiles, stores: log.stores, clock: systemClock });
  const path = join(log.directory, 'Custody log.json');
  const killed = Promise.withResolvers<void>();
  // As on Windows: the name is taken first; nothing comes after that.
  const moveNew: Files['moveNew'] = async (_from, to, reserving, reserved) => {
    reserving?.();
    writeFileSync(to, '');
    reserved?.((await systemFiles.facts(to))?.inode ?? '');
    killed.resolve();
    await new Promise(() => {});
  };
  const exporter = new CustodyExporter({
    files: { ...systemFiles, moveNew },
    custody: log.stores.custody,
    journal: stagingFiles(),
    uniqueName: () => 'x',
  });
  void exporter.export({ scope: 'all', matterId: null, fileId: null, format: 'json', path, version: '1.0' });
  await killed.promise;
  expect(existsSync(path)).toBe(true);
  const started = stagingFiles();
  await started.open();
  started.stop();
  expect(existsSync(path)).toBe(false);
});
