import { chmod, mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { Answering } from '../../../main/documents/answering.ts';
import { openDocument, openFolder } from '../../../main/documents/open.ts';
import { openWith } from '../../../main/documents/open-with.ts';
import { systemClock } from '../../../shared/base/clock.ts';
import { FakeClock } from '../../support/fake-clock.ts';

const folder = () => mkdtemp(path.join(tmpdir(), 'matterline-'));

const answering = new Answering(systemClock);

/** A system that opens everything and remembers it. */
function system(failure = '') {
  const opened: string[] = [];
  const openPath = async (file: string): Promise<string> => {
    opened.push(file);
    return failure;
  };
  return { opened, openPath };
}

test('a document is handed to the system', async () => {
  const file = path.join(await folder(), 'Brief.docx');
  await writeFile(file, 'text');
  const { opened, openPath } = system();
  expect(await openDocument(file, 'linux', openPath, answering)).toEqual({ ok: true, value: undefined });
  expect(opened).toEqual([file]);
});

test('what may be anything is asked about, with what it is, and opened once the person wants it', async () => {
  const file = path.join(await folder(), 'Model.xyz');
  await writeFile(file, 'text');
  const { opened, openPath } = system();
  expect(await openDocument(file, 'linux', openPath, answering, 'own', false)).toMatchObject({
    ok: false,
    error: { code: 'kind-not-known', why: expect.stringContaining('“.xyz”') },
  });
  expect(opened).toEqual([]);
  await openDocument(file, 'linux', openPath, answering, 'own', true);
  expect(opened).toEqual([file]);
});

test('a script is refused with a reason, and the system never sees it', async () => {
  const file = path.join(await folder(), 'Brief');
  await writeFile(file, '#!/bin/sh\n');
  await chmod(file, 0o755);
  const { opened, openPath } = system();
  expect(await openDocument(file, 'linux', openPath, answering)).toMatchObject({
    ok: false,
    error: { code: 'not-permitted', why: 'It is a program or script, not a document.' },
  });
  expect(opened).toEqual([]);
});

test('a page that the service sent is refused with a reason and a way, and the system never sees it', async () => {
  const file = path.join(await folder(), 'Brief.html');
  await writeFile(file, '<script></script>');
  const { opened, openPath } = system();
  expect(await openDocument(file, 'linux', openPath, answering, 'fetched')).toMatchObject({
    ok: false,
    error: {
      code: 'not-permitted',
      why: expect.stringContaining('can run scripts'),
      next: expect.stringContaining('Save a copy as…'),
    },
  });
  expect(opened).toEqual([]);
});

test('a page that the service sent without an ending is refused, where much stands before it', async () => {
  const file = path.join(await folder(), 'Contract');
  await writeFile(file, `${'\n'.repeat(1000)}<html>`);
  const { opened, openPath } = system();
  expect(await openDocument(file, 'linux', openPath, answering, 'fetched')).toMatchObject({
    ok: false,
    error: { code: 'not-permitted', why: expect.stringContaining('can run scripts') },
  });
  expect(opened).toEqual([]);
});

test('a document that is not here is named as such', async () => {
  expect(
    await openDocument(path.join(await folder(), 'gone.pdf'), 'linux', system().openPath, answering),
  ).toMatchObject({
    ok: false,
    error: { code: 'not-here', what: 'gone.pdf cannot be opened.' },
  });
});

test("the system's own words are passed on", async () => {
  const file = path.join(await folder(), 'plan.vsdx');
  await writeFile(file, 'PK');
  expect(await openDocument(file, 'linux', system('No application found').openPath, answering)).toMatchObject(
    {
      ok: false,
      error: { why: 'The system says: No application found' },
    },
  );
});

test('a matter folder is shown; what is no folder is not', async () => {
  const directory = await folder();
  const { opened, openPath } = system();
  expect(await openFolder(directory, openPath, answering)).toEqual({ ok: true, value: undefined });
  await writeFile(path.join(directory, 'run'), '');
  expect(await openFolder(path.join(directory, 'run'), openPath, answering)).toMatchObject({ ok: false });
  expect(await openFolder(path.join(directory, 'gone'), openPath, answering)).toMatchObject({
    ok: false,
    error: { code: 'folder-missing' },
  });
  expect(opened).toEqual([directory]);
});

/** A computer whose person always chooses this program. */
function chooser(program: string | null, starts = true) {
  const started: string[] = [];
  const start = async (command: string, words: readonly string[]): Promise<boolean> => {
    started.push([command, ...words].join(' | '));
    return starts;
  };
  return { started, ports: { chooseProgram: async () => program, start, systemRoot: 'C:\\Windows' } };
}

test('a document is opened with the program the person chooses, on each system in its way', async () => {
  const file = path.join(await folder(), 'Brief & notes.docx');
  await writeFile(file, 'text');
  const { started, ports } = chooser('/usr/bin/libreoffice');
  for (const platform of ['linux', 'darwin', 'win32'] as const) {
    expect(await openWith(file, platform, ports, answering)).toEqual({ ok: true, value: undefined });
  }
  expect(started).toEqual([
    `/usr/bin/libreoffice | ${file}`,
    `/usr/bin/open | -a | /usr/bin/libreoffice | ${file}`,
    `C:\\Windows\\System32\\rundll32.exe | shell32.dll,OpenAs_RunDLL | ${file}`,
  ]);
});

test('no program chosen opens nothing, one that does not start is said, and a script is opened with none', async () => {
  const place = await folder();
  const file = path.join(place, 'Brief.docx');
  await writeFile(file, 'text');
  const none = chooser(null);
  expect(await openWith(file, 'linux', none.ports, answering)).toMatchObject({ ok: true });
  const broken = chooser('/usr/bin/gone', false);
  expect(await openWith(file, 'linux', broken.ports, answering)).toMatchObject({
    ok: false,
    error: { why: expect.stringContaining('gone does not start'), next: 'Choose another program.' },
  });
  const script = path.join(place, 'Invoice.sh');
  await writeFile(script, 'rm -rf ~');
  expect(await openWith(script, 'linux', none.ports, answering)).toMatchObject({
    ok: false,
    error: { code: 'not-permitted' },
  });
  expect(none.started).toEqual([]);
});

test('on a drive that does not answer nothing is waited for longer than ten seconds, and the person is told', async () => {
  const clock = new FakeClock();
  const dead = new Answering(clock);
  for (let asked = 0; asked < 2; asked += 1) void dead.ask(() => new Promise(() => {}));
  const place = await folder();
  const file = path.join(place, 'Brief.docx');
  await writeFile(file, 'text');
  const { opened, openPath } = system();
  const { started, ports } = chooser('/usr/bin/libreoffice');
  const refusals = Promise.all([
    openDocument(file, 'linux', openPath, dead),
    openFolder(place, openPath, dead),
    openWith(file, 'linux', ports, dead),
  ]);
  await clock.advance(10_000);
  for (const refusal of await refusals)
    expect(refusal).toMatchObject({ ok: false, error: { why: expect.stringContaining('does not answer') } });
  expect([...opened, ...started]).toEqual([]);
});
