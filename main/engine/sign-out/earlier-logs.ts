import { join } from 'node:path';
import type { EarlierLog, Writer } from '../features/custody/exported-exposure.ts';
import { readEarlierLog } from '../features/custody/exported-exposure.ts';
import { readPerson } from '../persons/kept-person.ts';
import { compare } from '../persons/subjects.ts';
import { type Files, failureCode } from '../platform/files.ts';
import { ownUserId } from '../store/matters.ts';
import type { Stores } from '../store/stores.ts';

/** Below the directory of a service, where a sign-out that removes what is kept writes each log to a file. */
export const custodyLogs = 'custody logs';

export interface EarlierLogs {
  /** Of this person, newest first. */
  readonly own: readonly EarlierLog[];
  /** Of other people, or of nobody who is known to be this person. */
  readonly others: number;
  readonly damaged: number;
}

/** The logs of this service that sign-outs left in files. */
export async function earlierLogs(
  files: Files,
  {
    directory,
    name,
    stores,
  }: { directory: string; name: string; stores: Pick<Stores, 'matters' | 'custody'> },
): Promise<EarlierLogs> {
  const place = join(directory, custodyLogs);
  const names = await files.list(place).catch((failure: unknown) => {
    if (failureCode(failure) === 'ENOENT') return [];
    throw failure;
  });
  const me = await writerNow(files, join(directory, name), stores);
  const longest = new Map<string, EarlierLog>();
  let damaged = 0;
  for (const one of names.filter((file) => file.endsWith('.jsonl'))) {
    const log = await readEarlierLog(files.read(join(place, one))).catch(() => null);
    if (log === null) damaged += 1;
    // Nothing was removed when this one was written, or it is of another service.
    else if (log.deviceId !== stores.custody.deviceId && log.service === stores.custody.service) {
      const known = longest.get(log.deviceId);
      if (!known || known.lastSeq < log.lastSeq) longest.set(log.deviceId, log);
    }
  }
  const all = [...longest.values()];
  const own = all.filter((log) => isSame(log, me)).toSorted((a, b) => (a.at < b.at ? 1 : -1));
  return { own, others: all.length - own.length, damaged };
}

async function writerNow(
  files: Files,
  directory: string,
  { matters }: Pick<Stores, 'matters'>,
): Promise<Writer> {
  const read = await readPerson(files, directory).catch(() => null);
  const person = read === 'unreadable' ? null : read;
  const own = matters.setting(ownUserId);
  return {
    persons: new Set(own === null ? [] : [own]),
    staff: new Set(person?.staff ? [person.staff.id] : []),
    subjects: person?.subjects ?? [],
  };
}

/** What tokens tell decides; where they tell nothing, what history showed of the person does, and then what they said. */
function isSame(log: Writer, me: Writer): boolean {
  const byTokens = compare(log, me);
  if (byTokens !== 'unknown') return byTokens === 'same';
  if (log.persons.size > 0 && me.persons.size > 0) return haveOneInCommon(log.persons, me.persons);
  return haveOneInCommon(log.staff, me.staff);
}

const haveOneInCommon = (some: ReadonlySet<string>, others: ReadonlySet<string>): boolean =>
  [...some].some((one) => others.has(one));
