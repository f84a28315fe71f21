import { expect, onTestFinished, test } from 'vitest';
import type { ConnectionState } from '../../../main/connection/keeper.ts';
import { EngineSupervisor } from '../../../main/engine-process/supervisor.ts';
import { type KeptBy, Removals } from '../../../main/sign-in/removals.ts';
import { SigningOut } from '../../../main/sign-in/signing-out.ts';
import { keepEverything } from '../../../renderer/sign-out/signOutWords.ts';
import { Watched } from '../../../shared/base/watched.ts';
import type { Connection, Session } from '../../../shared/model/index.ts';
import { FakeClock } from '../../support/fake-clock.ts';
import { pipePair } from '../pipe-pair.ts';
import { serveStubEngine } from '../stub-engine.ts';

const connection: Connection = {
  baseUrl: 'https://api.example.com',
  authUrl: 'https://auth.example.com',
  clientId: 'id',
  apiKey: 'key',
  redirect: 'custom',
};
const by = (signIn: string): Session => ({
  state: 'signed-in',
  keptIn: 'system',
  signInAgainBy: new Date(0).toISOString(),
  signIn,
});
const another = { state: 'signing-in', address: 'https://auth.example.com/', refusal: null } as const;
const ended = { code: 'signed-out', what: 'The sign-in ended.', why: 'It was withdrawn.', next: '' } as const;

/** Somebody who is signed in, over a stub engine. */
async function person(
  change: { managed?: 'on' | 'off'; preferred?: boolean; engineIsThere?: boolean; due?: KeptBy[] } = {},
) {
  const clock = new FakeClock();
  const pair = pipePair();
  const stub = serveStubEngine(pair.engine);
  const engine = new EngineSupervisor({
    clock,
    log: () => {},
    host: () => {},
    configuration: () => ({ connection: null, signedIn: true, rootFolder: null }),
    launch: () => ({ pipe: pair.main, kill: pair.close }),
  });
  const start = async () => {
    engine.start();
    await expect.poll(() => engine.link.value).not.toBeNull();
  };
  onTestFinished(() => engine.stop(0));
  const session = new Watched<Session>(by('ann'));
  const forgotten: string[] = [];
  let signIn: string | null = 'ann';
  session.subscribe(() => {
    const { value } = session;
    // Somebody who is signed in stays so while another sign-in is under way.
    if (value.state !== 'signing-in') signIn = value.state === 'signed-in' ? (value.signIn ?? null) : null;
  });
  const keeper = {
    session,
    get signedIn() {
      return signIn !== null;
    },
    get signedInBy() {
      return signIn === null ? null : { id: signIn, subjects: [] };
    },
    signOut: () => session.set({ state: 'signed-out', refusal: null }),
  };
  const connected = new Watched<ConnectionState>({ connection, source: 'typed', refusal: null });
  const adding = { left: 0 };
  const left = new Watched(false);
  const due = { now: change.due ?? [] };
  const removals = new Removals({
    engine,
    connection: connected,
    clock,
    isSignedIn: () => signIn !== null,
    due: { get: () => due.now, set: (now) => (due.now = [...now]) },
    version: '1.2.3',
    forget: (whose) => void forgotten.push(whose),
    log: () => {},
  });
  const signingOut = new SigningOut({
    clock,
    session: keeper,
    connection: connected,
    engine,
    removals,
    adding: () => adding.left,
    managed: change.managed ?? null,
    preferred: () => change.preferred === true,
    left,
  });
  /** The service ends the sign-in while another is under way. */
  const endedMeanwhile = () => {
    signIn = null;
    session.set({ ...another, refusal: ended });
  };
  if (change.engineIsThere !== false) await start();
  return { adding, signingOut, session, connected, left, stub, forgotten, start, due, clock, endedMeanwhile };
}
const now = { when: 'now', remove: false, loss: '' } as const;

test('whoever signs out now and removes nothing keeps everything', async () => {
  const { signingOut, session, left, stub } = await person();
  const leftBefore: boolean[] = [];
  session.subscribe(() => leftBefore.push(left.value));
  expect(await signingOut.signOut(now)).toMatchObject({ ok: true });
  expect(session.value.state).toBe('signed-out');
  // Whoever hears that the sign-in went knows that the person left.
  expect(leftBefore).toEqual([true]);
  expect(stub.removals).toEqual([]);
});

test('what is kept goes before the sign-in, and with it what the window remembers', async () => {
  const { signingOut, session, stub, forgotten } = await person();
  await signingOut.signOut({ ...now, remove: true, loss: 'lose 1 version' });
  expect(stub.removals).toEqual([
    { service: connection.baseUrl, signIn: 'ann', loss: 'lose 1 version', version: '1.2.3' },
  ]);
  expect([session.value.state, ...forgotten]).toEqual(['signed-out', 'workspace of ann']);
});

