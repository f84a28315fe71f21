import { open, stat } from 'node:fs/promises';
import path from 'node:path';
import { err, ok, type Result } from '../../shared/base/result.ts';
import type { Refusal } from '../../shared/model/index.ts';
import type { Answering } from './answering.ts';
import { headLength, isKnownKind, whyNotOpened } from './openable.ts';

/** Opens a document with the system's program for it; programs and scripts are refused. */
export async function openDocument(
  file: string,
  platform: NodeJS.Platform,
  /** Electron's `shell.openPath`: answers '' or what went wrong. */
  openPath: (path: string) => Promise<string>,
  answering: Answering,
  /** `fetched` for what the service sent, whoever filed it there. */
  origin: 'own' | 'fetched' = 'own',
  /** False where the person can still be asked: then a kind that may be anything is refused. */
  anyway = true,
): Promise<Result<void, Refusal>> {
  const name = path.basename(file);
  const facts = await answering.ask(() => factsOf(file));
  if (facts === 'not-answering') {
    return err({
      code: 'not-here',
      what: `${name} cannot be opened.`,
      why: 'The drive it is on does not answer. Often it is a shared drive whose server, or the way to it, is down.',
      next: 'Connect the drive again, and open it then.',
    });
  }
  if (!facts) {
    return err({
      code: 'not-here',
      what: `${name} cannot be opened.`,
      why: 'It is not on this computer, or may not be read.',
      next: 'Look for it in the matter folder.',
    });
  }
  const why = whyNotOpened({ name, ...facts }, platform, origin);
  if (why !== null) {
    return err({
      code: why === 'not-a-file' ? why : 'not-permitted',
      what: `${name} is not opened from here.`,
      why: {
        program: 'It is a program or script, not a document.',
        active: 'Documents of this kind can run scripts, or load what they name, as soon as they are opened.',
        'not-a-file': 'It is not an ordinary file.',
      }[why],
      next:
        origin === 'fetched'
          ? 'Ask whoever filed it what it is. “Save a copy as…” keeps it without opening it.'
          : 'Use “Show in folder” if you are sure you want it.',
    });
  }
  if (!anyway && !isKnownKind(name)) {
    const ending = path.extname(name);
    return err({
      code: 'kind-not-known',
      what: `Open ${name}?`,
      why:
        ending === ''
          ? 'Its name does not say what kind of document it is.'
          : `“${ending}” is not a kind of document that Matterline knows.`,
      next: 'The system decides which program opens it, and that program may run what is in it. Open it only if you know where it comes from.',
    });
  }
  const failure = await openPath(file);
  if (failure === '') return ok(undefined);
  return err({
    code: 'not-permitted',
    what: `${name} could not be opened.`,
    why: `The system says: ${failure}`,
    next: 'Check that a program for this kind of document is installed.',
  });
}

/** Opens a folder in the system's file manager. */
export async function openFolder(
  folder: string,
  openPath: (path: string) => Promise<string>,
  answering: Answering,
): Promise<Result<void, Refusal>> {
  const found = await answering.ask(() => stat(folder).catch(() => null));
  const missing = found === 'not-answering' ? 'its drive does not answer.' : 'it is not there.';
  const isThere = found !== 'not-answering' && found?.isDirectory();
  const failure = isThere ? await openPath(folder) : missing;
  if (failure === '') return ok(undefined);
  return err({
    code: 'folder-missing',
    what: 'The folder cannot be shown.',
    why: `${folder}: ${failure}`,
    next: 'Check that the drive it is on is connected.',
  });
}

async function factsOf(file: string): Promise<{ isFile: boolean; mode: number; head: Uint8Array } | null> {
  try {
    const handle = await open(file, 'r');
    try {
      const found = await handle.stat();
      const head = new Uint8Array(headLength);
      const { bytesRead } = found.isFile() ? await handle.read(head, 0, headLength, 0) : { bytesRead: 0 };
      return { isFile: found.isFile(), mode: found.mode, head: head.subarray(0, bytesRead) };
    } finally {
      await handle.close();
    }
  } catch {
    return null;
  }
}
