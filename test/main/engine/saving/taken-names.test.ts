import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { EnginePorts } from '../../../../main/engine/compose.ts';
import { registerTakenNames } from '../../../../main/engine/features/capture/taken-names.ts';
import type { FileFacts } from '../../../../main/engine/platform/files.ts';
import { eventually, sha256, type Workplace } from '../../../support/workplace.ts';
import { calm, filedAs, openDesk, problemsOf } from './desk.ts';

const hour = 3_600_000_000_000n;

/** Every file is an hour older than it is: none of them can be what a program just wrote to save a document. */
const older = (ports: EnginePorts): EnginePorts => {
  const aged = <Facts extends FileFacts | null>(facts: Facts): Facts => {
    if (facts === null) return facts;
    const [device = '', inode = '', born = '0'] = facts.inode.split(':');
    return { ...facts, inode: `${device}:${inode}:${BigInt(born) - hour}` };
  };
  const facts: EnginePorts['files']['facts'] = async (path) => aged(await ports.files.facts(path));
  return { ...ports, files: { ...ports.files, facts } };
};

interface Filed {
  readonly fileId: string;
  readonly versions: readonly string[];
}

/** What the service has under a name: one document. */
const filed = (place: Workplace, name: string): Filed | undefined => {
  const [one, ...others] = filedAs(place, name);
  expect(others).toEqual([]);
  return one && { fileId: one.fileId, versions: one.versions };
};

async function withDocuments(
  names: readonly string[],
  options: Parameters<typeof openDesk>[0] = { ports: older },
): Promise<{ place: Workplace; at: (name: string) => string; ids: ReadonlyMap<string, string> }> {
  const place = await openDesk(options);
  const at = (name: string) => join(place.folder, name);
  for (const name of names) {
    mkdirSync(join(at(name), '..'), { recursive: true });
    writeFileSync(at(name), `first ${name}`);
  }
  await place.allFiled(names.length);
  const nameOf = (name: string) => name.slice(name.lastIndexOf('/') + 1);
  const idOf = (name: string) =>
    filedAs(place, nameOf(name)).find(({ versions }) => versions[0] === sha256(`first ${name}`))?.fileId ??
    '';
  return { place, at, ids: new Map(names.map((name) => [name, idOf(name)])) };
}

type Rename = (from: string, to: string) => void;
const ways: readonly (readonly [string, (rename: Rename) => void, Record<string, string>])[] = [
  [
    'one is set aside and another takes its name',
    (rename) => {
      rename('Contract.docx', 'Contract v1.docx');
      rename('Draft.docx', 'Contract.docx');
    },
    { 'Contract v1.docx': 'Contract.docx', 'Contract.docx': 'Draft.docx', 'Third.docx': 'Third.docx' },
  ],
  [
    'two change names',
    (rename) => {
      rename('Contract.docx', 'x.docx');
      rename('Draft.docx', 'Contract.docx');
      rename('x.docx', 'Draft.docx');
    },
    { 'Draft.docx': 'Contract.docx', 'Contract.docx': 'Draft.docx', 'Third.docx': 'Third.docx' },
  ],
  [
    'each gets the name of the next',
    (rename) => {
      rename('Third.docx', 'Fourth.docx');
      rename('Draft.docx', 'Third.docx');
      rename('Contract.docx', 'Draft.docx');
    },
    { 'Draft.docx': 'Contract.docx', 'Third.docx': 'Draft.docx', 'Fourth.docx': 'Third.docx' },
  ],
];

const cases = ways.flatMap(([what, renameAll, expected]) =>
  (['open', 'closed'] as const).map((program) => ({ what, renameAll, expected, program })),
);

test.each(cases)(
  'documents that take each other’s names stay what they are: $what, the program is $program',
  async ({ renameAll, expected, program }) => {
    const { place, at, ids } = await withDocuments(['Contract.docx', 'Draft.docx', 'Third.docx']);
    await using _ = place;
    if (program === 'closed') await place.engine.stop();
    renameAll((from, to) => renameSync(at(from), at(to)));
    if (program === 'closed') await place.restartEngine();
    const now = () => Object.fromEntries(Object.keys(expected).map((name) => [name, filed(place, name)]));
    const wanted = Object.fromEntries(
      Object.entries(expected).map(([name, was]) => [
        name,
        { fileId: ids.get(was), versions: [sha256(`first ${was}`)] },
      ]),
    );
    await expect.poll(now, eventually).toEqual(wanted);
    await calm(place);
    expect(now()).toEqual(wanted);

    writeFileSync(at('Draft.docx'), 'second');
    await expect
      .poll(() => filed(place, 'Draft.docx')?.versions.at(-1) ?? sha256('second'), eventually)
      .toBe(sha256('second'));
    expect(problemsOf(place)).toEqual([]);
  },
);

