import { expect, test } from 'vitest';
import { checkFolder } from '../../../../main/engine/features/folders/folder-health.ts';
import type { FileFacts, Files } from '../../../../main/engine/platform/files.ts';
import { systemFiles } from '../../../../main/engine/platform/system-files.ts';
import type { LinkStore } from '../../../../main/engine/store/links.ts';
import type { MatterId } from '../../../../shared/model/index.ts';

const directory = (device: number): FileFacts => ({
  kind: 'directory',
  size: 0,
  modified: '0',
  changed: '0',
  inode: `${device}:1:0`,
});
const links = (several: boolean) =>
  ({
    hasSeveralFiles: () => several,
    directoryOf: () => '1:1:0',
    anyFile: () => undefined,
  }) as unknown as LinkStore;
const folder = { matterId: 'm' as MatterId, path: '/m' };
const disk = (files: Partial<Files>): Files => ({
  ...systemFiles,
  facts: async () => directory(1),
  holdsAny: async () => true,
  mayWrite: async () => true,
  ...files,
});

test('a vanished, an emptied and a read-only folder are each a trouble of their own', async () => {
  const look = (files: Partial<Files>, several = true) =>
    checkFolder({ files: disk(files), links: links(several) }, folder);
  expect((await look({})).issue).toBeNull();
  expect((await look({ facts: async () => null })).issue).toBe('missing');
  expect((await look({ holdsAny: async () => false })).issue).toBe('emptied');
  expect((await look({ holdsAny: async () => false }, false)).issue).toBeNull();
  expect((await look({ mayWrite: async () => false })).issue).toBe('read-only');
  expect((await look({ facts: () => Promise.reject(new Error('no')) })).issue).toBe('unreadable');
});

test('a folder that is moved away while it is looked at is missing, not forbidden', async () => {
  const gone = () => Promise.reject(Object.assign(new Error('gone'), { code: 'ENOENT' }));
  const look = (files: Partial<Files>) => checkFolder({ files: disk(files), links: links(true) }, folder);
  expect((await look({ holdsAny: gone })).issue).toBe('missing');
  expect((await look({ mayWrite: gone })).issue).toBe('missing');
});

test('an empty folder on another device than its only document was has lost its drive', async () => {
  const look = (device: number) => {
    const stood = {
      hasSeveralFiles: () => false,
      directoryOf: () => '1:1:0',
      anyFile: () => ({ inode: `${device}:5:0` }),
    };
    return checkFolder(
      { files: disk({ holdsAny: async () => false }), links: stood as unknown as LinkStore },
      folder,
    );
  };
  expect((await look(7)).issue).toBe('emptied');
  expect((await look(1)).issue).toBeNull();
});