test('a removal that is refused leaves the person signed in', async () => {
  const { signingOut, session, stub, forgotten } = await person();
  stub.unfiled.unfinished = 1;
  expect(await signingOut.signOut({ ...now, remove: true })).toMatchObject({ ok: false });
  expect([session.value.state, ...forgotten]).toEqual(['signed-in']);
});

test('waiting ends with the sign-out once everything is filed, and not before', async () => {
  const { signingOut, session, stub } = await person();
  stub.unfiled.unfinished = 1;
  await signingOut.signOut({ ...now, when: 'all-filed' });
  expect(signingOut.state.value).toEqual({ state: 'waiting', remove: false });
  stub.filingGoesOn();
  await expect.poll(() => stub.asked.unfiled).toBeGreaterThan(1);
  expect(session.value.state).toBe('signed-in');
  stub.unfiled.unfinished = 0;
  stub.filingGoesOn();
  await expect.poll(() => session.value.state).toBe('signed-out');
  expect(signingOut.state.value.state).toBe('staying');
});

test('whoever waits to be signed out is not before everything that they dropped was added', async () => {
  const { signingOut, session, stub, adding } = await person();
  adding.left = 3;
  await signingOut.signOut({ ...now, when: 'all-filed' });
  stub.filingGoesOn();
  await new Promise((resolve) => setImmediate(resolve));
  expect(session.value.state).toBe('signed-in');
  adding.left = 0;
  stub.filingGoesOn();
  await expect.poll(() => session.value.state).toBe('signed-out');
});

test('whoever waits to be signed out is, although it could not be said for a while what is not filed', async () => {
  const { signingOut, session, stub, clock } = await person();
  stub.cannot.sayUnfiled = true;
  await signingOut.signOut({ ...now, when: 'all-filed' });
  await expect.poll(() => stub.asked.unfiled).toBeGreaterThan(0);
  await clock.advance(0);
  stub.cannot.sayUnfiled = false;
  stub.filingGoesOn();
  await clock.advance(5_000);
  await expect.poll(() => session.value.state).toBe('signed-out');
});

test('whoever decides to stay is not signed out when everything is filed', async () => {
  const { signingOut, session, stub } = await person();
  stub.unfiled.unfinished = 1;
  await signingOut.signOut({ ...now, when: 'all-filed' });
  signingOut.cancelSignOut();
  stub.unfiled.unfinished = 0;
  stub.filingGoesOn();
  await new Promise((resolve) => setImmediate(resolve));
  expect(session.value.state).toBe('signed-in');
});

test('a sign-in withdrawn by the service takes along what is kept only where that was chosen or decided', async () => {
  for (const [choice, removals] of [
    [{}, 0],
    [{ preferred: true }, 1],
    [{ managed: 'on' }, 1],
    [{ managed: 'off', preferred: true }, 0],
  ] as const) {
    const { session, left, stub } = await person(choice);
    session.set({ state: 'signed-out', refusal: ended });
    await expect.poll(() => stub.removals.length).toBe(removals);
    expect(left.value).toBe(false);
    // Never in the name of the person: nothing is said to be lost.
    for (const removal of stub.removals) expect(removal).toMatchObject({ loss: '' });
  }
});

test('a sign-in that the service ends while the person signs in anew takes along what is kept, as any that it ends', async () => {
  const { session, stub, endedMeanwhile } = await person({ managed: 'on' });
  session.set(another);
  endedMeanwhile();
  await expect.poll(() => stub.removals).toMatchObject([anns]);
});

test('a connection that is changed takes nothing along', async () => {
  const { session, stub, connected } = await person({ managed: 'on' });
  connected.set({ ...connected.value, connection: { ...connection, baseUrl: 'https://other.example.com' } });
  session.set({ state: 'signed-out', refusal: null });
  await new Promise((resolve) => setImmediate(resolve));
  expect(stub.removals).toEqual([]);
});

test('what an administrator wants removed and is not filed keeps nobody from signing out', async () => {
  const { signingOut, session, stub } = await person({ managed: 'on' });
  stub.unfiled.unfinished = 1;
  expect(await signingOut.signOut(now)).toMatchObject({ ok: true });
  expect(session.value.state).toBe('signed-out');
});

