import type { Files } from '../../platform/files.ts';
import type { ContentTarget } from '../../service/get-content.ts';

/** Bytes on the disk that are left for what is saved, which is nowhere else: what is fetched can be had again. */
const leftForSaves = 512 * 1024 * 1024;
/** Bytes written between two looks at how much room there is. */
const lookedEvery = 8 * 1024 * 1024;

/** A file while its bytes come in. What leaves too little room for saves is not written, as if the disk were full. */
export interface Unfinished extends ContentTarget {
  readonly hasRoomFor: (bytes: number) => Promise<boolean>;
  /**
   * Puts it where it stays: on disk, and whole at one instant, in which it can be opened; `before` is called ahead of that, with the
   * path below the matter folder where it goes there. Answers where it is.
   */
  readonly keep: (
    key: string,
    sha256: string,
    name: string,
    before?: (path: string | null) => void,
  ) => Promise<string>;
  readonly drop: () => Promise<void>;
}

/** Begins such a file at a path of our own. */
export async function beginAt(
  files: Files,
  path: string,
  directory: string,
  end: Pick<Unfinished, 'keep' | 'drop'>,
): Promise<Unfinished> {
  await files.writeNew(path, nothing());
  const hasRoomFor = async (bytes: number): Promise<boolean> => {
    const room = await files.room(directory);
    return room === null || room - bytes >= leftForSaves;
  };
  let unseen = lookedEvery;
  return {
    hasRoomFor,
    write: async (chunk) => {
      unseen += chunk.byteLength;
      if (unseen >= lookedEvery) {
        if (!(await hasRoomFor(chunk.byteLength)))
          throw Object.assign(new Error('too little room'), { code: 'ENOSPC' });
        unseen = 0;
      }
      await files.append(path, chunk);
    },
    beginAgain: async () => {
      await files.removeOwn(path);
      await files.writeNew(path, nothing());
    },
    ...end,
  };
}

async function* nothing(): AsyncGenerator<Uint8Array, void> {}
