import { createHash } from 'node:crypto';
import type { Evidence, Invariant } from './evidence.ts';
import { sha256Of } from './journal.ts';

/** The fields of an entry in the order in which they are hashed, as docs/custody-log.md has them. */
const fields = [
  'seq',
  'kind',
  'at',
  'written_at',
  'matter_id',
  'file_id',
  'related_id',
  'version_id',
  'save_id',
  'change',
  'sha256',
  'size',
  'name',
  'path',
  'detail',
  'person',
  'user_name',
  'host_name',
  'device_id',
  'salt',
];
const hashOf = (values: readonly unknown[]): string =>
  createHash('sha256')
    .update(JSON.stringify(['matterline-custody-1', ...values]))
    .digest('hex');

/** The hash of what an entry says. */
export const digestOfRow = (entry: Readonly<Record<string, unknown>>): string =>
  hashOf(fields.map((field) => entry[field]));

/** What the first entry of a log follows, and the hash of an entry in its place. */
export const genesisOf = (service: string, device: unknown): string => hashOf(['genesis', service, device]);
export const hashAfter = (seq: number, previous: unknown, digest: string): string =>
  hashOf([seq, previous, digest]);

/** What is wrong with the chain of hashes; null when nothing is. */
function fault({ rows, computer }: Evidence): string | null {
  const entries = rows.custody;
  const device = entries[0]?.['device_id'];
  if (entries[0] && entries[0].previous_hash !== genesisOf(computer.service, device))
    return 'entry 1 does not begin the log of this service and computer';
  for (const [index, entry] of entries.entries()) {
    const { seq, previous_hash: previous } = entry;
    if (seq !== index + 1) return `entry ${seq} stands where ${index + 1} belongs`;
    const before = entries[index - 1];
    if (before && previous !== before['hash']) return `entry ${seq} does not follow the one before`;
    const digest = digestOfRow(entry);
    if (entry['hash'] !== hashAfter(seq, previous, digest)) return `entry ${seq} was changed`;
  }
  return null;
}

/** Those that an earlier program wrote: nobody signed in then. */
export const entriesOfBefore = ({ custody }: Evidence['rows']): number =>
  custody.filter((entry) => String(entry['matter_id']).startsWith('matter of before')).length;

/** Milliseconds: two clocks are read, one after the other. */
const aMoment = 1_000;

const stepsToFiled = ['captured', 'announcing', 'sending', 'sent', 'filed'];

export const custody: readonly Invariant[] = [
  {
    promise: '2: the custody log is a whole chain',
    when: 'at the end',
    broken: (evidence) => [fault(evidence)].filter((words) => words !== null),
  },
  {
    promise: '2: the custody log says when, by whom and from which device',
    when: 'at the end',
    broken: ({ rows, computer, journal }) => {
      const device = rows.custody[0]?.['device_id'];
      // Nothing happens to a save before its content is in the folder.
      const stoodFrom = new Map<unknown, number>();
      for (const { content, from } of journal.stays.toReversed()) stoodFrom.set(sha256Of(content), from);
      const isTime = (text: unknown, since: number) =>
        journal.hasShown(Date.parse(String(text)), since, aMoment);
      let person: unknown = null;
      return rows.custody.slice(entriesOfBefore(rows)).flatMap((entry) => {
        const before = person;
        const mayBeAnothers = entry['person'] === null && journal.absences.length > 0;
        person = entry['person'] ?? before;
        // What the service gave out may be looked at, and that copy discarded, before it comes into the folder.
        const isOfCopy = entry['kind'] === 'fetched' || entry['kind'] === 'discarded';
        const since = isOfCopy ? 0 : (stoodFrom.get(entry['sha256']) ?? 0);
        return isTime(entry['at'], since) &&
          isTime(entry['written_at'], since) &&
          entry['user_name'] === computer.userName &&
          entry['host_name'] === computer.hostName &&
          entry['device_id'] === device &&
          // Not known at first, and not forgotten; nobody’s while somebody else is there.
          (entry['person'] === computer.person ||
            (entry['person'] === null && before === null) ||
            mayBeAnothers)
          ? []
          : [
              `entry ${entry['seq']}: ${['kind', 'at', 'written_at', 'person', 'user_name', 'host_name'].map((field) => entry[field]).join(', ')}`,
            ];
      });
    },
  },
  {
    promise: '2: the custody log tells what happened to each save, in order',
    when: 'at the end',
    broken: ({ rows }) => {
      const bySave = Map.groupBy(rows.custody, (entry) => entry['save_id']);
      return rows.saves.flatMap((save) => {
        const told = bySave.get(save.id) ?? [];
        const kinds = told.map((entry) => String(entry['kind']));
        const steps = stepsToFiled.filter((step) => step !== 'sending' || save.kind === 'content');
        const wanted = save.state === 'filed' ? steps : ['captured'];
        for (const kind of kinds) if (kind === wanted[0]) wanted.shift();
        const once = kinds.filter((kind) => kind === 'captured' || kind === 'filed').length;
        const otherBytes = save.kind === 'content' && told.some((entry) => entry['sha256'] !== save.sha256);
        // Which document it is of may be found out, or decided, until it is filed.
        const otherDocument =
          told.some((entry) => entry['matter_id'] !== save.matterId) ||
          (save.state === 'filed' && told.at(-1)?.['file_id'] !== save.fileId);
        return wanted.length > 0 || once !== (save.state === 'filed' ? 2 : 1) || otherBytes || otherDocument
          ? [`save ${save.id} of ${save.name}, ${save.state}: ${kinds.join(', ')}`]
          : [];
      });
    },
  },
];
