import { constants, createReadStream, realpathSync } from 'node:fs';
import {
  access,
  link,
  lstat,
  mkdir,
  open,
  opendir,
  readdir,
  readFile,
  realpath,
  rename,
  rm,
  unlink,
} from 'node:fs/promises';
import { join } from 'node:path';
import { type FileFacts, type Files, failureCode } from './files.ts';
import { isOnNetworkMount } from './network-mount.ts';

/** Bytes per read: large enough that a hash is the bottleneck, small enough to stay out of the way. */
const chunkBytes = 256 * 1024;

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

  async isShared(path) {
    switch (process.platform) {
      case 'linux':
        return isOnNetworkMount(await readFile('/proc/self/mountinfo', 'utf8'), await realpath(path));
      case 'win32':
        // A mapped drive resolves to the share behind it.
        return realpathSync.native(path).startsWith('\\\\');
      default:
        return false;
    }
  },
};
