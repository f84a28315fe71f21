import { assertNever } from '../../shared/base/result.ts';
import type { TimelineEntry } from '../../shared/model/index.ts';
import { count } from './count.ts';

/** A piece of a sentence: our own words, or somebody's name (hostile; shown as `displayName` in `<bdi>`). */
export type SentencePart =
  | { readonly words: string }
  | {
      readonly name: string;
      readonly of: 'person' | 'thing';
      /** It is what the document or folder of the entry is called now, or was then. */
      readonly isSubject?: true;
    };

type Told = Pick<TimelineEntry, 'kind' | 'who' | 'name' | 'from' | 'to' | 'version' | 'state'>;

/** What happened, as a sentence: "Dana Whitfield renamed “Draft.docx” to “Final.docx”". */
export function timelineSentence(entry: Told): SentencePart[] {
  return [person(entry), { words: ' ' }, ...action(entry)];
}

function person({ who, state }: Told): SentencePart {
  if (who !== null) return { name: who, of: 'person' };
  return { words: state === 'filed' ? 'Someone' : 'You' };
}

function action({ kind, name, from, to, version }: Told): SentencePart[] {
  switch (kind) {
    case 'created':
      return ['added ', subject(name)].map(part);
    case 'new-version':
      return [
        version === null ? 'saved a new version of ' : `saved version ${version} of `,
        subject(name),
      ].map(part);
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
      return ['deleted ', subject(name)].map(part);
    case 'restored':
      return ['restored ', subject(name)].map(part);
    case 'folder-created':
      return ['created the folder ', thing(name)].map(part);
    case 'folder-deleted':
      return ['deleted the folder ', thing(name)].map(part);
    case 'other':
      return ['changed ', subject(name)].map(part);
    default:
      return assertNever(kind);
  }
}

/** What several changes of one kind come to: "added 12 documents". Null for kinds that are told one by one. */
export function groupAction(kind: TimelineEntry['kind'], howMany: number): string | null {
  const documents = count(howMany, 'document');
  switch (kind) {
    case 'created':
      return `added ${documents}`;
    case 'new-version':
      return `saved new versions of ${documents}`;
    case 'moved':
      return `moved ${documents}`;
    case 'copied':
      return `copied ${documents}`;
    case 'deleted':
      return `deleted ${documents}`;
    case 'restored':
      return `restored ${documents}`;
    case 'folder-created':
      return `created ${count(howMany, 'folder')}`;
    default:
      return null;
  }
}

function renamed(verb: string, name: string, from: string | null, to: string | null): SentencePart[] {
  const after = to ?? name;
  if (from === null || from === after) return [verb, subject(after)].map(part);
  return [verb, thing(from), ' to ', subject(after)].map(part);
}

function moved(verb: string, name: string, from: string | null, to: string | null): SentencePart[] {
  return [
    verb,
    subject(name),
    ...(from === null ? [] : [' from ', thing(from)]),
    ...(to === null ? [] : [' to ', thing(to)]),
  ].map(part);
}

function copied(name: string, from: string | null, to: string | null): SentencePart[] {
  if (from !== null && from !== name)
    return ['made ', subject(name), ' as a copy of ', thing(from)].map(part);
  return ['copied ', subject(name), ...(to === null ? [] : [' to ', thing(to)])].map(part);
}

const thing = (name: string): SentencePart => ({ name, of: 'thing' });
const subject = (name: string): SentencePart => ({ name, of: 'thing', isSubject: true });
const part = (piece: string | SentencePart): SentencePart =>
  typeof piece === 'string' ? { words: piece } : piece;
