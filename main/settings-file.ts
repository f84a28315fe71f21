import { existsSync, readFileSync, renameSync, rmSync } from 'node:fs';
import path from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { err, ok, type Result } from '../shared/base/result.ts';
import type { Refusal } from '../shared/model/index.ts';
import type { SettingsFile } from './settings.ts';

type Values = Readonly<Record<string, unknown>>;

/** What is used of electron-store: writes all of it to the file of its name, and throws with a code where it cannot. */
export interface NextFile {
  set store(values: Record<string, unknown>);
}

interface Ports {
  /** Where the settings are: `settings.json`, and beside it `settings.json.previous`, which is as it was before the last change. */
  readonly directory: string;
  /** Called once, for a file `settings.new.json` in the directory, which is not there yet. */
  readonly nextFile: (name: string) => NextFile;
  readonly log: (message: string) => void;
}

const nextName = 'settings.new';

/**
 * Opens the settings of a profile. What is damaged is set aside under another name, and the last good ones take its place.
 * Refused where the system does not let them be read: they may be whole, and nothing is put in their place then.
 */
export function openSettings({ directory, nextFile, log }: Ports): Result<SettingsFile, Refusal> {
  const current = path.join(directory, 'settings.json');
  const previous = `${current}.previous`;
  const next = path.join(directory, `${nextName}.json`);
  const damaged = `${current}.damaged`;
  let aside: string | null = null;
  let problem: Refusal | null = null;
  let values: Values = {};
  try {
    const kept = read(current);
    const before = kept === null || kept === 'damaged' ? read(previous) : null;
    const isBefore = before !== null && before !== 'damaged';
    if (kept === 'damaged' || before === 'damaged') {
      aside = freeName(damaged);
      renameSync(kept === 'damaged' ? current : previous, aside);
      log(`The settings were damaged, and set aside as ${path.basename(aside)}.`);
    }
    if (kept !== null && kept !== 'damaged') values = kept;
    else if (isBefore) values = before;
    if (aside !== null && isBefore) problem = setBack(aside);
    // Told at each start until something is chosen anew.
    else if (aside !== null || (kept === null && !isBefore && existsSync(damaged)))
      problem = lost(aside ?? damaged);
    // Of a change that was broken off.
    rmSync(next, { force: true });
  } catch (failure) {
    const code = codeOf(failure);
    if (code === null) throw failure;
    return err(notReadable(current, code));
  }
  const writer = nextFile(nextName);
  return ok({
    problem,
    get: (name) => values[name],
    set(name, value) {
      const changed = { ...values, [name]: value };
      writer.store = changed;
      // A disk that fills up in the middle of it takes a part, and calls that no failure.
      if (!isDeepStrictEqual(read(next), JSON.parse(JSON.stringify(changed)))) {
        rmSync(next, { force: true });
        throw Object.assign(new Error('The disk took only a part of the settings.'), { code: 'ENOSPC' });
      }
      replace(current, previous, next);
      values = changed;
    },
  });
}

/** Null where there is none; throws what the system says where there is one that it does not let us read. */
function read(file: string): Values | 'damaged' | null {
  try {
    const value: unknown = JSON.parse(readFileSync(file, 'utf8'));
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : 'damaged';
  } catch (failure) {
    if (failure instanceof SyntaxError) return 'damaged';
    if (codeOf(failure) === 'ENOENT') return null;
    throw failure;
  }
}

/** Between the two, the previous one is what a start reads. */
function replace(current: string, previous: string, next: string): void {
  const isFirst = !existsSync(current);
  if (!isFirst) renameSync(current, previous);
  try {
    renameSync(next, current);
  } catch (failure) {
    if (!isFirst) renameSync(previous, current);
    throw failure;
  }
}

function freeName(wanted: string): string {
  let name = wanted;
  for (let count = 2; existsSync(name); count += 1) name = `${wanted}-${count}`;
  return name;
}

function codeOf(failure: unknown): string | null {
  const code = failure instanceof Error && 'code' in failure ? failure.code : null;
  return typeof code === 'string' ? code : null;
}

const setBack = (aside: string): Refusal => ({
  code: 'configuration-invalid',
  what: 'The settings were damaged, and are as they were before the last change to them.',
  why: 'Their file could not be understood: the disk may have been full, or may have a fault.',
  next: `Look through the settings. The damaged file was kept as ${aside}. No document is concerned.`,
});

const lost = (aside: string): Refusal => ({
  code: 'configuration-invalid',
  what: 'The settings were damaged: the connection and everything that was chosen have to be entered again.',
  why: 'Their file could not be understood: the disk may have been full, or may have a fault.',
  next: `Enter the connection again. Until then, nothing saved in your matter folders is filed. The damaged file was kept as ${aside}; whoever looks after your computers may be able to read it. No document is lost.`,
});

const notReadable = (file: string, code: string): Refusal => ({
  code: 'configuration-invalid',
  what: 'The settings cannot be read.',
  why: `The system does not give out ${file} (${code}): another program may be using it, or it may belong to another user of this computer.`,
  next: 'Close other programs that may use it and try again, or ask the person who looks after your computers. Nothing was changed.',
});
