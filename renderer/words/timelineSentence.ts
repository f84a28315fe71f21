import { assertNever } from '../../shared/base/result.ts';
import type { TimelineEntry } from '../../shared/model/index.ts';

/** A piece of a sentence: our own words, or somebody's name (hostile; shown as `displayName` in `<bdi>`). */
export type SentencePart =
  | { readonly words: string }
  | { readonly name: string; readonly of: 'person' | 'thing' };

type Told = Pick<TimelineEntry, 'kind' | 'who' | 'name' | 'from' | 'to' | 'state'>;

/** What happened, as a sentence: "Dana Whitfield renamed “Draft.docx” to “Final.docx”". */
export function timelineSentence(entry: Told): SentencePart[] {
  return [person(entry), { words: ' ' }, ...action(entry)];
}

function person({ who, state }: Told): SentencePart {
  if (who !== null) return { name: who, of: 'person' };
  return { words: state === 'filed' ? 'Someone' : 'You' };
}

function action({ kind, name, from, to }: Told): SentencePart[] {
  switch (kind) {
    case 'created':
      return ['added ', thing(name)].map(part);
    case 'new-version':
      return ['saved a new version of ', thing(name)].map(part);
    case 'renamed':
      return renamed('renamed ', name, from, to);
    case 'folder-renamed':
      return renamed('renamed the folder ', name, from, to);
    case 'moved':
      return moved('moved ', name, from, to);
    case 'folder-moved':
      return moved('moved the folder ', name, from, to);
    case 'copied':
      return copied(name, from, to);
    case 'deleted':
      return ['deleted ', thing(name)].map(part);
    case 'restored':
      return ['restored ', thing(name)].map(part);
    case 'folder-created':
      return ['created the folder ', thing(name)].map(part);
    case 'folder-deleted':
      return ['deleted the folder ', thing(name)].map(part);
    case 'other':
      return ['changed ', thing(name)].map(part);
    default:
      return assertNever(kind);
  }
}

function renamed(verb: string, name: string, from: string | null, to: string | null): SentencePart[] {
  const after = to ?? name;
  if (from === null || from === after) return [verb, thing(after)].map(part);
  return [verb, thing(from), ' to ', thing(after)].map(part);
}

function moved(verb: string, name: string, from: string | null, to: string | null): SentencePart[] {
  return [
    verb,
    thing(name),
    ...(from === null ? [] : [' from ', thing(from)]),
    ...(to === null ? [] : [' to ', thing(to)]),
  ].map(part);
}

function copied(name: string, from: string | null, to: string | null): SentencePart[] {
  if (from !== null && from !== name) return ['made ', thing(name), ' as a copy of ', thing(from)].map(part);
  return ['copied ', thing(name), ...(to === null ? [] : [' to ', thing(to)])].map(part);
}

const thing = (name: string): SentencePart => ({ name, of: 'thing' });
const part = (piece: string | SentencePart): SentencePart =>
  typeof piece === 'string' ? { words: piece } : piece;
