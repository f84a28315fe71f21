import { isUtf8 } from 'node:buffer';
import { randomUUID } from 'node:crypto';
import { type BigIntStats, close, constants, lstat, open, read, realpath as realpathWith } from 'node:fs';
import {
  access,
  chmod,
  copyFile,
  type FileHandle,
  mkdir,
  opendir,
  open as openHandle,
  readdir,
  readFile,
  realpath,
  rename,
  rm,
  rmdir,
  statfs,
  unlink,
  utimes,
} from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { factsFrom } from './facts-from.ts';
import { type Files, failureCode } from './files.ts';
import { moveNewOn, removeExactly } from './move-new.ts';
import { isOnNetworkMount } from './network-mount.ts';
import { isOpenSomewhere } from './open-files.ts';
import { originMarksOn } from './origin-marks.ts';
import { replaceExactly, secondNameExactly, setAsideExactly } from './replace-exact.ts';

/** Bytes per read: large enough that a hash is the bottleneck, small enough to stay out of the way. */
const chunkBytes = 256 * 1024;

/** Bytes of a large document after which the disk is given what there is of it. */
const writtenAtOnce = 64 * 1024 * 1024;

// What is done for each of tens of thousands of small files is done with callbacks: half the cost of handles.
const factsAt = promisify(lstat) as (path: string, options: { bigint: true }) => Promise<BigIntStats>;
const realAt = promisify(realpathWith.native);

/** Neither follows a link put there meanwhile nor waits for the other end of a pipe; not known on every system. */
const cautiously = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);

/** One write may take less than it is given, on a disk that is nearly full for one. */
async function writeAll(handle: FileHandle, bytes: Uint8Array): Promise<void> {
  for (let done = 0; done < bytes.byteLength; ) {
    done += (await handle.write(bytes, done, bytes.byteLength - done)).bytesWritten;
  }
}

