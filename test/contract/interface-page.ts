import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { createRequestBudget } from '../../main/engine/service/budget/request-budget.ts';
import type { Capabilities } from '../../main/engine/service/capabilities.ts';
import { createServiceClient } from '../../main/engine/service/client.ts';
import {
  type BeyondSpecId,
  beyondSpec,
  operations,
  type SignInOperationId,
  signInOperations,
} from '../../main/engine/service/operations.ts';
import { authorizationAddress, exchangeCode, refreshAccess } from '../../main/sign-in/token-server.ts';
import { systemClock } from '../../shared/base/clock.ts';
import { err } from '../../shared/base/result.ts';
import { notUsed, type Screen, screens } from './screens.ts';
import { specTables } from './spec-tables.ts';
import { usesOf, type WindowUses, windowSources } from './window-uses.ts';

const root = join(import.meta.dirname, '../..');
const pagePath = join(root, 'docs/interface.md');
const contractFolder = 'test/contract';

const signInFunctions: Record<SignInOperationId, (...given: never[]) => unknown> = {
  'signIn.authorize': authorizationAddress,
  'signIn.exchange': exchangeCode,
  'signIn.refresh': refreshAccess,
};

/** What asks for the operations beyond the spec: they are no functions of their resources, since not every service has them. */
const beyondSpecFunctions: Record<BeyondSpecId, keyof Capabilities> = {
  'contacts.list': 'listContacts',
  'contacts.read': 'readContact',
  'history.ofFile': 'fileHistory',
  'documents.listFiles': 'allFiles',
  'documents.readFile': 'readFile',
  'documents.createFile': 'createFile',
  'documents.patchFile': 'patchFile',
  'documents.deleteFile': 'deleteFile',
  'documents.download': 'download',
  'documents.getContent': 'getContent',
  'folders.list': 'listFolders',
  'folders.read': 'readFolder',
  'folders.path': 'folderPath',
  'folders.create': 'createFolder',
  'folders.put': 'putFolder',
  'folders.patch': 'patchFolder',
  'folders.delete': 'deleteFolder',
  'search.files': 'searchFiles',
  'referralTypes.list': 'listReferralTypes',
  'stageSets.list': 'listStageSets',
  'stages.ofMatter': 'listStages',
  'webhooks.list': 'listWebhooks',
  'webhooks.types': 'listWebhookTypes',
  'webhooks.delete': 'deleteWebhook',
};

/** One operation of the spec and what there is of it here. */
interface Line {
  readonly operation: {
    readonly id: string;
    readonly method: string;
    readonly path: string;
    readonly section: string;
  };
  /** How it is called; null when nothing calls it. */
  readonly calledBy: string | null;
  /** Where a person reaches it; null for what is used wherever it is found. */
  readonly screen: string | null;
  readonly tests: readonly string[];
}

interface Sources {
  /** Contract tests of operations, by operation. */
  readonly tests: ReadonlyMap<string, readonly string[]>;
  /** The test file of each table of the spec. */
  readonly tables: ReadonlyMap<string, string>;
}

/** What keeps the interface from being complete; empty when nothing does. Made for `npm run check`. */
export function checkInterface(
  sources = readSources(),
  functions = clientFunctions(),
  shownIn: Readonly<Record<string, Screen>> = screens,
  uses: WindowUses = usesOf(windowSources()),
): string[] {
  const lines = linesFrom(sources, functions);
  const known = new Set<string>(lines.map(({ operation }) => operation.id));
  const all = [...lines, ...linesBeyond(sources)];
  return [
    ...all
      .filter(({ calledBy }) => calledBy === null)
      .map(({ operation }) => `${operation.id}: no client function`),
    ...all
      .filter(({ tests }) => tests.length === 0)
      .map(({ operation }) => `${operation.id}: no contract test`),
    ...lines
      .filter(({ operation }) => !shownIn[operation.id])
      .map(({ operation }) => `${operation.id}: no screen`),
    ...notUsed(uses, shownIn),
    ...functions
      .filter((id) => !known.has(id))
      .map((id) => `${id}: a client function of no operation of the spec`),
    ...Object.keys(specTables)
      .filter((table) => !sources.tables.has(table))
      .map((table) => `spec table ${table}: no contract tests`),
    ...(readPage() === pageFrom(lines, sources)
      ? []
      : ['docs/interface.md is out of date: node test/contract/interface-page.ts']),
  ];
}

