import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openSharedDesk, type SharedDesk } from './office.ts';

const [ann, ben] = [0, 2];

/** As a program left it that kept subjects without their issuer, which alone tells people of two sign-in servers apart. */
async function leftByAnEarlierProgram(desk: SharedDesk): Promise<string> {
  await desk.signIn(ann, { tells: true });
  const { directory } = desk.workspace;
  await desk.signOut();
  const file = join(directory, 'person.json');
  const person = JSON.parse(readFileSync(file, 'utf8'));
  person.subjects = person.subjects.map((subject: string) => subject.replace(/@.*/, ''));
  writeFileSync(file, JSON.stringify(person));
  await desk.restart();
  return directory;
}
const subjectsIn = (directory: string): string[] =>
  JSON.parse(readFileSync(join(directory, 'person.json'), 'utf8')).subjects;

test('who was known by a subject alone is known at the sign-in server of the time, with its issuer from their next sign-in on, and is asked nothing', async () => {
  await using desk = await openSharedDesk();
  const directory = await leftByAnEarlierProgram(desk);
  expect(subjectsIn(directory)).toEqual([expect.stringMatching(/^id:[0-9a-f]{64}@at:its-address$/)]);
  await desk.signIn(ann, { tells: true });
  expect(desk.engine.person.value.state).toBe('known');
  expect(desk.workspace.directory).toBe(directory);
  expect(subjectsIn(directory)).toEqual([expect.stringMatching(/^id:[0-9a-f]{64}@the-issuer$/)]);
  await desk.signIn(ann, { tells: true, by: 'another-issuer' });
  expect(desk.engine.person.value.state).toBe('asked');
}, 60_000);

test('a colleague who signs in first after the update is still another person', async () => {
  await using desk = await openSharedDesk();
  const directory = await leftByAnEarlierProgram(desk);
  await desk.signIn(ben, { tells: true });
  expect(desk.engine.person.value.state).toBe('known');
  expect(desk.workspace.directory).not.toBe(directory);
  await desk.signIn(ann, { tells: true });
  expect(desk.workspace.directory).toBe(directory);
}, 60_000);

test('the same subject at another sign-in server does not open what an earlier program kept', async () => {
  await using desk = await openSharedDesk();
  const directory = await leftByAnEarlierProgram(desk);
  await desk.signIn(ann, { tells: true, by: 'another-issuer', server: 'another-address' });
  expect(desk.engine.person.value.state).toBe('asked');
  expect(subjectsIn(directory)).toEqual([expect.stringMatching(/@at:its-address$/)]);
}, 60_000);