/** The real file system. */
export const systemFiles: Files = {
  async facts(path) {
    try {
      return factsFrom(await factsAt(path, { bigint: true }));
    } catch (failure) {
      if (['ENOENT', 'ENOTDIR'].includes(failureCode(failure))) return null;
      throw failure;
    }
  },

  async *read(path, part) {
    if (part?.length === 0) return;
    let at = part?.start ?? 0;
    const end = part ? at + part.length : Number.POSITIVE_INFINITY;
    const handle = await openHandle(path, 'r');
    // Two places in turn: new memory for each chunk of a large document would keep the collector busier than all the rest.
    const places = [0, 1].map(() => Buffer.allocUnsafeSlow(Math.min(chunkBytes, end - at)));
    const readNext = () => {
      const [place = Buffer.alloc(0)] = places.reverse();
      const next = handle.read(place, 0, Math.min(place.length, end - at), at);
      // A failure is told when the chunk is asked for, if it ever is.
      next.catch(() => undefined);
      return next;
    };
    let reading = readNext();
    try {
      for (;;) {
        const { bytesRead, buffer } = await reading;
        if (bytesRead === 0) return;
        at += bytesRead;
        reading = readNext();
        yield buffer.subarray(0, bytesRead);
      }
    } finally {
      await reading.catch(() => undefined);
      await handle.close();
    }
  },

  readSmall: (path, most, start = 0) =>
    new Promise((resolve, reject) => {
      open(path, cautiously, (failure, file) => {
        if (failure) return reject(failure);
        const bytes = Buffer.allocUnsafe(most);
        const end = (broken: Error | null, done: number) =>
          close(file, () => (broken ? reject(broken) : resolve(bytes.subarray(0, done))));
        const go = (done: number) => {
          if (done === most) return end(null, done);
          read(file, bytes, done, most - done, start + done, (broken, count) =>
            broken || count === 0 ? end(broken, done) : go(done + count),
          );
        };
        go(0);
      });
    }),

  async writeNew(path, chunks) {
    const handle = await openHandle(path, 'wx', 0o600);
    let toDisk: Promise<void> | null = null;
    let written = 0;
    try {
      for await (const chunk of chunks) {
        await writeAll(handle, chunk);
        written += chunk.byteLength;
        if (written < writtenAtOnce) continue;
        // The disk begins with a large document while the rest of it is copied. What it cannot take is told here.
        await toDisk;
        toDisk = handle.datasync();
        toDisk.catch(() => undefined);
        written = 0;
      }
      await toDisk;
    } finally {
      await toDisk?.catch(() => undefined);
      await handle.close();
    }
  },

  async append(path, bytes) {
    const handle = await openHandle(path, constants.O_WRONLY | constants.O_APPEND);
    try {
      await writeAll(handle, bytes);
    } finally {
      await handle.close();
    }
  },

  async clone(from, to) {
    try {
      await copyFile(from, to, constants.COPYFILE_FICLONE_FORCE | constants.COPYFILE_EXCL);
      await chmod(to, 0o600);
      return true;
    } catch (failure) {
      if (cannotClone.has(failureCode(failure))) return false;
      throw failure;
    }
  },

  async sync(path) {
    // Windows neither needs nor allows it for directories.
    if (process.platform === 'win32' && (await factsAt(path, { bigint: true })).isDirectory()) return;
    const handle = await openHandle(path, process.platform === 'win32' ? 'r+' : 'r');
    try {
      await handle.sync();
    } finally {
      await handle.close();
    }
  },

  replace: (from, to) => rename(from, to),

  async replaceExact(from, to, expected, keptAs, late) {
    // A drive that does not answer is waited for here, not in the calls below that stop everything else.
    await factsAt(to, { bigint: true });
    late?.throwIfAborted();
    return replaceExactly(from, to, expected, keptAs);
  },

  async setAsideExact(path, expected, keptAs, late) {
    // A drive that does not answer is waited for here, not in the calls below that stop everything else.
    await factsAt(path, { bigint: true });
    late?.throwIfAborted();
    return setAsideExactly(path, expected, keptAs);
  },

  async secondNameExact(path, expected, keptAs, late) {
    await factsAt(path, { bigint: true });
    late?.throwIfAborted();
    return secondNameExactly(path, expected, keptAs);
  },

  isOpen: (path, how = 'at-all') => isOpenSomewhere(path, how),

  names: async (path) => Number((await factsAt(path, { bigint: true })).nlink),

  makeReadOnly: (path) => chmod(path, 0o400),

  copyOriginMark: originMarksOn(process.platform),

  putModified: (path, at) => utimes(path, at / 1_000, at / 1_000),

  moveNew: moveNewOn(),

  async renameDirectory(from, to, late) {
    // There is no rename that fails where something stands. One made in this instant is replaced only if it is an
    // empty directory: nothing is lost.
    const [here, there] = [await systemFiles.facts(from), await systemFiles.facts(to)];
    if (there && there.inode !== here?.inode) throw Object.assign(new Error('exists'), { code: 'EEXIST' });
    late?.throwIfAborted();
    await rename(from, to);
  },

  removeOwn: (path) => rm(path, { force: true }),

  async removeExact(path, expected, late) {
    // A drive that does not answer is waited for here, not in the calls below that stop everything else.
    await factsAt(path, { bigint: true }).catch(() => null);
    late?.throwIfAborted();
    removeExactly(path, expected);
  },

  removeOwnTree: (path) => rm(path, { recursive: true, force: true, maxRetries: 3 }),

  removeDirectory: (path) => rmdir(path),

  async makeDirectories(path) {
    await mkdir(path, { recursive: true });
  },

  async makeDirectory(path) {
    try {
      await mkdir(path);
    } catch (failure) {
      if (failureCode(failure) !== 'EEXIST') throw failure;
    }
  },

  list: (path) => readdir(path),
  async unreadableNames(directory) {
    const names = await readdir(directory, { encoding: 'buffer' });
    return names.filter((name) => !isUtf8(name)).map(escaped);
  },

  real: (path) => realAt(path),

  async writable(directory) {
    const probe = join(directory, `.matterline-probe-${randomUUID()}`);
    try {
      const handle = await openHandle(probe, 'wx');
      await handle.close();
      await unlink(probe);
      return null;
    } catch (failure) {
      return failureCode(failure);
    }
  },

  async holdsAny(directory, wanted) {
    const names = await opendir(directory);
    for await (const { name } of names) if (wanted(name)) return true;
    return false;
  },

  async mayWrite(directory) {
    try {
      await access(directory, constants.W_OK);
      return true;
    } catch (failure) {
      return !['EACCES', 'EPERM', 'EROFS'].includes(failureCode(failure));
    }
  },

  async room(directory) {
    try {
      const { bavail, bsize } = await statfs(directory);
      return bavail * bsize;
    } catch {
      return null;
    }
  },

  async isShared(path) {
    switch (process.platform) {
      case 'linux':
        return isOnNetworkMount(await readFile('/proc/self/mountinfo', 'utf8'), await realpath(path));
      case 'win32':
        // A mapped drive resolves to the share behind it.
        return (await realAt(path)).startsWith('\\\\');
      default:
        return false;
    }
  },
};

/** File systems without shared content, another file system, and systems without such a call. */
const cannotClone = new Set(['ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'ENOTTY', 'EINVAL', 'EXDEV']);

/** Text as it is, and each byte that is none as its number. */
function escaped(name: Buffer): string {
  let text = '';
  for (let at = 0; at < name.length; ) {
    const length = [1, 2, 3, 4].find((bytes) => isUtf8(name.subarray(at, at + bytes)));
    text += length
      ? name.toString('utf8', at, at + length)
      : `\\x${(name[at] ?? 0).toString(16).padStart(2, '0')}`;
    at += length ?? 1;
  }
  return text;
}
