import { err, ok, type Result } from '../../shared/base/result.ts';
import type { Refusal } from '../../shared/model/index.ts';

const longest = 60;

/** A name as it is kept. It only tells profiles apart on the screen: nothing on disk is ever called by it. */
export function checkProfileName(typed: string, others: readonly string[]): Result<string, Refusal> {
  const name = typed.normalize('NFC').trim().replace(/\s+/gu, ' ');
  if (name === '') return refuse('name-invalid', 'A profile needs a name.');
  if (name.length > longest) return refuse('name-too-long', `It is longer than ${longest} characters.`);
  // Characters that cannot be seen, or that turn the others around, make one profile look like another.
  if (/[\p{C}\p{Default_Ignorable_Code_Point}]/u.test(name)) {
    return refuse('name-invalid', 'It has a character that cannot be seen.');
  }
  if (others.some((other) => comparable(other) === comparable(name))) {
    return refuse('name-taken', 'Another profile has this name.');
  }
  return ok(name);
}

const comparable = (name: string): string => name.normalize('NFKC').toLocaleLowerCase('en');

const refuse = (code: Refusal['code'], why: string): Result<never, Refusal> =>
  err({ code, what: 'This name cannot be used.', why, next: 'Choose another name.' });
