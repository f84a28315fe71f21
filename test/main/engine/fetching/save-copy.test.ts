import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createRouterClient } from '@orpc/server';
import { expect, onTestFinished, test } from 'vitest';
import { saveCopy } from '../../../../main/engine/features/fetching/save-copy.ts';
import { ViewCopies, viewName } from '../../../../main/engine/features/fetching/view-copies.ts';
import type { Files } from '../../../../main/engine/platform/files.ts';
import { systemFiles } from '../../../../main/engine/platform/system-files.ts';
import { engineRouter } from '../../../../main/engine/router.ts';
import { eventually, openWorkplace, sha256 } from '../../../support/workplace.ts';

/** Windows keeps what is written to a part of a file's name in the file itself: here, beside all files. */
function filesWithMarks() {
  const marks = new Map<string, string>();
  const files: Files = {
    ...systemFiles,
    async writeNew(path, chunks) {
      if (!path.endsWith(':Zone.Identifier')) return systemFiles.writeNew(path, chunks);
      for await (const chunk of chunks) marks.set(path, Buffer.from(chunk).toString());
    },
    async moveNew(from, to, ...more) {
      await systemFiles.moveNew(from, to, ...more);
      const mark = marks.get(`${from}:Zone.Identifier`);
      if (mark !== undefined) marks.set(`${to}:Zone.Identifier`, mark);
    },
  };
  return { files, marks };
}

const nowhereStaged = {
  begins: () => {},
  moved: async () => {},
  ends: (path: string) => systemFiles.removeOwn(path),
  moveBegins: () => {},
  moveReserved: () => {},
  moveEnds: () => {},
};

const linked = (root: string): string[] => [join(root, 'matter'), join(root, 'away')];

/** A view copy, a matter's folder, and a place for copies. */
async function desk(begins: (path: string) => void = () => {}, folders: (root: string) => string[] = linked) {
  const root = mkdtempSync(join(tmpdir(), 'matterline-copies-'));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  let names = 0;
  const { files, marks } = filesWithMarks();
  const ports = {
    files,
    stagingFiles: { ...nowhereStaged, begins },
    uniqueName: () => `${(names += 1)}`,
    now: () => Date.now(),
  };
  const copies = new ViewCopies({ ...ports, directory: join(root, 'views'), marksOrigin: true });
  const copy = await copies.begin();
  await copy.write(Buffer.from('theirs'));
  const from = await copy.keep('a'.repeat(24), sha256('theirs'), 'Draft.docx');
  for (const name of ['matter', 'desk']) mkdirSync(join(root, name));
  const save = (to: string, given = from) =>
    saveCopy({ ...ports, viewCopies: copies }, given, to, () => folders(root));
  return { root, from, save, marks };
}

test('a copy is saved where the person wants it, and can be changed there', async () => {
  const { root, save } = await desk();
  const to = join(root, 'desk', 'Draft.docx');
  expect(await save(to)).toEqual({ ok: true, value: { path: to } });
  expect(readFileSync(to, 'utf8')).toBe('theirs');
  writeFileSync(to, 'mine');
  expect(readdirSync(join(root, 'desk'))).toEqual(['Draft.docx']);
});

test('a copy that is saved is marked as coming from elsewhere, as the one it is made of', async () => {
  const { root, save, marks } = await desk();
  const to = join(root, 'desk', 'Draft.docx');
  await save(to);
  expect(marks.get(`${to}:Zone.Identifier`)).toContain('ZoneId=3');
});

test('a kill while a copy is saved leaves nothing half in the folder that the person chose', async () => {
  let dies = false;
  await using place = await openWorkplace({
    ports: (real) => ({
      ...real,
      files: {
        ...real.files,
        sync: (path) => (dies && path.includes('chosen') ? new Promise(() => {}) : real.files.sync(path)),
      },
    }),
  });
  const chosen = join(place.directory, 'chosen');
  mkdirSync(chosen);
  const copy = await place.workspace.viewCopies.begin();
  await copy.write(Buffer.from('theirs'));
  const from = await copy.keep('a'.repeat(24), sha256('theirs'), 'Draft.docx');
  dies = true;
  const { documents } = createRouterClient(engineRouter(place.engine, () => {}));
  void documents.saveFetched({ from, to: join(chosen, 'Draft.docx') });
  await expect.poll(() => readdirSync(chosen).length, eventually).toBe(1);
  await place.restartEngine();
  await expect.poll(() => readdirSync(chosen), eventually).toEqual([]);
});

