import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { Linker } from '../../../../main/engine/features/folders/linker.ts';
import { systemFiles } from '../../../../main/engine/platform/system-files.ts';
import type { Stores } from '../../../../main/engine/store/stores.ts';
import { systemClock } from '../../../../shared/base/clock.ts';
import type { MatterId } from '../../../../shared/model/index.ts';
import { blankMatter } from '../../../support/blank-matter.ts';
import { emptyStores } from '../history/projected.ts';

const one = 'matter-1' as MatterId;
const other = 'matter-2' as MatterId;
let directory: string;
let stores: Stores;
let linker: Linker;

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'matterline-test-'));
  mkdirSync(join(directory, 'Claims', 'Drafts'), { recursive: true });
  mkdirSync(join(directory, 'Own'));
  stores = emptyStores();
  stores.matters.put(
    [one, other].map((id) => ({
      id,
      number: '1',
      title: id,
      ...blankMatter,
    })),
  );
  linker = new Linker({
    files: systemFiles,
    stores,
    clock: systemClock,
    ownDirectory: join(directory, 'Own'),
  });
});
afterEach(() => rmSync(directory, { recursive: true, force: true }));

/** What came of links, whichever was first. */
const codes = async (...links: ReturnType<Linker['link']>[]): Promise<string[]> =>
  (await Promise.all(links)).map((linked) => (linked.ok ? 'linked' : linked.error.code)).toSorted();

test('a matter that is linked twice at the same moment is linked once', async () => {
  const claims = join(directory, 'Claims');
  expect(await codes(linker.link(one, claims), linker.link(one, claims))).toEqual([
    'linked',
    'matter-already-linked',
  ]);
});

test('two matters that are linked at the same moment never share a folder, nor a part of one', async () => {
  const [claims, drafts] = [join(directory, 'Claims'), join(directory, 'Claims', 'Drafts')];
  expect(await codes(linker.link(one, claims), linker.link(other, drafts))).toEqual([
    'folder-inside-another',
    'linked',
  ]);
  for (const { matterId } of stores.links.all()) stores.links.unlink(matterId);
  expect(await codes(linker.link(one, claims), linker.link(other, claims))).toEqual([
    'folder-linked-elsewhere',
    'linked',
  ]);
});

test('what is linked while the system is asked about names is refused for what it is', async () => {
  const claims = join(directory, 'Claims');
  const slowly = (linkedMeanwhile: MatterId) =>
    new Linker({
      files: {
        ...systemFiles,
        // The first thing that is asked about other names of the folder.
        async real(path) {
          if (path === homedir() && !stores.links.of(linkedMeanwhile))
            await linker.link(linkedMeanwhile, claims);
          return systemFiles.real(path);
        },
      },
      stores,
      clock: systemClock,
      ownDirectory: join(directory, 'Own'),
    });
  expect(await codes(slowly(one).link(one, claims))).toEqual(['matter-already-linked']);
  stores.links.unlink(one);
  expect(await codes(slowly(one).link(other, claims))).toEqual(['folder-linked-elsewhere']);
});
