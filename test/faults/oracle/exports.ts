import { join } from 'node:path/posix';
import type { Evidence, Invariant } from './evidence.ts';
import { sha256Of } from './journal.ts';

/** Where the person has the log exported to. */
export const exportsDirectory = '/engine/exports';

const exported = ({ disk }: Evidence) =>
  [...disk.files].filter(
    ([path]) => path.startsWith(join(exportsDirectory, '/')) && !path.includes('/.matterline-'),
  );

/** What is not as the log has it; null where all is. */
function faultOf(content: Buffer, { rows }: Evidence): string | null {
  const lines = content.toString('utf8').split('\n').slice(0, -1);
  const [header, ...records] = lines.map((line): Record<string, unknown> => {
    try {
      return JSON.parse(line);
    } catch {
      return {};
    }
  });
  if (Number(header?.['lastSeq']) !== records.length)
    return `${records.length} lines and a header ${lines[0]}`;
  const wrong = records.findIndex(
    ({ seq, hash }, at) => seq !== at + 1 || hash !== rows.custody[at]?.['hash'],
  );
  return wrong < 0 ? null : `line ${wrong + 2}`;
}

export const exports: readonly Invariant[] = [
  {
    promise: '2: a custody log that was exported is the log as it is, to the entry that tells of the export',
    when: 'at the end',
    broken: (evidence) =>
      exported(evidence).flatMap(([path, { content }]) => {
        const fault = faultOf(content, evidence);
        return fault === null ? [] : [`${path}: ${fault}`];
      }),
  },
  {
    promise: '2: what the custody log says was exported stands there',
    when: 'at the end',
    broken: ({ rows, disk }) =>
      rows.custody.flatMap((entry) => {
        if (entry['kind'] !== 'exported') return [];
        const content = disk.files.get(String(entry['path']))?.content;
        return content && sha256Of(content) === entry['sha256'] ? [] : [String(entry['path'])];
      }),
  },
];
