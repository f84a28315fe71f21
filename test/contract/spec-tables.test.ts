import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { operations } from '../../main/engine/service/operations.ts';
import { projectFolder } from '../../scripts/project-folder.ts';
import { specTables } from './spec-tables.ts';

/** The specification itself, which does not lie in this repository. */
const page = join(projectFolder, '../shared/spec/interface-specification.md');
const listed = new Map<string, readonly string[]>(Object.entries(specTables));
/** Tables of the spec that list operations, by the heading of their first column. */
const ofOperations = 'Method';

interface Table {
  readonly title: string;
  /** The heading of the first column, and what stands in that column. */
  readonly heading: string;
  readonly rows: readonly string[];
}

if (!existsSync(page))
  console.warn(
    'SKIPPED “the rows that contract tests are written for, and the specification”: it is not there.',
  );
describe.skipIf(!existsSync(page))(
  'the rows that contract tests are written for, and the specification',
  () => {
    const text = existsSync(page) ? readFileSync(page, 'utf8') : '';
    const tables = tablesOf(text);

    test.each(
      tables
        .filter(({ heading }) => heading !== ofOperations)
        .map(({ title, rows }) => [title, rows] as const),
    )('%s: every row of the table is listed, in its order', (title, rows) => {
      const ours = listed.get(title);
      expect(ours?.filter((row) => rows.includes(row))).toEqual(rows);
    });

    test('all tables of the specification were found', () => {
      const named = tables.filter(({ heading }) => heading !== ofOperations).map(({ title }) => title);
      const lines = text.split('\n').filter((line) => /^\|[-|]+\|$/u.test(line));
      expect(tables.length).toBe(lines.length);
      expect(new Set(named).size).toBe(named.length);
    });

    test.each([
      'Staff',
      'Stage set',
      'Layout design',
      'Layout contact',
      'Upload file info',
      'Folder history entry',
      'Webhook subscription',
      'ProblemDetails',
    ])('%s: every member that the prose names is listed', (title) => {
      const words = new Set((listed.get(title) ?? []).flatMap((row) => row.split(/[ ,]+/u)));
      const elsewhere = membersOfOneRow[title] ?? [];
      const missing = membersInProse(text, title).filter((name) => !words.has(name));
      expect(missing).toEqual(elsewhere);
    });

    test.each([
      ['PATCH /matters/{matterId}/portal/tasks/{taskId}', 'body'],
      ['PUT /matters/{matterId}/roles/{roleId}/relationships/{id}', 'body'],
      ['PUT /matters/{matterId}/documents/files/{fileId}', 'body'],
      ['POST /webhooks', 'body'],
    ])('%s: every field of the body is listed', (title) => {
      const [method, path] = title.split(' ');
      const line = text.split('\n').find((each) => each.startsWith(`**${method} \`${path}\`**`)) ?? '';
      const body = line.split(/Response: /u)[0] ?? '';
      const fields = [...body.matchAll(/`(\w+)`(?= string| array| boolean| object|,| \(|;|\.)/gu)].map(
        ([, name]) => name,
      );
      expect(fields.length).toBeGreaterThan(3);
      expect(
        fields.filter((name) => name !== undefined && !(listed.get(title) ?? []).includes(name)),
      ).toEqual([]);
    });

    test('the operations are those of the specification, and no others', () => {
      const inBold = [...text.matchAll(/\*\*(GET|PUT|POST|PATCH|DELETE) `([^`]+)`\*\*/gu)];
      const inTables = [...text.matchAll(/^\| (GET|PUT|POST|PATCH|DELETE) \| `([^`]+)`/gmu)];
      const said = [...inBold, ...inTables].map(([, method, path]) => `${method} ${path}`);
      const ours = operations.map(({ method, path }) => `${method} ${path}`);
      // The content of a file goes to the address that the service gave for it.
      expect(ours.filter((each) => each !== 'PUT {uploadUrl}').toSorted()).toEqual(said.toSorted());
    });
  },
);

/** Members that have no row of their own: those of a telephone number, and of the list. */
const membersOfOneRow: Readonly<Record<string, readonly string[]>> = {
  Staff: ['number', 'size', 'first', 'value'],
};

function tablesOf(text: string): Table[] {
  const tables: Table[] = [];
  let title = '';
  const lines = text.split('\n');
  for (const [index, line] of lines.entries()) {
    title = titleOf(line) ?? title;
    if (!/^\|[-|]+\|$/u.test(line)) continue;
    const rows: string[] = [];
    for (const row of lines.slice(index + 1)) {
      if (!row.startsWith('|')) break;
      rows.push(firstCell(row));
    }
    tables.push({ title, heading: firstCell(lines[index - 1] ?? ''), rows });
  }
  return tables;
}

/** What a heading, or the line before a table, is about; undefined for any other line. */
function titleOf(line: string): string | undefined {
  if (line.startsWith('2. Activity code update')) return 'Errors of PUT /activitycodes/{id}';
  const found =
    /^#+ (?<title>.+)$/u.exec(line) ??
    /^(?<title>Link object):$/u.exec(line) ??
    /^\*\*(?<title>[A-Z]+ `[^`]+`)\*\*/u.exec(line);
  return found?.groups?.['title']?.replaceAll('`', '').replace(/ \(.*\)$/u, '');
}

function firstCell(row: string): string {
  return row.split('|')[1]?.trim() ?? '';
}

/** The names of members in the first paragraph of a section that describes a shape in prose. */
function membersInProse(text: string, title: string): string[] {
  const lines = text.split('\n');
  const heading = lines.findIndex((line) => line === `### ${title}`);
  const prose =
    heading === -1 ? lines.find((line) => line.startsWith(`${title} object`)) : lines[heading + 2];
  const names = [...(prose ?? '').matchAll(/`(\w+)`/gu)].map(([, name]) => String(name));
  expect(names.length).toBeGreaterThan(2);
  return names;
}
