import { spawnSync } from 'node:child_process';
import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, relative, resolve } from 'node:path';
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { engineRooms } from '../../scripts/layers/engine-rooms.ts';
import { layerRules } from '../../scripts/layers/rules.ts';

const project = resolve(import.meta.dirname, '..', '..');
const product = ['main', 'preload', 'renderer', 'shared'];
let copy: string;

beforeEach(async () => {
  copy = await mkdtemp(join(tmpdir(), 'matterline-layers-'));
});
afterEach(() => rm(copy, { recursive: true }));

type Planted = Readonly<Record<string, string>>;

// Each plants one kind of violation, and between them every way to write an import.
const violations: readonly [rule: string, how: string, files: Planted][] = [
  [
    'engine-without-electron',
    'an import of electron',
    { 'main/engine/planted.ts': "import { app } from 'electron';" },
  ],
  [
    'engine-without-electron',
    'a package for electron',
    { 'main/engine/planted.ts': "import 'electron-store';" },
  ],
  [
    'engine-without-electron',
    'a type from electron written in place',
    { 'main/engine/planted.ts': "export type Planted = import('electron').App;" },
  ],
  [
    'engine-stands-alone',
    'a type import of a file of main',
    {
      'main/planted.ts': 'export type Planted = 1;',
      'main/engine/planted.ts': "import type { Planted } from '../planted.ts';",
    },
  ],
  [
    'domain-is-pure',
    'a function that reads the database',
    {
      'main/engine/store/planted.ts': 'export {};',
      'main/engine/domain/planted.ts': "export * from '../store/planted.ts';",
    },
  ],
  ['domain-is-pure', 'a file of the disk', { 'main/engine/domain/planted.ts': "import 'node:fs';" }],
  [
    'main-starts-the-engine-as-a-file',
    'an import inside a method',
    {
      'main/engine/planted.ts': 'export {};',
      'main/planted.ts':
        "export class Planted { async load() { using x = await import('./engine/planted.ts'); } }",
    },
  ],
  [
    'hub-stands-alone',
    'a file of the engine’s store',
    {
      'main/engine/store/planted.ts': 'export {};',
      'main/hub/planted.ts': "import '../engine/store/planted.ts';",
    },
  ],
  ['hub-stands-alone', 'electron', { 'main/hub/planted.ts': "import 'electron';" }],
  [
    'hub-is-no-part-of-the-desktop',
    'a file of the hub in main',
    { 'main/hub/planted.ts': 'export {};', 'main/planted.ts': "import './hub/planted.ts';" },
  ],
  [
    'main-has-no-windows-inside',
    'an import of the renderer',
    { 'renderer/planted.tsx': 'export {};', 'main/planted.ts': "import '../renderer/planted.tsx';" },
  ],
  [
    'renderer-knows-only-the-contract',
    'an import of main beside JSX',
    {
      'main/planted.ts': 'export type Planted = 1;',
      'renderer/planted.tsx':
        "import type { Planted } from '../main/planted.ts';\nexport const View = (p: Planted) => <b>{p}</b>;",
    },
  ],
  ['renderer-knows-only-the-contract', 'a module of Node', { 'renderer/planted.ts': "import 'node:fs';" }],
  [
    'renderer-knows-only-the-contract',
    'a module of Node by its old name',
    { 'renderer/planted.ts': "import 'fs';" },
  ],
  ['renderer-knows-only-the-contract', 'electron', { 'renderer/planted.ts': "export * from 'electron';" }],
  [
    'renderer-knows-only-the-contract',
    'a package for Node',
    { 'renderer/planted.ts': "export { got } from 'got';" },
  ],
  [
    'contents-are-read-in-the-viewer-alone',
    'a reader of PDF in the window',
    { 'renderer/planted.ts': "import 'pdfjs-dist/legacy/build/pdf.mjs';" },
  ],
  [
    'contents-are-read-in-the-viewer-alone',
    'a reader of Word in main',
    { 'main/planted.ts': "import 'mammoth';" },
  ],
  [
    'viewer-stands-alone',
    'an import of the window',
    { 'renderer/planted.ts': 'export {};', 'renderer/viewer/planted.ts': "import '../planted.ts';" },
  ],
  ['preload-is-only-a-bridge', 'a package', { 'preload/planted.ts': "import 'zod';" }],
  [
    'preload-is-only-a-bridge',
    'an import of main',
    { 'main/planted.ts': 'export {};', 'preload/planted.ts': "import '../main/planted.ts';" },
  ],
  ['shared-is-neutral', 'a module of Node', { 'shared/planted.ts': "import 'node:path';" }],
  [
    'shared-is-neutral',
    'an import of the renderer',
    { 'renderer/planted.ts': 'export {};', 'shared/planted.ts': "import '../renderer/planted.ts';" },
  ],
  [
    'shared-model-without-contract',
    'a value that knows the conversation',
    {
      'shared/contract/planted.ts': 'export {};',
      'shared/model/planted.ts': "import '../contract/planted.ts';",
    },
  ],
  [
    'shared-base-is-lowest',
    'a clock that knows a value',
    { 'shared/model/planted.ts': 'export {};', 'shared/base/planted.ts': "import '../model/planted.ts';" },
  ],
  [
    'shared-model-without-contract',
    'a rule that knows the conversation',
    {
      'shared/contract/planted.ts': 'export {};',
      'shared/rules/planted.ts': "import '../contract/planted.ts';",
    },
  ],
  [
    'shared-base-is-lowest',
    'a clock that knows a rule',
    { 'shared/rules/planted.ts': 'export {};', 'shared/base/planted.ts': "import '../rules/planted.ts';" },
  ],
  [
    'evidence-runs-anywhere',
    'a value that the window shows',
    {
      'shared/model/planted.ts': 'export {};',
      'shared/evidence/planted.ts': "import '../model/planted.ts';",
    },
  ],
  ['evidence-runs-anywhere', 'a module of Node', { 'shared/evidence/planted.ts': "import 'node:crypto';" }],
  [
    'shared-has-four-rooms',
    'a file that lies loose',
    { 'shared/planted.ts': 'export {};', 'main/planted.ts': "import '../shared/planted.ts';" },
  ],
  [
    'engine-rooms-are-listed',
    'a folder that nobody gave a place',
    {
      'main/engine/somewhere/planted.ts': 'export {};',
      'main/engine/planted.ts': "import './somewhere/planted.ts';",
    },
  ],
  ...engineRooms.map((room, index): (typeof violations)[number] => {
    const above = engineRooms[index + 1];
    const target = above === undefined ? 'planted.ts' : above.endsWith('.ts') ? above : `${above}/planted.ts`;
    const from = room.endsWith('.ts') ? room : `${room}/planted.ts`;
    const path = relative(dirname(from), target);
    return [
      `engine-room-${room.replace('/', '-')}`,
      `what stands above it (${target})`,
      {
        ...(target.endsWith('planted.ts') && { [`main/engine/${target}`]: 'export {};' }),
        [`main/engine/${from}`]: `import '${path.startsWith('.') ? path : `./${path}`}';`,
      },
    ];
  }),
  [
    'product-without-tests-or-scripts',
    'an import of a test',
    { 'test/planted.ts': 'export {};', 'main/planted.ts': "import '../test/planted.ts';" },
  ],
  [
    'product-without-tests-or-scripts',
    'an import of a script',
    { 'scripts/planted.ts': 'export {};', 'main/planted.ts': "import '../scripts/planted.ts';" },
  ],
  [
    'no-cycles',
    'two files that know each other by type only',
    {
      'shared/planted.ts': "import type { B } from './planted-twin.ts';\nexport type A = B;",
      'shared/planted-twin.ts': "import type { A } from './planted.ts';\nexport type B = A;",
    },
  ],
  [
    'no-missing-file',
    'an import of a file that is not there',
    { 'main/planted.ts': "import './nowhere.ts';" },
  ],
];

