import { describe, expect, test } from 'vitest';
import { staysFor, stillOn, type Told, withTold } from '../../../renderer/frame/toldNotices.ts';
import type { Notice } from '../../../renderer/words/adding.ts';

const said = (intent: Notice['intent'], title: string, where = 'matters'): Told => ({
  notice: { intent, title, lines: [] },
  where,
});
const titlesOf = (shown: readonly Told[]) => shown.map(({ notice }) => notice.title);
const titles = (told: readonly Told[]) => titlesOf(told.reduce<readonly Told[]>(withTold, []));

describe('what the person is told', () => {
  test('takes no error away: it stays until it is read, whatever is told later', () => {
    expect(
      titles([
        said('error', 'That was refused'),
        said('success', 'Copied'),
        said('error', 'And that'),
        said('info', 'Adding'),
      ]),
    ).toEqual(['That was refused', 'And that', 'Copied', 'Adding']);
  });

  test('stacks, up to three of what is no error, and says the same thing once', () => {
    const four = ['One', 'Two', 'Three', 'Four'].map((title) => said('success', title));
    expect(titles(four)).toEqual(['Two', 'Three', 'Four']);
    expect(titles([said('error', 'No room'), said('error', 'Refused'), said('error', 'No room')])).toEqual([
      'Refused',
      'No room',
    ]);
  });

  test('gives way to what is told later about the same document, so that one Undo is there: the one for what was done last', () => {
    const renamed = (title: string, about: string): Told => {
      const { notice, where } = said('success', title);
      return { notice: { ...notice, about }, where };
    };
    expect(
      titles([
        renamed('A to B', 'name of 1'),
        renamed('C to D', 'name of 2'),
        said('success', 'Copied'),
        renamed('B to E', 'name of 1'),
      ]),
    ).toEqual(['C to D', 'Copied', 'B to E']);
  });

  test('goes with its screen, except for errors', () => {
    const shown = [said('success', 'Renamed', 'matter-1'), said('error', 'Refused', 'matter-1')];
    expect(titlesOf(stillOn(shown, 'matter-1'))).toEqual(['Renamed', 'Refused']);
    expect(titlesOf(stillOn(shown, 'settings'))).toEqual(['Refused']);
  });

  test('keeps what has to be read until the person dismisses it, on whatever screen, whatever is told later', () => {
    const { notice, where } = said('warning', '1 document not added', 'matter-1');
    const told = { notice: { ...notice, onRead() {} }, where };
    const later = ['One', 'Two', 'Three'].map((title) => said('success', title, 'settings'));
    const shown = [told, ...later].reduce<readonly Told[]>(withTold, []);
    expect(titlesOf(withTold(stillOn(shown, 'settings'), null))).toEqual(['1 document not added']);
    expect(staysFor(told.notice)).toBeNull();
    const another = (about: string) => ({ notice: { ...told.notice, about }, where });
    expect([another('one lot'), another('another')].reduce<readonly Told[]>(withTold, [])).toHaveLength(2);
  });

  test('stays for five to seven seconds when it is good, and until it is dismissed otherwise', () => {
    const action = { label: 'Undo', run() {} };
    expect(staysFor({ intent: 'success', title: '', lines: [] })).toBe(5_000);
    expect(staysFor({ intent: 'success', title: '', lines: [], action })).toBe(7_000);
    expect(staysFor({ intent: 'info', title: '', lines: [] })).toBe(7_000);
    for (const intent of ['warning', 'error'] as const)
      expect(staysFor({ intent, title: '', lines: [] })).toBeNull();
    expect(staysFor({ intent: 'info', title: '', lines: [], progress: { done: 1, of: 2 } })).toBeNull();
  });
});
