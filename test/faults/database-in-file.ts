import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import Sqlite, { type Database } from 'better-sqlite3';
import { custodyTree } from '../../main/engine/store/migrations/050-custody-tree.ts';
import { openPrepared, prepareFile } from '../../main/engine/store/opening.ts';
import { migrations } from '../../main/engine/store/schema.ts';
import { withSteadyPlan } from '../../main/engine/store/steady-plan.ts';
import type { DatabaseKept } from './database-kept.ts';
import { type LogEnd, logEnd, moveHalf, tearLog } from './database-log.ts';
import type { Chance } from './noise.ts';
import { withOlderLog } from './older-log.ts';
import {
  emptyDatabase,
  type Fullness,
  failing,
  type Handle,
  handleOf,
  setFull,
  setNotKept,
} from './sim-database.ts';

/** Connections of the world that ended last. */
const lastLife: Database[] = [];

/** What is told when a life ends by that: the next one makes the database anew. */
export const readWrongly = 'a page of the database is read wrongly';

/** The program was killed while it made its database ready. */
export class KilledWhilePreparing extends Error {}

const memoryBacked = existsSync('/dev/shm') ? '/dev/shm' : tmpdir();
/** How many migrations the oldest database has had that a life begins with. */
const oldestSchema = 15;
const nowhere: LogEnd = { mark: '', frames: 0 };

/**
 * A real SQLite file: each life of the engine opens it as the program does, with migration and recovery. Its files are taken as they
 * are at a kill; a power cut takes of the log what was not synced, and may come while the log is moved into the file.
 */
export class DatabaseInFile implements DatabaseKept {
  readonly #root = mkdtempSync(join(memoryBacked, 'matterline-life-'));
  readonly #chance: Chance;
  readonly #now: () => number;
  readonly #tell: (what: string) => void;
  /** All that were ever opened: an engine that was killed reads on, and nothing that it does counts. */
  readonly #connections: Database[] = [];
  #copies = 0;
  /** The one whose files count. */
  #file: string;
  /** The one that the engine has open, with the log that is written to. */
  #open: Database | null = null;
  #readable: Database | null = null;
  readonly losesCommits = true;
  /** How far the log is surely on disk, and how far it was written when the last commit that did not wait had been made. */
  #safe = nowhere;
  #written = nowhere;
  /** The disk failed to keep the log: nothing more of it is safe, before it was written elsewhere. */
  #isLogLost = false;

  /** @param tell told what happens to it */
  constructor(chance: Chance, now: () => number, tell: (what: string) => void) {
    this.#chance = chance;
    this.#now = now;
    this.#tell = tell;
    this.#file = this.#nextPlace();
    const older = oldestSchema + Math.floor(chance() * (migrations.length - oldestSchema));
    const image = emptyDatabase(chance() < 0.5 ? migrations.length : older);
    const hasNoTree = migrations.indexOf(custodyTree) >= older;
    writeFileSync(
      this.#file,
      image === emptyDatabase(older) && hasNoTree ? withOlderLog(image, older * 13) : image,
    );
  }

  get readable(): Database | null {
    return this.#readable;
  }

  open(): Handle {
    prepareFile(this.#file, this.#now, (step) => {
      if (this.#chance() > 0.02) return;
      this.#tell('killed while the database is made ready');
      throw new KilledWhilePreparing(step);
    });
    const database = openPrepared(this.#file, this.#now, () => this.#tell('the database proves damaged'));
    this.#connections.push(database);
    this.#open = this.#readable = failing(database);
    // The program moves into it what a killed one left in its log: otherwise a part of that may still be nowhere.
    if (logEnd(this.#file).frames === 0) this.#allSafe();
    else this.#notice();
    this.#listen(database);
    return handleOf(database, () => this.#closed());
  }

  killed(): void {
    if (!this.#open) return;
    this.#notice();
    this.#open = null;
    this.#file = this.#copied();
    if (this.#chance() > 0.12) return;
    this.#tell(readWrongly);
    writeFileSync(`${this.#file}.damaged`, '');
  }

  powerCut(chance: Chance): boolean {
    const { mark, frames } = this.#written;
    if (!existsSync(`${this.#file}-wal`)) return false;
    const safe = this.#safe.mark === mark ? this.#safe.frames : 0;
    if (safe > 0 && chance() < 0.3) {
      this.#tell('power cut while the log is moved');
      moveHalf(this.#file, safe, chance);
    }
    const isTorn = frames > safe && chance() < 0.7;
    if (isTorn) tearLog(this.#file, safe, frames, chance);
    this.#look();
    this.#allSafe();
    return isTorn;
  }

  fill(how: Fullness | null): void {
    if (this.#open) setFull(this.#open, how);
  }

  failToKeep(fails: boolean): void {
    if (this.#open) setNotKept(this.#open, fails);
  }

  givenToDisk(): () => void {
    this.#notice();
    const given = logEnd(this.#file);
    const file = this.#file;
    return () => {
      if (!this.#isLogLost && file === this.#file && given.mark === logEnd(file).mark) this.#safe = given;
    };
  }

  logNotKept(): void {
    this.#notice();
    const end = logEnd(this.#file);
    this.#isLogLost = end.mark !== this.#safe.mark || end.frames > this.#safe.frames;
  }

  forget(): void {
    // An engine that was killed may still be about to read.
    for (const database of lastLife.splice(0, lastLife.length, ...this.#connections)) database.close();
    rmSync(this.#root, { recursive: true });
  }

  /** By the words with which the engine says whether it waits. */
  #listen(database: Database): void {
    const { pragma, prepare } = database;
    const prepared = new Map<string, ReturnType<typeof prepare>>();
    database.prepare = ((sql: string) => {
      const statement = prepared.get(sql) ?? prepare(withSteadyPlan(sql));
      prepared.set(sql, statement);
      return statement;
    }) as typeof database.prepare;
    database.pragma = (source, options) => {
      if (source === 'synchronous = NORMAL') this.#notice();
      const result = pragma.call(database, source, options);
      if (source === 'synchronous = FULL') this.#written = logEnd(this.#file);
      if (source === 'wal_checkpoint(TRUNCATE)') this.#allSafe();
      return result;
    };
  }

  #closed(): void {
    this.#open?.close();
    this.#open = null;
    this.#allSafe();
    this.#look();
  }

  #allSafe(): void {
    this.#isLogLost = false;
    this.#safe = this.#written = logEnd(this.#file);
  }

  /** Whoever looks at a database changes it: a copy is looked at. */
  #look(): void {
    this.#readable = new Sqlite(this.#copied());
    this.#connections.push(this.#readable);
  }

  /** The index of the log is not copied: it is made from the log again. */
  #copied(): string {
    const copy = this.#nextPlace();
    for (const file of readdirSync(dirname(this.#file)))
      if (!file.endsWith('-shm')) copyFileSync(join(dirname(this.#file), file), join(dirname(copy), file));
    return copy;
  }

  #nextPlace(): string {
    this.#copies += 1;
    const directory = join(this.#root, String(this.#copies));
    mkdirSync(directory);
    return join(directory, 'matterline.db');
  }

  /** A commit that waited takes all before it to the disk, unless some of it is nowhere: then it is lost with that. */
  #notice(): void {
    const end = logEnd(this.#file);
    const isAsWritten = end.mark === this.#written.mark && end.frames === this.#written.frames;
    if (!isAsWritten && !this.#isLogLost) this.#safe = end;
    this.#written = end;
  }
}