export function readSources(): Sources {
  const tests = new Map<string, string[]>();
  const tables = new Map<string, string>();
  for (const name of readdirSync(join(root, contractFolder))
    .filter((file) => file.endsWith('.test.ts'))
    .toSorted()) {
    const source = readFileSync(join(root, contractFolder, name), 'utf8');
    for (const [, id = '', promise = ''] of source.matchAll(/\boperation\(\s*'([\w.]+)',\s*'([^']+)'/g)) {
      tests.set(id, [...(tests.get(id) ?? []), `${name}: ${promise}`]);
    }
    for (const [, quoted, bare] of source.matchAll(/^rows\((?:'([^']+)'|(\w+)),/gm)) {
      tables.set(quoted ?? bare ?? '', name);
    }
  }
  return { tests, tables };
}

function linesFrom({ tests }: Sources, functions: readonly string[]): Line[] {
  return [
    ...operations.map((operation) => ({
      operation,
      calledBy: functions.includes(operation.id) ? `client.${operation.id}` : null,
      screen: screens[operation.id].name,
      tests: tests.get(operation.id) ?? [],
    })),
    ...signInOperations.map((operation) => ({
      operation,
      calledBy: `${signInFunctions[operation.id].name} (main/sign-in/token-server.ts)`,
      screen: screens[operation.id].name,
      tests: tests.get(operation.id) ?? [],
    })),
  ];
}

const linesBeyond = ({ tests }: Sources): Line[] =>
  beyondSpec.map((operation) => ({
    operation,
    calledBy: `client.beyondSpec.${beyondSpecFunctions[operation.id]}`,
    screen: null,
    tests: tests.get(operation.id) ?? [],
  }));

/** Every function of the client as `resource.function`, without those beyond the spec. */
export function clientFunctions(): string[] {
  const { beyondSpec: _, ...resources } = createServiceClient({
    baseUrl: 'http://127.0.0.1/',
    apiKey: '',
    accessToken: () => Promise.resolve(err({ kind: 'signed-out' })),
    budget: createRequestBudget({ clock: systemClock, random: () => 0.5 }),
    clock: systemClock,
    random: () => 0.5,
  });
  return Object.entries(resources).flatMap(([resource, members]) =>
    Object.keys(members).map((member) => `${resource}.${member}`),
  );
}

const rowsOf = (lines: readonly Line[]): string[] =>
  lines.map(({ operation, calledBy, screen, tests }) => {
    const state = calledBy !== null && tests.length > 0 ? 'complete' : 'missing';
    const cells = [
      operation.section,
      operation.method,
      `\`${operation.path}\``,
      calledBy === null ? '' : `\`${calledBy}\``,
      ...(screen === null ? [] : [screen]),
      tests.join('<br>'),
      state,
    ];
    return `| ${cells.join(' | ')} |`;
  });

function pageFrom(lines: readonly Line[], sources: Sources): string {
  const { tables } = sources;
  const tableRows = Object.entries(specTables).map(
    ([table, names]) => `| ${table} | ${names.length} | ${tables.get(table) ?? 'missing'} |`,
  );
  return `<!-- Generated by test/contract/interface-page.ts; do not edit. -->

# The service's interface

Every operation of the interface specification, the function that calls it, where in the window a person reaches it, and the
contract tests that hold it, run through the client against the practice service. \`{auth_url}\` and \`{uploadUrl}\` are addresses of their own.

| section | method | path | called by | screen | contract tests | state |
|---|---|---|---|---|---|---|
${rowsOf(lines).join('\n')}

# Beyond the specification

Some services offer more than it shows. These operations are asked for, and where one is not there, the program does what the
specification alone allows; \`"capabilities"\` in the connection file or the policy switches them off. \`{downloadUrl}\` is an address
of another host.

| section | method | path | called by | contract tests | state |
|---|---|---|---|---|---|
${rowsOf(linesBeyond(sources)).join('\n')}

# The specification's tables

Each row of each table has a contract test of its name, in \`test/contract/\`.

| table | rows | tests |
|---|---|---|
${tableRows.join('\n')}
`;
}

function readPage(): string {
  try {
    return readFileSync(pagePath, 'utf8');
  } catch {
    return '';
  }
}

if (import.meta.main) {
  const { values } = parseArgs({ options: { check: { type: 'boolean', default: false } } });
  if (values.check) {
    const problems = checkInterface();
    for (const problem of problems) console.error(problem);
    process.exitCode = problems.length === 0 ? 0 : 1;
  } else {
    const sources = readSources();
    writeFileSync(pagePath, pageFrom(linesFrom(sources, clientFunctions()), sources));
  }
}
