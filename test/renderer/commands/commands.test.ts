import { expect, it } from 'vitest';
import { type Command, matchingCommands } from '../../../renderer/commands/commands.ts';

const command = (title: string, also = ''): Command => ({ id: title, title, also, run: () => {} });
const commands = [
  command('Go to matters'),
  command('Use the dark theme', 'appearance colours'),
  command('Pause filing', 'stop'),
  command('Show the pause'),
];
const titles = (text: string) => matchingCommands(commands, text).map(({ title }) => title);

it.each([
  ['', ['Go to matters', 'Use the dark theme', 'Pause filing', 'Show the pause']],
  ['dark', ['Use the dark theme']],
  ['THEME dar', ['Use the dark theme']],
  ['colour', ['Use the dark theme']],
  ['pause', ['Pause filing', 'Show the pause']],
  ['ause', []],
  ['stop filing', ['Pause filing']],
])('%j finds %j', (text, found) => {
  expect(titles(text)).toEqual(found);
});
