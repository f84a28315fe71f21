import { randomBytes } from 'node:crypto';
import { mkdir, open, rename, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';

/** A document open in Word. */
export interface OpenInWord {
  /** Saves as Word does: the new content beside the old, two renames, then the old one is deleted. */
  save(content: Uint8Array): Promise<void>;
  close(): Promise<void>;
}

/** Opens a document, new or not, the way Word does: an owner file lies beside it until it is closed. */
export async function openInWord(path: string): Promise<OpenInWord> {
  const folder = dirname(path);
  const ownerFile = join(folder, `~$${basename(path)}`);
  const newContent = join(folder, '~WRD0000.tmp');
  const oldContent = join(folder, '~WRL0001.tmp');
  await writeFile(ownerFile, ownerRecord('Eleanor Ashdown'));
  return {
    async save(content) {
      await writeFile(newContent, content);
      const wasThere = await rename(path, oldContent).then(
        () => true,
        () => false,
      );
      await rename(newContent, path);
      if (wasThere) await rm(oldContent);
    },
    close: () => rm(ownerFile),
  };
}

/** Saves as Excel does: an extensionless name of eight hexadecimal digits, then a rename over the workbook. */
export async function saveLikeExcel(path: string, content: Uint8Array): Promise<void> {
  const stagingFiles = join(dirname(path), randomBytes(4).toString('hex').toUpperCase());
  await writeFile(stagingFiles, content);
  await rename(stagingFiles, path);
}

/** The 162 bytes by which Word tells others who has a document open. */
function ownerRecord(name: string): Buffer {
  const record = Buffer.alloc(162);
  record.writeUInt8(name.length, 0);
  record.write(name, 1, 'latin1');
  record.writeUInt8(name.length, 54);
  record.write(name, 56, 'utf16le');
  return record;
}

const moment = (milliseconds: number): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, milliseconds);
  });

/** LibreOffice: a lock while it is open, the new content in a temporary, then a rename or a copy over the document. */
export async function saveLikeLibreOffice(
  path: string,
  content: Uint8Array,
  way: 'rename' | 'in place',
): Promise<void> {
  const lock = join(dirname(path), `.~lock.${basename(path)}#`);
  const stagingFiles = join(dirname(path), `lu${randomBytes(4).toString('hex')}ab.tmp`);
  await writeFile(lock, ',eleanor,desk,20.11.2026 09:00,file:///;');
  await writeFile(stagingFiles, content);
  if (way === 'rename') await rename(stagingFiles, path);
  else {
    await writeFile(path, content);
    await rm(stagingFiles);
  }
  await rm(lock);
}

/** Acrobat: the whole file under a temporary name that nobody could know for one, then a rename over the document. */
export async function saveLikeAcrobat(path: string, content: Uint8Array): Promise<void> {
  const stagingFiles = join(dirname(path), `A9R${randomBytes(3).toString('hex')}.tmp`);
  await writeFile(stagingFiles, content);
  await rename(stagingFiles, path);
}

/** vim: tries whether it may write here, keeps the old file as a backup by a rename, writes a new one. */
export async function saveLikeVim(path: string, content: Uint8Array): Promise<void> {
  const swap = join(dirname(path), `.${basename(path)}.swp`);
  const probe = join(dirname(path), '4913');
  const backup = `${path}~`;
  await writeFile(swap, 'b0VIM 9.0');
  await writeFile(probe, '');
  await rm(probe);
  const wasThere = await rename(path, backup).then(
    () => true,
    () => false,
  );
  await writeFile(path, content, { flag: 'wx' });
  if (wasThere) await rm(backup);
  await rm(swap);
}

/**
 * macOS: the new content in a directory of its own beside the document, then the two change places. Node has no
 * exchange, so here they do it by two renames.
 */
export async function saveLikeMac(path: string, content: Uint8Array): Promise<void> {
  const room = join(dirname(path), `${basename(path)}.sb-1a2b3c4d-XyZ123`);
  await mkdir(room);
  await writeFile(join(room, basename(path)), content);
  await rename(path, join(room, 'old')).catch(() => undefined);
  await rename(join(room, basename(path)), path);
  await rm(room, { recursive: true });
}

/** Notepad: cuts the file to nothing and writes it anew, in place. */
export async function saveLikeNotepad(path: string, content: Uint8Array): Promise<void> {
  const handle = await open(path, 'w');
  await moment(30);
  await handle.write(content);
  await handle.close();
}

/** Programs that write as they go: several bursts with pauses between them. */
export async function saveInBursts(path: string, content: Uint8Array): Promise<void> {
  const handle = await open(path, 'w');
  const step = Math.ceil(content.length / 5);
  for (let at = 0; at < content.length; at += step) {
    await handle.write(content.subarray(at, at + step));
    await moment(120);
  }
  await handle.close();
}

/** gedit, mousepad and others by GLib: a hidden temporary, on disk before it is renamed over the document. */
export async function saveLikeGlib(path: string, content: Uint8Array): Promise<void> {
  const stagingFiles = join(dirname(path), `.goutputstream-${randomBytes(3).toString('hex').toUpperCase()}`);
  const handle = await open(stagingFiles, 'wx');
  await handle.write(content);
  await handle.sync();
  await handle.close();
  await rename(stagingFiles, path);
}
