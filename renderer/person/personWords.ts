import type { Person } from '../../shared/model/index.ts';
import { count } from '../words/count.ts';

export type KnownPerson = Extract<Person, { state: 'known' }>;
type People = Extract<Person, { state: 'asked' }>['people'];

/** Whether it is still the same person, in one line. */
export function question(people: People): string {
  const [only, another] = people;
  if (another) return 'Who of those who work here are you?';
  return only?.name == null ? 'Are you the person who signed in here before?' : `Are you ${only.name}?`;
}

/** What one of those asked about says; people without a name are told apart by their place. */
export function isYes(name: string | null, index: number, of: number): string {
  if (of === 1) return name === null ? 'Yes, I am' : `Yes, I am ${name}`;
  return name === null ? `I am person ${index + 1}, who has no name here` : `I am ${name}`;
}

export function waitingSentence(people: People): string {
  const waiting = people.reduce((sum, person) => sum + (person.waiting ?? 0), 0);
  const isUnknown = people.some((person) => person.waiting === null);
  const counted =
    waiting === 0
      ? 'Nothing waits here to be filed.'
      : `${count(waiting, 'save')} ${waiting === 1 ? 'waits' : 'wait'} here to be filed.`;
  const kept = isUnknown
    ? `${waiting === 0 ? '' : `${counted} `}Something kept here cannot be opened just now: whether more waits in it is not known.`
    : counted;
  return `${kept} Documents are filed in the name of whoever signed in, so nothing is shown or sent before you answer.`;
}

/** In whose name documents are filed, and how that is known. */
export function whoSentence({ staff, staffIsProven }: Pick<KnownPerson, 'staff' | 'staffIsProven'>): string {
  if (staff === null)
    return 'Who you are in the firm is not known here. Once it is, “My matters” shows yours and opens first.';
  return staffIsProven
    ? `You are ${staff.name}: the service’s history names you for what was filed here.`
    : `You are ${staff.name}, as you said.`;
}

/** All that one person is told of others; null when nothing of theirs waits. */
export function othersSentence({
  waiting,
  people,
}: Pick<KnownPerson['others'], 'waiting' | 'people'>): string | null {
  if (waiting === 0) return null;
  const whose = people === 1 ? 'another person' : 'other people';
  if (waiting === null)
    return `What ${whose} kept on this computer cannot be opened just now: whether something waits in it is not known`;
  return `${count(waiting, 'save')} of ${whose} ${waiting === 1 ? 'waits' : 'wait'} on this computer`;
}

/** The first letters of the first and the last of somebody's names. */
export function initialsOf(name: string): string {
  const words = name.split(/[\s\p{Dash_Punctuation}]+/u).filter((word) => /^\p{L}/u.test(word));
  const first = words[0] ?? '';
  const last = words.length > 1 ? (words.at(-1) ?? '') : '';
  const letterOf = (word: string): string => /^\p{L}/u.exec(word)?.[0] ?? '';
  return `${letterOf(first) || '?'}${letterOf(last)}`.toLocaleUpperCase();
}
