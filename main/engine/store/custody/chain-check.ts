import { type CustodyEntry, chainHash, digestOf } from './entry.ts';

/** An entry, or one that was left out of an export: only its hashes are there. */
export type ChainRecord =
  | { readonly record: 'entry'; readonly entry: CustodyEntry }
  | { readonly record: 'omitted'; readonly seq: number; readonly digest: string; readonly hash: string };

export interface ChainFault {
  /** The entry concerned; null for the header. */
  readonly seq: number | null;
  readonly fault: 'altered' | 'missing' | 'repeated' | 'reordered';
  readonly why: string;
}

const seqOf = (record: ChainRecord): number => (record.record === 'entry' ? record.entry.seq : record.seq);
const digestIn = (record: ChainRecord): string =>
  record.record === 'entry' ? digestOf(record.entry) : record.digest;
const hashIn = (record: ChainRecord): string => (record.record === 'entry' ? record.entry.hash : record.hash);

/** An entry stands where another should: what comes later tells whether that one is missing. */
interface Gap {
  readonly expected: number;
  readonly found: number;
  later: boolean;
  again: boolean;
}

/** Follows a chain of entries, one at a time in constant memory, and remembers the first that is not as it was written. */
export class ChainCheck {
  #next: number;
  #previousHash: string;
  #fault: ChainFault | null = null;
  #gap: Gap | null = null;

  /** @param previousHash of the entry before the first one that is taken */
  constructor(previousHash: string, firstSeq = 1) {
    this.#previousHash = previousHash;
    this.#next = firstSeq;
  }

  get headHash(): string {
    return this.#previousHash;
  }

  get lastSeq(): number {
    return this.#next - 1;
  }

  /** `record` null: what stands here cannot be read as an entry. */
  take(record: ChainRecord | null): void {
    if (this.#fault) return;
    if (this.#gap) return this.#lookFurther(record, this.#gap);
    const expected = this.#next;
    if (!record) return this.#altered('It is not written the way entries are.');
    const seq = seqOf(record);
    const digest = digestIn(record);
    if (seq === expected) {
      const hash = chainHash(seq, this.#previousHash, digest);
      if (record.record === 'entry' && record.entry.previousHash !== this.#previousHash)
        return this.#altered('It does not follow from the entry before it.');
      if (hash !== hashIn(record)) return this.#altered('What it says does not match its fingerprint.');
      this.#next += 1;
      this.#previousHash = hash;
      return;
    }
    // Either another entry stands here, whole, or the number of this one was altered.
    const whole =
      record.record === 'entry'
        ? chainHash(seq, record.entry.previousHash, digest) === record.entry.hash
        : chainHash(expected, this.#previousHash, digest) !== record.hash;
    if (!whole) return this.#altered('What it says does not match its fingerprint.');
    if (seq < expected) {
      this.#fault = { seq, fault: 'repeated', why: `It stands a second time, in the place of ${expected}.` };
    } else {
      this.#gap = { expected, found: seq, later: false, again: false };
    }
  }

  /** Nothing comes any more. `lastSeq` is the entry that should have been the last. */
  end(lastSeq: number): ChainFault | null {
    if (this.#fault) return this.#fault;
    if (this.#gap) {
      const { expected, found, later, again } = this.#gap;
      const why = `Entry ${found} stands in the place of ${expected}.`;
      if (again) return { seq: found, fault: 'repeated', why };
      return { seq: expected, fault: later ? 'reordered' : 'missing', why };
    }
    if (this.lastSeq >= lastSeq) return null;
    return { seq: this.#next, fault: 'missing', why: `The log should go on to entry ${lastSeq}.` };
  }

  #lookFurther(record: ChainRecord | null, gap: Gap): void {
    if (!record) return;
    const seq = seqOf(record);
    if (seq === gap.found) gap.again = true;
    if (seq === gap.expected) gap.later = true;
  }

  #altered(why: string): void {
    this.#fault = { seq: this.#next, fault: 'altered', why };
  }
}
