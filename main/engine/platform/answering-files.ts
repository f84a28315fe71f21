import type { Clock } from '../../../shared/base/clock.ts';
import { type CallKind, Drive, noAnswer, type Places, Traffic } from './drive.ts';
import type { FilePart, Files } from './files.ts';
import type { MountOf } from './mounts.ts';

/** Milliseconds to wait for an answer: to a look at one file, to what may take a slow drive longer, and to bytes for a disk. */
const patience = { look: 10_000, longer: 60_000, bytes: 5 * 60_000 };

/**
 * Files whose calls always return: a drive that does not answer stalls what lies on it, and never takes all the places in which
 * the system does the work of files. What lies beside `home`, where the program keeps its own, is passed through as it is.
 */
export function answeringFiles(
  files: Files,
  { clock, mountOf, home, places }: { clock: Clock; mountOf: MountOf; home: string; places: Places },
): Files {
  const traffic = new Traffic(places);
  const drives = new Map<string, Drive>();
  /** Null for our own. */
  const driveOf = (path: string): Drive | null => {
    const mount = mountOf(path);
    if (mount === mountOf(home)) return null;
    const drive = drives.get(mount) ?? new Drive(clock, traffic);
    drives.set(mount, drive);
    return drive;
  };
  const asked =
    (kind: CallKind, wait: number) =>
    <Value>(path: string, ask: (late?: AbortSignal) => Promise<Value>): Promise<Value> =>
      driveOf(path)?.call(kind, wait, ask) ?? ask();
  const look = asked('look', patience.look);
  const lookLonger = asked('look', patience.longer);
  const name = asked('write', patience.longer);
  const write = asked('write', patience.bytes);

  return {
    facts: (path) => look(path, () => files.facts(path)),
    read: (path, part) => {
      const drive = driveOf(path);
      return drive ? readFrom(drive, files, path, part) : files.read(path, part);
    },
    readSmall: (path, most, start) => look(path, () => files.readSmall(path, most, start)),
    list: (path) => lookLonger(path, () => files.list(path)),
    unreadableNames: (path) => lookLonger(path, () => files.unreadableNames(path)),
    real: (path) => look(path, () => files.real(path)),
    holdsAny: (path, wanted) => look(path, () => files.holdsAny(path, wanted)),
    mayWrite: (path) => look(path, () => files.mayWrite(path)),
    room: (path) => look(path, () => files.room(path)),
    isShared: (path) => look(path, () => files.isShared(path)),
    isOpen: (path, how) => lookLonger(path, () => files.isOpen(path, how)),
    names: (path) => look(path, () => files.names(path)),
    writable: (path) => name(path, () => files.writable(path)),
    replace: (from, to) => name(to, () => files.replace(from, to)),
    replaceExact: async (from, to, expected, keptAs) => {
      // What replaces does so at one go, and everything else would wait with it.
      await look(to, () => files.facts(to));
      return name(to, (late) => files.replaceExact(from, to, expected, keptAs, late));
    },
    setAsideExact: async (path, expected, keptAs) => {
      await look(path, () => files.facts(path));
      return name(path, (late) => files.setAsideExact(path, expected, keptAs, late));
    },
    secondNameExact: async (path, expected, keptAs) => {
      await look(path, () => files.facts(path));
      return name(path, (late) => files.secondNameExact(path, expected, keptAs, late));
    },
    makeReadOnly: (path) => name(path, () => files.makeReadOnly(path)),
    copyOriginMark: (from, to) => name(to, () => files.copyOriginMark(from, to)),
    putModified: (path, at) => name(path, () => files.putModified(path, at)),
    moveNew: (from, to, reserving, reserved) =>
      name(to, (late) => files.moveNew(from, to, reserving, reserved, late)),
    renameDirectory: (from, to) => name(to, (late) => files.renameDirectory(from, to, late)),
    removeOwn: (path) => name(path, () => files.removeOwn(path)),
    removeExact: async (path, expected) => {
      await look(path, () => files.facts(path));
      return name(path, (late) => files.removeExact(path, expected, late));
    },
    removeOwnTree: (path) => name(path, () => files.removeOwnTree(path)),
    removeDirectory: (path) => name(path, () => files.removeDirectory(path)),
    makeDirectories: (path) => name(path, () => files.makeDirectories(path)),
    makeDirectory: (path) => name(path, () => files.makeDirectory(path)),
    writeNew: (path, chunks) => {
      const drive = driveOf(path);
      return drive ? writeTo(drive, files, path, chunks) : files.writeNew(path, chunks);
    },
    append: (path, bytes) => write(path, () => files.append(path, bytes)),
    sync: (path) => write(path, () => files.sync(path)),
    // Between two drives it is refused by the system without a look at the content.
    clone: (from, to) => write(from, () => files.clone(from, to)),
  };
}

/** One place for the whole of it; what never comes is not waited for. */
async function* readFrom(
  drive: Drive,
  files: Files,
  path: string,
  part?: FilePart,
): AsyncGenerator<Uint8Array, void> {
  const leave = await drive.enter('stream');
  const chunks = files.read(path, part)[Symbol.asyncIterator]();
  try {
    for (;;) {
      const next = await drive.within(patience.longer, chunks.next());
      if (next.done) return;
      yield next.value;
    }
  } finally {
    // The place is free once the last read has returned, if it ever does.
    const closed = chunks.return?.() ?? Promise.resolve();
    void closed.then(leave, leave);
  }
}

/** However long it takes: it is late only when no chunk is asked for any more. */
async function writeTo(
  drive: Drive,
  files: Files,
  path: string,
  chunks: AsyncIterable<Uint8Array>,
): Promise<void> {
  const leave = await drive.enter('write');
  let asked = 0;
  let isLate = false;
  const counted = async function* () {
    for await (const chunk of chunks) {
      if (isLate) throw noAnswer();
      yield chunk;
      asked += 1;
    }
  };
  const written = files.writeNew(path, counted());
  void written.then(leave, leave);
  return drive.within(patience.bytes, written, {
    progress: () => asked,
    onLate: () => {
      isLate = true;
    },
  });
}
