import { testMark } from '../../main/build-kind.ts';

export interface Packaging {
  /** A release is what people install; a test build can be driven by tests and is never handed out. */
  readonly kind: 'release' | 'test';
  /** Folder of an Electron to put in; undefined lets electron-builder fetch the official one. */
  readonly electronDist?: string | undefined;
  /** Its engine needs a Node of its own, which cannot look into the app's archive. */
  readonly engineOutside?: boolean;
  /** Absolute path of the folder for what is made. */
  readonly output: string;
  /** Further arguments of electron-builder. */
  readonly rest: readonly string[];
}

/** The command line of electron-builder. */
export function builderArguments(packaging: Packaging): string[] {
  const { kind, electronDist, engineOutside = false, output, rest } = packaging;
  if (kind === 'release' && engineOutside) throw new Error('A release keeps its engine in the archive.');
  return [
    ...['--publish', 'never', `--config.directories.output=${output}`],
    ...(electronDist === undefined ? [] : [`--config.electronDist=${electronDist}`]),
    ...(kind === 'test' ? [`--config.extraMetadata.${testMark}=true`] : []),
    ...(engineOutside ? unpackedForNode.map((pattern) => `--config.asarUnpack=${pattern}`) : []),
    ...rest,
  ];
}

/** What the engine is made of, see electron-builder.yml. */
const unpackedForNode = [
  '**/*.node',
  'package.json',
  'out/main/engine.js',
  'out/main/checkpoint-worker.js',
  'out/main/history-worker.js',
  'out/main/prepare-worker.js',
  'out/main/record-worker.js',
  'out/main/chunks/**',
  'node_modules/**',
];