test.each(['open', 'closed'])(
  'documents of one name stay what they are when directories that the service does not have change names: the program is %s',
  async (program) => {
    const names = [
      'Drafts/Index.docx',
      'Finals/Index.docx',
      'Drafts/Old/Index.docx',
      'Finals/Old/Index.docx',
    ];
    const { place, at, ids } = await withDocuments(names, {});
    await using _ = place;
    if (program === 'closed') await place.engine.stop();
    renameSync(at('Finals'), at('x'));
    renameSync(at('Drafts'), at('Finals'));
    if (program === 'open') renameSync(at('x'), at('Drafts'));
    if (program === 'closed') await place.restartEngine();
    await calm(place);
    const documents = filedAs(place, 'Index.docx');
    expect(new Set(documents.map(({ fileId }) => fileId))).toEqual(new Set(ids.values()));
    for (const { versions } of documents) expect(new Set(versions).size).toBe(1);
    const { stores } = place.workspace;
    const now = names.map(
      (name) => stores.links.fileOfDocument(place.matterId, ids.get(name) as never)?.path,
    );
    const other = program === 'open' ? 'Drafts' : 'x';
    expect(now).toEqual([
      'Finals/Index.docx',
      `${other}/Index.docx`,
      'Finals/Old/Index.docx',
      `${other}/Old/Index.docx`,
    ]);
    expect(problemsOf(place)).toEqual([]);
  },
);

test('a document put in the place of another, which is gone, is a version of that one', async () => {
  const { place, at, ids } = await withDocuments(['Contract.docx', 'Draft.docx']);
  await using _ = place;
  renameSync(at('Draft.docx'), at('Contract.docx'));
  await expect
    .poll(() => filed(place, 'Contract.docx'), eventually)
    .toEqual({
      fileId: ids.get('Contract.docx'),
      versions: [sha256('first Contract.docx'), sha256('first Draft.docx')],
    });
});

test('a program that takes its time to save and keeps the former file saves a version of the document', async () => {
  const { place, at, ids } = await withDocuments(['Plan.dwg'], {});
  await using _ = place;
  for (const [count, content] of ['second', 'third'].entries()) {
    // Long enough to be taken for a document itself.
    writeFileSync(at('sav4711.new'), content);
    const known = () => place.workspace.stores.links.file(place.matterId, 'sav4711.new')?.sha256;
    await expect.poll(known, eventually).toBe(sha256(content));
    rmSync(at('Plan.bak'), { force: true });
    renameSync(at('Plan.dwg'), at('Plan.bak'));
    renameSync(at('sav4711.new'), at('Plan.dwg'));
    await expect.poll(() => filed(place, 'Plan.dwg')?.versions.length, eventually).toBe(count + 2);
    await calm(place);
  }
  expect(filed(place, 'Plan.dwg')).toEqual({
    fileId: ids.get('Plan.dwg'),
    versions: ['first Plan.dwg', 'second', 'third'].map(sha256),
  });
});

test('a program that keeps former files under numbers saves versions of the document', async () => {
  const { place, at, ids } = await withDocuments(['Plan.dwg', 'Plan.1.dwg']);
  await using _ = place;
  renameSync(at('Plan.1.dwg'), at('Plan.2.dwg'));
  renameSync(at('Plan.dwg'), at('Plan.1.dwg'));
  writeFileSync(at('Plan.dwg'), 'second');
  await expect.poll(() => filed(place, 'Plan.dwg')?.versions.at(-1), eventually).toBe(sha256('second'));
  await calm(place);
  expect(filed(place, 'Plan.dwg')).toEqual({
    fileId: ids.get('Plan.dwg'),
    versions: ['first Plan.dwg', 'second'].map(sha256),
  });
});

test('two documents that took each other’s names descend from what was filed of them meanwhile', async () => {
  const { place } = await withDocuments(['Costs.xlsx', 'Order.pdf']);
  await using _ = place;
  const { stores } = place.workspace;
  const { matterId } = place;
  const known = (path: string) => {
    const file = stores.links.file(matterId, path);
    if (!file) throw new Error(`${path} is not known`);
    return file;
  };
  const costs = known('Costs.xlsx');
  const taken = [
    { file: costs, to: 'Order.pdf' },
    { file: known('Order.pdf'), to: 'Costs.xlsx' },
  ];
  // History shows a version of it between the look at both files and what is written down of it.
  const base = { entryId: 'filed meanwhile', upTo: costs.base.upTo + 1 };
  stores.links.raiseBase(matterId, costs.fileId, base);
  registerTakenNames(stores, matterId, taken, Date.now());
  expect(known('Order.pdf')).toMatchObject({ fileId: costs.fileId, base });
});
