import path from 'node:path';
import type { Refusal, ViewerFault } from '../../shared/model/index.ts';
import type { ViewerEnd } from './viewer.ts';

const openIt = 'Open it to read it.';
const shownNot = (name: string): string => `${name} cannot be shown here.`;

export const unknownKind = (name: string): Refusal => ({
  code: 'kind-not-known',
  what: shownNot(name),
  why: `Shown here are PDF, pictures, plain text, and the text of Word (.docx) and Excel (.xlsx) documents${
    path.extname(name) === '' ? '' : `, not “${path.extname(name)}”`
  }.`,
  next: openIt,
});

export const notComparable = (name: string): Refusal => ({
  code: 'kind-not-known',
  what: `Versions of ${name} cannot be compared here.`,
  why: 'Compared are Word documents (.docx) and plain texts.',
  next: 'Open both versions to compare them.',
});

export const notHere = (name: string): Refusal => ({
  code: 'not-here',
  what: shownNot(name),
  why: 'It is not on this computer, or may not be read.',
  next: 'Look for it in the matter folder.',
});

export const driveAway = (name: string): Refusal => ({
  code: 'not-here',
  what: shownNot(name),
  why: 'The drive it is on does not answer. Often it is a shared drive whose server, or the way to it, is down.',
  next: 'Connect the drive again, and try again then.',
});

export const tooLarge = (name: string, size: number): Refusal => ({
  code: 'not-permitted',
  what: shownNot(name),
  why: `It has ${Math.round(size / 1_000_000).toLocaleString('en')} MB, more than is read for a preview.`,
  next: openIt,
});

const faults: Readonly<Record<ViewerFault, Pick<Refusal, 'why' | 'next'>>> = {
  'not-what-its-name-says': {
    why: 'What is in it is not what its name says.',
    next: 'Ask whoever filed it what it is, before you open it.',
  },
  damaged: { why: 'It is damaged, or made in a way that cannot be read here.', next: openIt },
  locked: {
    why: 'It is protected with a password, or an Office document in the format of before 2007.',
    next: openIt,
  },
  'too-large-inside': {
    why: 'It unpacks to far more than a document of its kind has. Some are made so to exhaust a computer.',
    next: 'Ask whoever filed it what it is, before you open it.',
  },
};

export const faulty = (name: string, fault: ViewerFault): Refusal => ({
  code: 'not-permitted',
  what: shownNot(name),
  ...faults[fault],
});

const ends: Readonly<Record<ViewerEnd, string>> = {
  'too-long': 'Reading it took too long and was ended.',
  'too-much-memory': 'Reading it took too much memory and was ended.',
  'too-much': 'There was more in it than is shown here, and reading it was ended.',
  gone: 'The part of the program that read it came to an end. Nothing else is affected.',
};

export const ended = (name: string, end: ViewerEnd): Refusal => ({
  code: 'service-failed',
  what: shownNot(name),
  why: ends[end],
  next: `${openIt} If you do not know where it comes from, ask whoever filed it first.`,
});
