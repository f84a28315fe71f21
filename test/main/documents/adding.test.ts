import { readFileSync } from 'node:fs';
import { appendFile, mkdir, mkdtemp, readdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { Adding } from '../../../main/documents/adding.ts';
import { addedNotice } from '../../../renderer/words/adding.ts';
import { matterIdSchema } from '../../../shared/model/index.ts';

const matterId = matterIdSchema.parse('m1');
const many = Array.from({ length: 50 }, (_none, index) => `/scans/${index}.pdf`);
const lot = { matterId, folderId: null, folderName: 'Scans', paths: many };

const refusalOf = (code: 'not-here' | 'still-written') => ({
  ...{ code, what: 'It was not added.', why: 'It cannot be read.', next: 'Look.' },
});

type Refused = Readonly<Record<string, 'not-here' | 'still-written'>>;
type Batch = { readonly paths: readonly string[]; answer(refused?: Refused): void; fail(): void };

/** A computer whose engine adds what it is asked to once the test lets it. */
async function computer() {
  const directory = await mkdtemp(path.join(tmpdir(), 'matterline-'));
  const file = path.join(directory, 'adding.jsonl');
  const who: { person: string | null; signIn: string | null } = { person: 'ann', signIn: 'one' };
  const batches: Batch[] = [];
  const add = ({ paths }: { paths: readonly string[] }) => {
    const added = Promise.withResolvers<unknown>();
    batches.push({
      paths,
      answer: (refused = {}) =>
        added.resolve(
          paths.map((one) => {
            const code = refused[one];
            return code
              ? { path: one, outcome: 'refused', refusal: refusalOf(code) }
              : { path: one, outcome: 'added', name: path.basename(one) };
          }),
        ),
      fail: () => added.reject(new Error('the engine died')),
    });
    return added.promise;
  };
  const link = { client: { documents: { add } }, ended: new AbortController().signal };
  const start = () =>
    Adding.open({
      file,
      engine: { ready: async () => link } as never,
      person: () => who.person,
      signIn: () => who.signIn,
      log: () => {},
    });
  const asked = async (count: number) => {
    await expect.poll(() => batches.length).toBe(count);
    return batches[count - 1] as Batch;
  };
  return { directory, file, who, start, asked, batches };
}

test('what was dropped is added whatever page is there, counts until then, and is told to the next page once', async () => {
  const { start, asked, directory, file } = await computer();
  const adding = await start();
  await adding.add(lot, []);
  expect(adding.left).toBe(50);
  (await asked(1)).answer();
  await asked(2);
  expect(adding.view.now).toEqual({ folderName: 'Scans', done: 20, of: 50, waitingFor: [] });
  expect(adding.left).toBe(30);
  (await asked(2)).answer();
  (await asked(3)).answer();
  await expect.poll(() => adding.view.ended).toMatchObject([{ matterId, left: 0, unsure: null }]);
  expect([adding.left, adding.view.now]).toEqual([0, null]);
  expect(adding.view.ended[0]?.outcomes).toHaveLength(50);
  // No page was there before the program ended, either.
  await expect.poll(() => readFileSync(file, 'utf8')).toContain('"ended"');
  const next = await start();
  expect(next.view.ended[0]?.outcomes).toHaveLength(50);
  await next.read(next.view.ended[0]?.id ?? '');
  expect(next.view.ended).toEqual([]);
  expect(await readdir(directory)).toEqual([]);
});

test.each(['ended', 'crashed'])(
  'what was not added when the program %s is told at the next start',
  async (how) => {
    const { start, asked, file } = await computer();
    const adding = await start();
    await adding.add(lot, []);
    (await asked(1)).answer();
    await asked(2);
    if (how === 'ended') adding.leave();
    else await appendFile(file, '{"id":"torn');
    const next = await start();
    const [ended] = next.view.ended;
    expect(ended).toMatchObject({ folderName: 'Scans', left: 10 });
    expect(ended?.outcomes).toHaveLength(20);
    expect(ended?.unsure?.paths).toEqual(many.slice(20, 40));
    const notice = addedNotice(ended?.outcomes ?? [], 'Scans', ended?.left, ended?.unsure ?? null);
    expect(notice?.lines.join(' ')).toContain('10 more were not added');
    expect(next.left).toBe(0);
  },
);

test('what was refused before the program ended is told at the next start, by its name', async () => {
  const { start, asked } = await computer();
  const adding = await start();
  await adding.add(lot, []);
  (await asked(1)).answer({ '/scans/3.pdf': 'not-here' });
  await asked(2);
  adding.leave();
  const [ended] = (await start()).view.ended;
  const notice = addedNotice(ended?.outcomes ?? [], 'Scans', ended?.left, ended?.unsure ?? null);
  expect(notice).toMatchObject({ title: 'Added 19 documents to Scans, 1 document not added' });
  expect(notice?.lines[0]).toContain('“3.pdf”');
});

test('what was still being written counts as left while it is waited for, and at the next start as perhaps added', async () => {
  const { start, asked } = await computer();
  const adding = await start();
  await adding.add({ ...lot, paths: ['/a.pdf', '/scan.pdf', '/b.pdf'] }, []);
  (await asked(1)).answer({ '/scan.pdf': 'still-written', '/b.pdf': 'not-here' });
  expect((await asked(2)).paths).toEqual(['/scan.pdf']);
  expect([adding.left, adding.view.now?.waitingFor]).toEqual([1, ['/scan.pdf']]);
  adding.leave();
  const [ended] = (await start()).view.ended;
  expect(ended).toMatchObject({ left: 0, unsure: { paths: ['/scan.pdf'] } });
  expect(ended?.outcomes.map(({ path: one, outcome }) => [one, outcome])).toEqual([
    ['/a.pdf', 'added'],
    ['/b.pdf', 'refused'],
  ]);
});

test('a program that was ending and goes on adds what is left, and nothing twice', async () => {
  const { start, asked, batches } = await computer();
  const adding = await start();
  await adding.add(lot, []);
  (await asked(1)).answer();
  const second = await asked(2);
  adding.leave();
  adding.goOn();
  second.answer();
  const third = await asked(3);
  adding.leave();
  third.answer({ '/scans/49.pdf': 'not-here' });
  await expect.poll(() => adding.left).toBe(0);
  adding.goOn();
  await expect.poll(() => adding.view.ended).toMatchObject([{ left: 0, unsure: null }]);
  expect(batches.flatMap(({ paths }) => paths)).toEqual(many);
  expect(adding.view.ended[0]?.outcomes.filter(({ outcome }) => outcome === 'refused')).toHaveLength(1);
});

test('nobody else is told of it, and nothing more is added in the folders of whoever signs in next', async () => {
  const { start, asked, who, batches } = await computer();
  const adding = await start();
  await adding.add(lot, []);
  const first = await asked(1);
  who.person = 'ben';
  who.signIn = 'two';
  expect(adding.view).toEqual({ now: null, ended: [] });
  first.answer();
  await expect.poll(() => adding.left).toBe(0);
  expect(batches).toHaveLength(1);
  expect(adding.view.ended).toEqual([]);
  who.person = 'ann';
  expect(adding.view.ended).toMatchObject([{ left: 30 }]);
  await adding.forget('ben');
  expect(adding.view.ended).toHaveLength(1);
  await adding.forget('ann');
  expect(adding.view.ended).toEqual([]);
});

test('lots are added one after the other, and stopping stops all of them', async () => {
  const { start, asked } = await computer();
  const adding = await start();
  await adding.add(lot, []);
  await adding.add({ ...lot, folderName: 'More', paths: ['/a.pdf'] }, []);
  expect(adding.left).toBe(51);
  const first = await asked(1);
  adding.stop();
  first.answer();
  await expect
    .poll(() => adding.view.ended)
    .toMatchObject([
      { folderName: 'Scans', left: 30 },
      { folderName: 'More', left: 1 },
    ]);
  await adding.add({ ...lot, paths: ['/b.pdf'] }, []);
  (await asked(2)).answer();
  await expect.poll(() => adding.view.ended.length).toBe(3);
});

test('an engine that dies leaves what may have been added, and the rest, to be told', async () => {
  const { start, asked } = await computer();
  const adding = await start();
  await adding.add(lot, []);
  (await asked(1)).fail();
  await expect.poll(() => adding.view.ended).toMatchObject([{ left: 30 }]);
  expect(adding.view.ended[0]?.unsure?.paths).toEqual(many.slice(0, 20));
});

test('nothing is begun that cannot be written down first', async () => {
  const { start, file, batches } = await computer();
  const adding = await start();
  await mkdir(file);
  expect(await adding.add(lot, [])).toMatchObject({ ok: false, error: { what: 'Nothing was added.' } });
  expect([adding.left, batches.length]).toEqual([0, 0]);
});