test('whoever waits to be signed out with what is kept, and leaves, decided that for nobody else: the next person stays signed in, and nothing is removed', async () => {
  const { signingOut, session, stub } = await person();
  stub.unfiled.unfinished = 1;
  await signingOut.signOut({ when: 'all-filed', remove: true, loss: '' });
  session.set(another);
  expect(signingOut.state.value.state).toBe('waiting');
  session.set(by('ben'));
  expect(signingOut.state.value).toMatchObject({
    state: 'staying',
    refusal: { what: expect.stringContaining('given up') },
  });
  const { unfiled } = stub.asked;
  stub.unfiled.unfinished = 0;
  stub.filingGoesOn();
  await new Promise((resolve) => setImmediate(resolve));
  expect([session.value, stub.removals, stub.asked.unfiled]).toEqual([by('ben'), [], unfiled]);
});

test('whoever waits to be signed out has left when the service ends the sign-in meanwhile, and what they chose to remove is removed', async () => {
  for (const [remove, whileSigningIn] of [
    [true, false],
    [true, true],
    [false, false],
  ] as const) {
    const { signingOut, session, left, stub, due, clock, endedMeanwhile } = await person({
      preferred: !remove,
    });
    stub.unfiled.unfinished = 1;
    await signingOut.signOut({ when: 'all-filed', remove, loss: '' });
    if (whileSigningIn) {
      session.set(another);
      endedMeanwhile();
    } else session.set({ state: 'signed-out', refusal: ended });
    expect([left.value, signingOut.state.value]).toEqual([true, { state: 'staying', refusal: null }]);
    expect(due.now).toEqual(remove ? [anns] : []);
    stub.unfiled.unfinished = 0;
    await clock.advance(60_000);
    await expect.poll(() => due.now).toEqual([]);
    expect(stub.removals).toMatchObject(remove ? [{ ...anns, loss: '' }] : []);
  }
});

test('a sign-in that ended while there was no engine takes nothing along of whoever signed in before there was one', async () => {
  const { session, stub, start } = await person({ preferred: true, engineIsThere: false });
  session.set({ state: 'signed-out', refusal: ended });
  session.set(by('ben'));
  await start();
  await new Promise((resolve) => setImmediate(resolve));
  expect(stub.removals).toEqual([]);
});

const anns: KeptBy = { service: connection.baseUrl, signIn: 'ann' };

test('what was to be removed when the sign-in ended is removed at the next start, where the program ended before it could be', async () => {
  const { session, stub, due } = await person({ managed: 'on', engineIsThere: false });
  session.set({ state: 'signed-out', refusal: ended });
  expect(due.now).toEqual([anns]);
  expect(stub.removals).toEqual([]);

  const next = await person({ due: due.now, engineIsThere: false });
  next.session.set({ state: 'signed-out', refusal: null });
  await next.start();
  await expect.poll(() => next.stub.removals).toMatchObject([{ ...anns, loss: '' }]);
  await expect.poll(() => next.due.now).toEqual([]);
  expect(next.forgotten).toEqual(['workspace of ann']);
});

test('where nothing was removed, nothing that the window remembers goes', async () => {
  const { session, stub, due, forgotten, start } = await person({ due: [anns], engineIsThere: false });
  session.set({ state: 'signed-out', refusal: null });
  stub.cannot.remove = true;
  await start();
  await expect.poll(() => due.now).toEqual([]);
  expect(forgotten).toEqual([]);
});

test('what an administrator wants removed and could not be removed at the sign-out is removed later, once it can be', async () => {
  const { signingOut, stub, due, clock } = await person({ managed: 'on' });
  stub.unfiled.unfinished = 1;
  await signingOut.signOut(now);
  expect([due.now, stub.removals]).toEqual([[anns], []]);
  stub.unfiled.unfinished = 0;
  await clock.advance(60_000);
  await expect.poll(() => stub.removals).toMatchObject([anns]);
  await expect.poll(() => due.now).toEqual([]);
});

test('nothing that was to be removed goes while somebody is signed in, or for another service', async () => {
  const { stub, due } = await person({ due: [anns] });
  const elsewhere = { ...anns, service: 'https://other.example.com' };
  const other = await person({ due: [elsewhere], engineIsThere: false });
  other.session.set({ state: 'signed-out', refusal: null });
  await other.start();
  await new Promise((resolve) => setImmediate(resolve));
  expect([stub.removals, due.now, other.stub.removals, other.due.now]).toEqual([[], [anns], [], [elsewhere]]);
});

test('whoever keeps everything here is signed out while the program’s other part does not answer', async () => {
  const { signingOut, session } = await person({ engineIsThere: false });
  expect(await signingOut.signOut(keepEverything)).toEqual({ ok: true, value: undefined });
  expect(session.value).toMatchObject({ state: 'signed-out' });
});