test('a copy is saved through a link to a folder, and stands at the path that the person chose', async () => {
  const { root, save } = await desk();
  symlinkSync(join(root, 'desk'), join(root, 'link'));
  const to = join(root, 'link', 'Draft.docx');
  expect(await save(to)).toEqual({ ok: true, value: { path: to } });
  expect(readdirSync(join(root, 'desk'))).toEqual(['Draft.docx']);
});

test('what somebody wrote into a copy is not saved as what was fetched', async () => {
  const { root, from, save } = await desk();
  chmodSync(from, 0o600);
  writeFileSync(from, 'my notes');
  const to = join(root, 'desk', 'Draft.docx');
  expect(await save(to)).toMatchObject({ ok: false, error: { why: expect.stringContaining('changed') } });
  expect(readdirSync(join(root, 'desk'))).toEqual([]);
});

test('nothing is put into a folder that was linked to a matter while the copy was written', async () => {
  let looks = 0;
  const { root, save } = await desk(undefined, (at) =>
    (looks += 1) === 1 ? linked(at) : [...linked(at), join(at, 'desk')],
  );
  const to = join(root, 'desk', 'Draft.docx');
  expect(await save(to)).toMatchObject({ ok: false, error: { code: 'folder-linked-elsewhere' } });
  expect(readdirSync(join(root, 'desk'))).toEqual([]);
});

test('a place that is away leaves nothing that would be looked for later', async () => {
  const begun: string[] = [];
  const { root, save } = await desk((path) => begun.push(path));
  expect(await save(join(root, 'nowhere', 'x'))).toMatchObject({ ok: false, error: { code: 'not-here' } });
  expect(begun).toEqual([]);
});

test('nothing that is there is overwritten', async () => {
  const { root, save } = await desk();
  const to = join(root, 'desk', 'Draft.docx');
  writeFileSync(to, 'mine');
  expect(await save(to)).toEqual({ ok: true, value: { path: join(root, 'desk', 'Draft (2).docx') } });
  expect(readFileSync(to, 'utf8')).toBe('mine');
});

test('no copy is put into a matter’s folder, by whatever way', async () => {
  const { root, save } = await desk();
  symlinkSync(join(root, 'matter'), join(root, 'desk', 'short cut'));
  mkdirSync(join(root, 'matter', 'Drafts'));
  for (const below of ['matter', 'matter/Drafts', 'desk/short cut']) {
    expect(await save(join(root, below, 'Draft.docx'))).toMatchObject({
      ok: false,
      error: { code: 'folder-linked-elsewhere' },
    });
  }
  expect(readdirSync(join(root, 'matter'))).toEqual(['Drafts']);
  // A folder that matters' folders lie in is none of them.
  expect((await save(join(root, 'Draft.docx'))).ok).toBe(true);
});

test('only a view copy is ever copied, and a place that is away is said to be', async () => {
  const { root, from, save } = await desk();
  writeFileSync(join(root, 'secret'), 'secret');
  const to = join(root, 'desk', 'x');
  for (const other of [
    join(root, 'secret'),
    join(from, '../../../secret'),
    join(root, 'views', 'unfinished', 'x'),
  ])
    expect(await save(to, other)).toMatchObject({ ok: false, error: { code: 'not-here' } });
  expect(await save(join(root, 'nowhere', 'x'))).toMatchObject({ ok: false, error: { code: 'not-here' } });
  expect(readdirSync(join(root, 'desk'))).toEqual([]);
});

test('a view copy has the document’s name made safe, its ending, and the time of the version', () => {
  const at = new Date(2026, 10, 20, 14, 30).getTime();
  expect(viewName('Contract.docx', at)).toBe('Contract (2026-11-20 14.30).docx');
  expect(viewName('Contract.docx', null)).toBe('Contract.docx');
  expect(viewName('../../etc/passwd', null)).toBe('etc-passwd');
  expect(viewName('con.pdf', null)).toBe('_con.pdf');
  expect(viewName('…', at)).toMatch(/2026/);
  expect(viewName('', null)).toBe('Document');
  expect(viewName('invoice\u202excod.exe', null)).toBe('invoicexcod.exe');
  expect(viewName(`${'ä'.repeat(200)}.pdf`, at)).toMatch(/^ä{40} \(2026-11-20 14\.30\)\.pdf$/);
});
