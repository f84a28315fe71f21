import { randomBytes } from 'node:crypto';
import { rename, rm, writeFile } from 'node:fs/promises';
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
  const onTheWay = join(dirname(path), randomBytes(4).toString('hex').toUpperCase());
  await writeFile(onTheWay, content);
  await rename(onTheWay, path);
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
