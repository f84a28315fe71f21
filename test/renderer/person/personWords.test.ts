import { expect, test } from 'vitest';
import {
  initialsOf,
  isYes,
  othersSentence,
  question,
  whoSentence,
} from '../../../renderer/person/personWords.ts';

const ann = { id: 'a', name: 'Ann Archer', waiting: 1 };
const nobody = { id: 'b', name: null, waiting: 0 };

test('whoever signed in is asked one question, by name where one is known', () => {
  expect(question([ann])).toBe('Are you Ann Archer?');
  expect(question([nobody])).toBe('Are you the person who signed in here before?');
  expect(question([ann, nobody])).toBe('Who of those who work here are you?');
  expect(isYes(null, 1, 2)).toBe('I am person 2, who has no name here');
});

test('of others a person is told how much waits, and no more', () => {
  expect(othersSentence({ people: 1, waiting: 0 })).toBeNull();
  expect(othersSentence({ people: 1, waiting: 1 })).toBe('1 save of another person waits on this computer');
  expect(othersSentence({ people: 2, waiting: 4 })).toBe('4 saves of other people wait on this computer');
  expect(othersSentence({ people: 1, waiting: null })).toContain('is not known');
});

test('a person reads who they are taken for, and whether they said so or the service did', () => {
  expect(whoSentence({ staff: ann, staffIsProven: false })).toBe('You are Ann Archer, as you said.');
  expect(whoSentence({ staff: ann, staffIsProven: true })).toContain('the service’s history names you');
  expect(whoSentence({ staff: null, staffIsProven: false })).toContain('is not known here');
});

test('somebody’s initials are those of the first and the last of their names', () => {
  expect(['Dana Whitfield', 'Zoë Whitfield-Hale', 'Cher', '李 小龙', '', '7f0c'].map(initialsOf)).toEqual([
    'DW',
    'ZH',
    'C',
    '李小',
    '?',
    '?',
  ]);
});
