import { readdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { z } from 'zod';
import { runQuietly } from '../child-process.ts';
import { projectFolder } from '../project-folder.ts';

const componentSchema = z.looseObject({
  'bom-ref': z.string(),
  name: z.string(),
  version: z.string(),
});

/** The part of a CycloneDX document that is looked at here; everything else is passed on. */
const bomSchema = z.looseObject({
  metadata: z.looseObject({ component: componentSchema }),
  components: z.array(componentSchema),
  dependencies: z.array(z.looseObject({ ref: z.string(), dependsOn: z.array(z.string()) })),
});
const packageSchema = z.object({ name: z.string(), version: z.string() });
export type Bom = z.infer<typeof bomSchema>;

/** Shipped as they are, beside what is bundled: the platform, the native database, and a typeface. */
const shippedWhole = [
  'node_modules/electron',
  'node_modules/better-sqlite3',
  'node_modules/@expo-google-fonts/noto-sans',
];

/**
 * Keeps of a document over the whole lock file the packages that are shipped, named as `name@version`. That npm counts
 * most of them among the tools is left out, because their code is bundled; so is what differs between two runs over
 * the same lock file (time, serial number).
 */
export function shippedBom(bom: Bom, shipped: ReadonlySet<string>): Bom {
  const components = bom.components
    .filter(({ name, version }) => shipped.has(`${name}@${version}`))
    .map(({ scope: _scope, properties: _properties, ...component }) => component);
  const kept = new Set([bom.metadata.component, ...components].map((component) => component['bom-ref']));
  const { serialNumber: _serialNumber, ...rest } = bom;
  const { timestamp: _timestamp, ...metadata } = bom.metadata;
  const { component } = metadata;
  // npm names the program after the folder of the checkout.
  const name = component['bom-ref'].replace(/@[^@]*$/, '');
  return {
    ...rest,
    metadata: { ...metadata, component: { ...component, name, type: 'application' } },
    components,
    dependencies: bom.dependencies
      .filter(({ ref }) => kept.has(ref))
      .map((entry) => ({ ...entry, dependsOn: entry.dependsOn.filter((ref) => kept.has(ref)) })),
  };
}

/** The folder of the package a file belongs to, from the project's folder; null for a file of our own. */
export const packageFolderOf = (path: string): string | null =>
  /^(?:.*\/)?node_modules\/(?:@[^/]+\/)?[^/]+(?=\/)/.exec(path)?.[0] ?? null;

/** The folders of all packages that have code in the built app, by its source maps. */
async function bundledFolders(): Promise<Set<string>> {
  const out = join(projectFolder, 'out');
  const folders = new Set<string>();
  for (const name of await readdir(out, { recursive: true })) {
    if (!name.endsWith('.map')) continue;
    const map: { sources: string[] } = JSON.parse(await readFile(join(out, name), 'utf8'));
    for (const source of map.sources) {
      const path = relative(projectFolder, resolve(dirname(join(out, name)), source));
      const folder = packageFolderOf(path.split(sep).join('/'));
      if (folder !== null) folders.add(folder);
    }
  }
  return folders;
}

/** Writes the list of everything shipped (CycloneDX, JSON) to a file. Needs a built app and no network. */
export async function writeSbom(file: string): Promise<void> {
  const asked = ['sbom', '--sbom-format', 'cyclonedx', '--package-lock-only', '--loglevel', 'silent'];
  const { code, output } = await runQuietly('npm', asked, { cwd: projectFolder });
  if (code !== 0) throw new Error(`npm sbom failed: ${output}`);
  const bom = bomSchema.parse(JSON.parse(output.slice(output.indexOf('{'))));
  const folders = new Set([...(await bundledFolders()), ...shippedWhole]);
  const shipped = new Set(await Promise.all([...folders].map(nameAndVersion)));
  await writeFile(file, `${JSON.stringify(shippedBom(bom, shipped), null, 2)}\n`);
}

async function nameAndVersion(folder: string): Promise<string> {
  const text = await readFile(join(projectFolder, folder, 'package.json'), 'utf8');
  const { name, version } = packageSchema.parse(JSON.parse(text));
  return `${name}@${version}`;
}
