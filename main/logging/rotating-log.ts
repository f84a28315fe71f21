import { appendFileSync, existsSync, mkdirSync, readFileSync, renameSync, statSync } from 'node:fs';
import path from 'node:path';
import type { Clock } from '../../shared/base/clock.ts';
import { redact, redactForeign } from './redact.ts';

/** Bytes of one file, and how many files there are in all. */
const defaultLimits = { bytes: 1_000_000, files: 5 };

/**
 * The log on disk: `matterline.log`, and older ones as `matterline.1.log` and so on. Everything passes through the
 * redaction on its way in, so that no caller can forget it. A log that cannot be written never stops the program.
 */
export class RotatingLog {
  readonly #directory: string;
  readonly #clock: Pick<Clock, 'now'>;
  readonly #limits: typeof defaultLimits;
  /** Bytes in the newest file; null until it was looked at. */
  #size: number | null = null;

  constructor(directory: string, clock: Pick<Clock, 'now'>, limits = defaultLimits) {
    this.#directory = directory;
    this.#clock = clock;
    this.#limits = limits;
  }

  /** A message of main's own, one line or more. */
  own(message: string): void {
    for (const line of message.split('\n')) this.#write(`main: ${redact(line)}`);
  }

  /** A line that the engine wrote to its standard error. */
  engine(line: string): void {
    if (line.trim() !== '') this.#write(`engine: ${redactForeign(line)}`);
  }

  /** Files there may be, newest first; not all need exist. */
  get files(): string[] {
    return Array.from({ length: this.#limits.files }, (_none, age) => this.#file(age));
  }

  /** What is in it now, oldest line first. */
  text(): string {
    return this.files
      .toReversed()
      .map((file) => (existsSync(file) ? readFileSync(file, 'utf8') : ''))
      .join('');
  }

  #write(text: string): void {
    const line = `${new Date(this.#clock.now()).toISOString()} ${text}\n`;
    const bytes = Buffer.byteLength(line);
    try {
      this.#size ??= this.#sizeOnDisk();
      if (this.#size > 0 && this.#size + bytes > this.#limits.bytes) this.#rotate();
      // At once and as a whole: what is written just before a crash is what matters.
      appendFileSync(this.#file(0), line, { mode: 0o600 });
      this.#size += bytes;
    } catch {
      // A full or read-only disk is told where it matters, at the saves; here it costs only the line.
      this.#size = null;
    }
  }

  #sizeOnDisk(): number {
    mkdirSync(this.#directory, { recursive: true });
    return statSync(this.#file(0), { throwIfNoEntry: false })?.size ?? 0;
  }

  #rotate(): void {
    const { files } = this;
    for (let age = files.length - 1; age > 0; age -= 1) {
      const [newer, older] = [files[age - 1], files[age]];
      if (newer && older && statSync(newer, { throwIfNoEntry: false })) renameSync(newer, older);
    }
    this.#size = 0;
  }

  #file(age: number): string {
    return path.join(this.#directory, age === 0 ? 'matterline.log' : `matterline.${age}.log`);
  }
}
