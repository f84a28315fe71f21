import { closeSync, createReadStream, openSync, readSync } from 'node:fs';
import { link, lstat, mkdir, open, readdir, realpath, rename, rm, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { type FileFacts, type Files, failureCode } from './files.ts';

/** Bytes per read: large enough that a hash is the bottleneck, small enough to stay out of the way. */
const chunkBytes = 256 * 1024;

/** At once: the trips to the thread pool and back would take ten times as long as the reading. */
function readNow(path: string, size: number): Buffer | null {
  const file = openSync(path, 'r');
  try {
    // One byte more shows that the file is longer.
    const bytes = Buffer.allocUnsafeSlow(size + 1);
    let read = 0;
    for (let more = -1; more !== 0 && read <= size; read += more) {
      more = readSync(file, bytes, read, size + 1 - read, null);
      if (read + more === size) return bytes.subarray(0, size);
    }
    return null;
  } finally {
    closeSync(file);
  }
}

/** The real file system. */
export const systemFiles: Files = {
  async facts(path) {
    try {
      const stat = await lstat(path, { bigint: true });
      const kind: FileFacts['kind'] = stat.isFile() ? 'file' : stat.isDirectory() ? 'directory' : 'other';
      return {
        kind,
        size: Number(stat.size),
        modified: String(stat.mtimeNs),
        changed: String(stat.ctimeNs),
        inode: `${stat.dev}:${stat.ino}:${stat.birthtimeNs}`,
      };
    } catch (failure) {
      if (['ENOENT', 'ENOTDIR'].includes(failureCode(failure))) return null;
      throw failure;
    }
  },

  read: (path) => createReadStream(path, { highWaterMark: chunkBytes }),

  readSmall: async (path, size) => readNow(path, size),

  async writeNew(path, chunks) {
    const handle = await open(path, 'wx', 0o600);
    try {
      for await (const chunk of chunks) await handle.writev([chunk]);
    } finally {
      await handle.close();
    }
  },

  async sync(path) {
    // Windows neither needs nor allows it for directories.
    if (process.platform === 'win32' && (await lstat(path)).isDirectory()) return;
    const handle = await open(path, process.platform === 'win32' ? 'r+' : 'r');
    try {
      await handle.sync();
    } finally {
      await handle.close();
    }
  },

  replace: (from, to) => rename(from, to),

  async moveNew(from, to) {
    // A hard link fails where something stands, which a rename does not; file systems without hard links
    // (exFAT, some shares) leave only check-then-rename.
    try {
      await link(from, to);
      await unlink(from);
    } catch (failure) {
      if (!['EPERM', 'ENOTSUP', 'ENOSYS', 'EOPNOTSUPP', 'EMLINK'].includes(failureCode(failure)))
        throw failure;
      if (await systemFiles.facts(to)) throw Object.assign(new Error('exists'), { code: 'EEXIST' });
      await rename(from, to);
    }
  },

  removeOwn: (path) => rm(path, { force: true }),

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
  real: (path) => realpath(path),

  async writable(directory) {
    const probe = join(directory, `.matterline-probe-${process.pid}-${Date.now()}`);
    try {
      const handle = await open(probe, 'wx');
      await handle.close();
      await unlink(probe);
      return null;
    } catch (failure) {
      return failureCode(failure);
    }
  },
};
