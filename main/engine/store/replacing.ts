import { existsSync, readdirSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { forgetNote } from './damage.ts';
import { parts, removeDatabase, replaceFile, syncFile, syncNames } from './own-files.ts';

/** Told before each step that changes something on disk: tests stop the program there. */
export type OnStep = (step: string) => void;

/** The database that is being made in the place of another: worth nothing until it is complete. */
export const beingMade = (file: string): string => `${file}.next`;

/**
 * A complete one. Its name says what it was made from, and what the one before is called once it is set aside: being there, it
 * is the journal.
 */
const complete = (file: string, aside: string): string => `${file}.made.${looksOf(file)}.${aside}`;
const isComplete = /^(?<looks>[0-9]+-[0-9]+|none)\.(?<aside>.+)$/;

/** By what a database that was used in the meantime is told from the one that another was made from. */
function looksOf(file: string): string {
  const facts = statSync(file, { throwIfNoEntry: false });
  return facts ? `${Math.floor(facts.mtimeMs)}-${facts.size}` : 'none';
}

/** What a time is in the name of a file. */
export const stamp = (at: number): string => new Date(at).toISOString().replaceAll(':', '-');

/** The time in the name of a file, in milliseconds since 1970; 0 when there is none. */
export function timeIn(name: string): number {
  const [, day, hours, minutes, rest] = /(\d{4}-\d\d-\d\d)T(\d\d)-(\d\d)-([\d.]+Z)/.exec(name) ?? [];
  return day === undefined ? 0 : Date.parse(`${day}T${hours}:${minutes}:${rest}`);
}

/** Where a database of this name stands once it is set aside. */
export const pathAside = (file: string, aside: string): string => `${file}.${aside}`;

/** The names of databases set aside beside this one that begin like this, newest last. */
export function setAside(file: string, kind: string): string[] {
  const prefix = `${basename(file)}.${kind}`;
  return listed(file)
    .filter((name) => name.startsWith(prefix) && !/-(wal|shm|journal)$/.test(name))
    .map((name) => name.slice(basename(file).length + 1))
    .toSorted();
}

function listed(file: string): string[] {
  return existsSync(dirname(file)) ? readdirSync(dirname(file)) : [];
}

/**
 * The database at `beingMade`, which is closed and complete, takes the place of the one at `file`, which is set aside. Killed
 * at any instant, `finishReplacing` goes on: until the new one is complete the old one stands where it stood, and after that
 * the new one is there under one name or the other.
 */
export function replaceWithMade(file: string, aside: string, onStep: OnStep): void {
  onStep('sync the new database');
  syncFile(beingMade(file));
  onStep('call the new database complete');
  replaceFile(beingMade(file), complete(file, aside));
  finishReplacing(file, onStep);
}

/** True when a complete database waited to be put in its place, and now stands there. */
export function finishReplacing(file: string, onStep: OnStep): boolean {
  const prefix = `${basename(file)}.made.`;
  for (const name of listed(file).filter((one) => one.startsWith(prefix))) {
    const made = join(dirname(file), name);
    const { looks, aside } = isComplete.exec(name.slice(prefix.length))?.groups ?? {};
    const wasUsed = existsSync(file) && looksOf(file) !== looks;
    if (aside !== undefined && !wasUsed) {
      putInPlace(file, made, pathAside(file, aside), onStep);
      return true;
    }
    // An older program went on with the one before: what was made of it then is worth nothing now.
    removeDatabase(made);
    syncNames(file);
  }
  return false;
}

function putInPlace(file: string, made: string, aside: string, onStep: OnStep): void {
  const standing = parts.filter((part) => existsSync(file + part));
  const kept = freePath(aside, standing);
  for (const part of standing) {
    onStep(`set aside the database${part}`);
    replaceFile(file + part, kept + part);
  }
  onStep('forget the note');
  forgetNote(file);
  onStep('put the new database in its place');
  replaceFile(made, file);
  onStep('the new database is in its place');
}

/** What was set aside is never replaced: an older program may have begun another database in the meantime. */
function freePath(path: string, wanted: readonly string[]): string {
  for (let more = 1; ; more += 1) {
    const free = more === 1 ? path : `${path}-${more}`;
    if (!wanted.some((part) => existsSync(free + part))) return free;
  }
}

/** What a kill left of one that was never complete. */
export function removeUnfinished(file: string): void {
  if (!listed(file).some((name) => name.startsWith(basename(beingMade(file))))) return;
  removeDatabase(beingMade(file));
  syncNames(file);
}