describe('the layers', () => {
  test('hold in the product as it is', async () => {
    await copyProduct();
    const { status, stdout } = checkLayers();
    expect(stdout).toMatch(/^\d+ files, 0 violations/);
    expect(status).toBe(0);
  });

  describe('broken on purpose, each time in files of its own', () => {
    let report = '';
    const plantedName = (index: number): string => `planted-${index}`;

    beforeAll(async () => {
      copy = await mkdtemp(join(tmpdir(), 'matterline-layers-'));
      await copyProduct();
      for (const [index, [, , files]] of violations.entries()) {
        for (const [path, text] of Object.entries(files)) {
          const named = (part: string): string => part.replaceAll(/\bplanted\b/g, plantedName(index));
          await plant({ [named(path)]: named(text) });
        }
      }
      report = checkLayers().stdout;
      await rm(copy, { recursive: true });
    });

    test.each(violations.map((violation, index) => [...violation, index] as const))(
      '%s is reported for %s',
      (rule, _how, _files, index) => {
        expect(report).toMatch(new RegExp(`^${rule}: .*\\b${plantedName(index)}\\b`, 'm'));
      },
    );

    test('there is one for each rule', () => {
      const planted = new Set(violations.map(([rule]) => rule));
      for (const { name } of layerRules) expect(planted).toContain(name);
    });
  });

  test('make the check fail when one thing breaks one of them', async () => {
    await plant({ 'shared/base/planted.ts': "import 'node:path';" });
    const { status, stdout } = checkLayers();
    expect(stdout).toContain('1 files, 1 violations');
    expect(status).toBe(1);
  });

  test('are not taken to hold where there is nothing to check', () => {
    expect(checkLayers().status).toBe(1);
  });

  test('are not taken to hold where a file cannot be read as TypeScript', async () => {
    await plant({ 'main/planted.ts': 'import from from;' });
    const { status, stderr } = checkLayers();
    expect(stderr).toContain('main/planted.ts');
    expect(status).toBe(1);
  });
});

async function copyProduct(): Promise<void> {
  for (const folder of product) await cp(join(project, folder), join(copy, folder), { recursive: true });
}

async function plant(files: Planted): Promise<void> {
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(copy, path)), { recursive: true });
    await writeFile(join(copy, path), text);
  }
}

function checkLayers() {
  return spawnSync(process.execPath, [join(project, 'scripts', 'check-layers.ts'), copy], {
    encoding: 'utf8',
  });
}
