import { join, posix } from 'node:path';
import type { FileId, MatterId, Refusal } from '../../../shared/model.ts';
import { err, ok, type Result } from '../../../shared/result.ts';
import { type Files, failureCode } from '../files/files.ts';
import { safeName } from '../folders/safe-name.ts';
import { notLinked } from '../refusals.ts';
import { longestFileName } from '../service/documents.ts';
import type { RuleChanges } from '../store/ignore-rules.ts';
import type { Stores } from '../store/stores.ts';
import { whyLeftOut } from '../watch/ignore.ts';

/** Gives files in a matter folder other names. The watch sees the rename and files it like one made anywhere else. */
export class DocumentRenamer {
  readonly #files: Files;
  readonly #stores: Stores;

  constructor(options: { files: Files; stores: Stores }) {
    this.#files = options.files;
    this.#stores = options.stores;
  }

  /** Nothing that is there is overwritten, and the document stays in its folder. */
  async rename(asked: {
    matterId: MatterId;
    fileId: FileId;
    name: string;
  }): Promise<Result<{ name: string }, Refusal>> {
    const link = this.#stores.links.of(asked.matterId);
    if (!link) return err(notLinked);
    const file = this.#stores.links.fileOfDocument(asked.matterId, asked.fileId);
    if (!file || file.removed) return err(notHere);
    const name = asked.name.trim();
    const before = posix.basename(file.path);
    if (name === before) return ok({ name });
    const why = whyNotName(name, this.#stores.ignoreRules.of(asked.matterId));
    if (why !== null) return err(badName(why));
    const directory = join(link.path, posix.dirname(file.path));
    try {
      const facts = await this.#files.facts(join(directory, before));
      if (facts?.kind !== 'file') return err(notHere);
      await this.#files.moveNew(join(directory, before), join(directory, name));
      return ok({ name });
    } catch (failure) {
      return err(refusalOf(failureCode(failure), name));
    }
  }
}

/** Why a name is not taken, for a person; null when it is one on every system and is filed. */
export function whyNotName(name: string, rules?: RuleChanges): string | null {
  if (name === '') return 'A document needs a name.';
  if (name.length > longestFileName) return `The service takes names of up to ${longestFileName} characters.`;
  const leftOut = whyLeftOut(name, 'file', rules);
  if (leftOut) return `Files with names like this are not filed: ${leftOut.why}`;
  if (safeName(name, '') === name.normalize('NFC')) return null;
  if (Buffer.byteLength(name) > 200) return 'It is longer than file systems can keep.';
  return 'Some computers cannot keep a name with these characters.';
}

function refusalOf(code: string, name: string): Refusal {
  switch (code) {
    case 'EEXIST':
      return {
        code: 'name-taken',
        what: `Something here is called “${name}” already`,
        why: 'Nothing is ever overwritten.',
        next: 'Choose another name.',
      };
    case 'ENOENT':
      return notHere;
    case 'ENAMETOOLONG':
      return badName('It is longer than this disk can keep.');
    default:
      return {
        code: 'not-permitted',
        what: 'The document was not renamed',
        why: `The system did not allow it (${code}); another program may have the document open.`,
        next: 'Close it there and try again.',
      };
  }
}

const badName = (why: string): Refusal => ({
  code: 'name-invalid',
  what: 'This name cannot be used',
  why,
  next: 'Choose another name, without \\ / : * ? " < > |.',
});

const notHere: Refusal = {
  code: 'not-here',
  what: 'The document was not renamed',
  why: 'It is not on this computer any more.',
  next: 'Look for it in the matter folder.',
};
