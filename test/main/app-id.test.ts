import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { takeAppId } from '../../main/app-id.ts';

test('on Windows notices and the taskbar show one program: the one that the installer names', () => {
  const installer = readFileSync(join(import.meta.dirname, '../../electron-builder.yml'), 'utf8');
  const [, named] = /^appId: (\S+)$/m.exec(installer) ?? [];
  const given: string[] = [];
  const app = { setAppUserModelId: (id: string) => void given.push(id) };
  takeAppId(app, 'linux');
  takeAppId(app, 'win32');
  expect(given).toEqual([named]);
});
