import { createHash } from 'node:crypto';
import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { extractFile, getRawHeader, listPackage } from '@electron/asar';
import { FuseV1Options, getCurrentFuseWire } from '@electron/fuses';
import { beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { testMark } from '../../main/build-kind.ts';
import { builtPage, shippedTwice } from '../../scripts/packaging/bundled-once.ts';
import { ensurePacked, type Packed } from '../../scripts/packaging/ensure-packed.ts';
import { projectFolder } from '../../scripts/project-folder.ts';
import { packingWithin } from './support/packed.ts';

const native = `node_modules/better-sqlite3/prebuilds/${process.platform}-${process.arch}.node`;

/** How a fuse that is on stands in the executable: `1`. */
const fuseOn = '1'.charCodeAt(0);

/** Everything that may be in the archive; what else turns up there was packed by mistake. */
const allowed = [
  /^package\.json$/,
  /^out\/main\/(index|engine|checkpoint-worker|history-worker|prepare-worker|record-worker|chunks\/[\w-]+)\.js$/,
  /^out\/preload\/(index|viewer)\.cjs$/,
  /^out\/renderer\/index\.html$/,
  /^out\/viewer\/viewer\.html$/,
  /^out\/viewer\/[\w-]+\.js$/,
  // What pdf.js reads while it works, as its package has it.
  /^out\/viewer\/cmaps\/([\w-]+\.bcmap|LICENSE)$/,
  /^out\/viewer\/standard_fonts\/([\w-]+\.(pfb|ttf)|LICENSE_\w+)$/,
  /^out\/viewer\/wasm\/(\w+\.wasm|LICENSE_\w+)$/,
  /^main\/tray\/pictures\/\w+(@2x)?\.png$/,
  /^out\/renderer\/assets\/[\w-]+\.(js|css|svg|woff2?|ttf)$/,
  /^node_modules\/better-sqlite3\/(package\.json|LICENSE)$/,
  /^node_modules\/better-sqlite3\/lib\/(binding|database|index|sqlite-error|util|methods\/\w+)\.js$/,
  /^node_modules\/@expo-google-fonts\/noto-sans\/(package\.json|LICENSE|LICENSE_FONT)$/,
  /^node_modules\/@expo-google-fonts\/noto-sans\/(400Regular\/NotoSans_400Regular|700Bold\/NotoSans_700Bold)\.ttf$/,
  new RegExp(`^${native.replaceAll('.', '\\.')}$`),
];

const integritySchema = z.object({
  algorithm: z.literal('SHA256'),
  hash: z.string(),
  blockSize: z.number(),
  blocks: z.array(z.string()),
});

/** The program as people install it: what is in it, and how it is closed. */
describe('the packed program', () => {
  let packed: Packed;
  let archive: string;
  let files: string[];

  beforeAll(async () => {
    packed = await ensurePacked('release');
    archive = join(packed.resources, 'app.asar');
    files = listPackage(archive, { isPack: false })
      .map((path) => path.replaceAll('\\', '/').slice(1))
      .filter((path) => !('files' in nodeAt(path)));
  }, packingWithin);

  /** What the archive's header says of a file or folder. */
  const nodeAt = (path: string): object => {
    let node: unknown = getRawHeader(archive).header;
    for (const name of path.split('/')) node = Reflect.get(Object(Reflect.get(Object(node), 'files')), name);
    return Object(node);
  };

  test('begins with a page of at most 182 KB, without what only checks what others say', async () => {
    const built = await builtPage();
    const first = built.find(({ name }) => name.startsWith('first-'));
    const path = join(projectFolder, 'out', 'renderer', 'assets', first?.name ?? '');
    expect(gzipSync(await readFile(path)).byteLength).toBeLessThanOrEqual(182_000);
    expect(first?.sources.filter((source) => source.includes('node_modules/zod/'))).toEqual([]);
  });

  test('has no code of its page twice', async () => {
    const built = await builtPage();
    expect(built.map(({ name }) => name.replace(/-.*/, ''))).toEqual(
      expect.arrayContaining(['first', 'rest']),
    );
    expect(shippedTwice(built)).toEqual([]);
  });

  test('has the fuses it should have, read back from its executable', async () => {
    const {
      resetAdHocDarwinSignature: _none,
      version: _version,
      ...wire
    } = await getCurrentFuseWire(packed.executablePath);
    const named = Object.fromEntries(
      Object.entries(wire).map(([fuse, state]) => [FuseV1Options[Number(fuse)], state === fuseOn]),
    );
    expect(named).toMatchObject({
      RunAsNode: false,
      EnableCookieEncryption: true,
      EnableNodeOptionsEnvironmentVariable: false,
      EnableNodeCliInspectArguments: false,
      EnableEmbeddedAsarIntegrityValidation: true,
      OnlyLoadAppFromAsar: true,
      LoadBrowserProcessSpecificV8Snapshot: false,
      GrantFileProtocolExtraPrivileges: false,
    });
  });

  test('has in its archive what it needs and nothing else: no source maps, tests or foreign binaries', () => {
    expect(files.filter((path) => !allowed.some((pattern) => pattern.test(path)))).toEqual([]);
    const typeface = 'node_modules/@expo-google-fonts/noto-sans/400Regular/NotoSans_400Regular.ttf';
    const picture = 'main/tray/pictures/filed@2x.png';
    const needed = ['package.json', 'out/main/index.js', 'out/main/engine.js', native, typeface, picture];
    expect(files).toEqual(expect.arrayContaining(needed));
  });

  test('has outside of its archive only the native database, and the list of what is shipped', async () => {
    const found = await readdir(packed.resources, { recursive: true, withFileTypes: true });
    const outside = found
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name).slice(packed.resources.length + 1));
    expect(outside.toSorted()).toEqual(['app.asar', `app.asar.unpacked/${native}`, 'sbom.cdx.json']);
  });

  test('has for each file of the archive the hash by which a changed one is noticed', () => {
    for (const path of files.filter((file) => file !== native)) {
      const { integrity } = z.object({ integrity: integritySchema }).parse(nodeAt(path));
      expect([path, integrity.hash]).toEqual([path, sha256(extractFile(archive, path))]);
    }
  });

  // Linux has no place in the executable for it, and does not check.
  test.runIf(process.platform === 'darwin')('has the hash of its archive in its property list', async () => {
    const list = await readFile(join(packed.resources, '..', 'Info.plist'), 'utf8');
    expect(list).toContain('ElectronAsarIntegrity');
    expect(list).toContain(sha256(Buffer.from(getRawHeader(archive).headerString)));
  });

  test('turns on no feature of Blink and turns off no protection of its window, in any of its code', () => {
    const forbidden =
      /enableBlinkFeatures|experimentalFeatures|allowRunningInsecureContent|nodeIntegrationInWorker|enable-features|disable-web-security|no-sandbox|(?:webSecurity|sandbox|contextIsolation): ?(?:false|!1)|nodeIntegration: ?(?:true|!0)|webviewTag: ?(?:true|!0)/;
    const textOf = (path: string): string => extractFile(archive, path).toString('utf8');
    const code = files.filter((path) => /\.(c?js|html)$/.test(path));
    expect(code.filter((path) => forbidden.test(textOf(path)))).toEqual([]);
    // Two windows are made, the person's and the viewer, and each says itself what holds.
    const main = files.filter((path) => /^out\/main\/.*\.js$/.test(path)).map(textOf);
    const preferences = main.flatMap((text) => text.split(/\bwebPreferences: ?\{/).slice(1));
    expect(preferences).toHaveLength(2);
    for (const preference of preferences) {
      const said = preference
        .split('}')[0]
        ?.replaceAll(/\s/g, '')
        .replaceAll('!0', 'true')
        .replaceAll('!1', 'false');
      for (const one of ['sandbox', 'contextIsolation', 'webSecurity']) expect(said).toContain(`${one}:true`);
      for (const one of ['nodeIntegration', 'webviewTag']) expect(said).toContain(`${one}:false`);
    }
  });

  test('has the size it should have', async () => {
    const megabytes = async (path: string) => (await stat(path)).size / 1_000_000;
    expect(await megabytes(archive)).toBeLessThan(11);
    expect(await megabytes(join(packed.resources, 'app.asar.unpacked', native))).toBeLessThan(4);
  });

  test('has a manifest without the mark of a test build, without scripts and without tools', () => {
    const manifest = JSON.parse(extractFile(archive, 'package.json').toString('utf8'));
    expect(manifest).toMatchObject({ name: 'matterline', productName: 'Matterline' });
    for (const absent of [testMark, 'scripts', 'devDependencies'])
      expect(manifest).not.toHaveProperty(absent);
  });

  test('has a list of everything shipped (CycloneDX), and of nothing else', async () => {
    const list = JSON.parse(await readFile(join(packed.resources, 'sbom.cdx.json'), 'utf8'));
    expect(list).toMatchObject({
      bomFormat: 'CycloneDX',
      metadata: { component: { name: 'matterline', type: 'application' } },
    });
    const components: { name: string; purl: string; hashes: unknown[] }[] = list.components;
    const names = components.map(({ name }) => name);
    for (const shipped of [
      'electron',
      'better-sqlite3',
      '@expo-google-fonts/noto-sans',
      'fontkit',
      'got',
      'chokidar',
      'react',
      '@fluentui/react-menu',
      'pdfjs-dist',
      'mammoth',
      'read-excel-file',
      'diff',
    ]) {
      expect(names).toContain(shipped);
    }
    for (const tool of ['vitest', 'typescript', 'fastify', 'playwright-core'])
      expect(names).not.toContain(tool);
    const { devDependencies } = JSON.parse(await readFile(join(projectFolder, 'package.json'), 'utf8'));
    expect(components.map(({ purl }) => purl)).toContain(`pkg:npm/electron@${devDependencies.electron}`);
    expect(components.every(({ purl, hashes }) => purl.startsWith('pkg:npm/') && hashes.length > 0)).toBe(
      true,
    );
  });
});

const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');
