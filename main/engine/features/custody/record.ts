import { createHash } from 'node:crypto';
import { basename, dirname, extname, join } from 'node:path';
import type { Clock } from '../../../../shared/base/clock.ts';
import { err, ok, type Result } from '../../../../shared/base/result.ts';
import { base64Of, joined, utf8 } from '../../../../shared/evidence/bytes.ts';
import { leafIndexOf } from '../../../../shared/evidence/leaf-index.ts';
import { batchProof, consistencyProof } from '../../../../shared/evidence/merkle.ts';
import {
  commonOf,
  type EvidenceRecord,
  type RecordStatement,
  recordFormat,
  recordText,
  statementText,
  writtenEntry,
} from '../../../../shared/evidence/record.ts';
import { isOfAnother } from '../../../../shared/evidence/verification-words.ts';
import type { Refusal } from '../../../../shared/model/index.ts';
import { numbered } from '../../domain/safe-name.ts';
import { type Files, failureCode } from '../../platform/files.ts';
import { inTurns } from '../../platform/in-parts.ts';
import type { KeptCheckpoint, KeptStamp } from '../../store/custody/checkpoints.ts';
import type { CustodyEntry } from '../../store/custody/entry.ts';
import { readTile, type TreeRow, tilesOf } from '../../store/custody/tree.ts';
import type { Stores } from '../../store/stores.ts';
import { type Journal, moveJournaled } from '../folders/staging-files.ts';
import type { CheckRecord } from './check-aside.ts';
import type { CheckpointKeeper } from './checkpoint-keeper.ts';
import { notWritten } from './export.ts';
import { type FormerStamp, formerStamps } from './former-stamps.ts';
import { whyAltered, whyNotWhole } from './record-check.ts';
import { entriesInTurns, historyOf, type RecordPart } from './record-facts.ts';
import type { PageStamp } from './record-page.ts';
import { nothingKnown, notSealed, tooMany, whyNot } from './record-refusals.ts';
import type { Stamper } from './stamper.ts';

export interface RecordRequest {
  readonly part: RecordPart;
  /** Where the person wants the page for reading; the file with the proofs stands beside it. */
  readonly path: string;
  /** Of the program. */
  readonly version: string;
}

/** More would be pages that nobody reads. */
const mostEntries = 20_000;
/** Entries hashed at once, and tiles of the tree read at once: milliseconds of work. */
const entriesAtOnce = 200;
const tilesAtOnce = 20;
/** Stamps in one record: each has its certificates with it. */
const mostStamps = 10;
/** Names tried when the one that was chosen is taken. */
const mostNames = 100;

const about =
  'Record of Matterline: what this computer captured, sent and saw filed of it, with proofs that these are entries of its custody log.';
const limits =
  'It shows whether entries were altered, left out or put in after they were signed and stamped. It does not show that the clock ' +
  'was right or who was at the keyboard, and it is not by itself proof in law.';

/** Makes records: a page to read, and beside it a file with which anyone can check it. */
export class RecordMaker {
  readonly #stores: Stores;
  readonly #files: Files;
  readonly #clock: Clock;
  readonly #keeper: CheckpointKeeper;
  readonly #stamper: Stamper;
  readonly #journal: Journal;
  readonly #uniqueName: () => string;
  readonly #check: CheckRecord;

  constructor(options: {
    stores: Stores;
    files: Files;
    clock: Clock;
    keeper: CheckpointKeeper;
    stamper: Stamper;
    journal: Journal;
    uniqueName: () => string;
    check: CheckRecord;
  }) {
    this.#stores = options.stores;
    this.#files = options.files;
    this.#clock = options.clock;
    this.#keeper = options.keeper;
    this.#stamper = options.stamper;
    this.#journal = options.journal;
    this.#uniqueName = options.uniqueName;
    this.#check = options.check;
  }

  /** Both files or none. Answers where the page for reading stands. */
  async save(request: RecordRequest): Promise<Result<{ path: string; proofs: string }, Refusal>> {
    try {
      return await this.#save(request);
    } catch (failure) {
      // A log that is not whole any more cannot be signed: that is not for the folder.
      const altered = await whyAltered(this.#stores.custody).catch(() => null);
      return err(altered ?? notWritten(request.path, failureCode(failure)));
    }
  }

  async #save(request: RecordRequest): Promise<Result<{ path: string; proofs: string }, Refusal>> {
    const { custody } = this.#stores;
    const { part } = request;
    if (custody.countAbout(part.matterId, part.scope === 'matter' ? null : part.fileId) > mostEntries)
      return err(tooMany);
    // Its key stands in what is sealed, and seals it: where there is no store for secrets, each run of the program has another one.
    const before = await this.#keeper.now('the-key-now');
    if (!before.ok) return before;
    const notStamped = await this.#stamp(before.value);
    const told = await entriesInTurns(this.#stores, part);
    if (told.length === 0) return err(nothingKnown);
    const names = await this.#freeNames(request.path);
    const made = await this.#make(request, before.value, told, names, notStamped);
    return made.ok ? ok(await this.#write(names, made.value)) : made;
  }

  /** Why there is no stamp on it; null where there is one, or where nobody stamps. */
  async #stamp(checkpoint: KeptCheckpoint): Promise<string | null> {
    const stamped = await this.#stamper.stampSoon(checkpoint);
    return stamped.ok
      ? null
      : (whyNot[stamped.error] ?? 'the authority’s answer was no stamp that could be kept.');
  }

  async #make(
    { part, version }: RecordRequest,
    before: KeptCheckpoint,
    told: readonly CustodyEntry[],
    names: Names,
    notStamped: string | null,
  ): Promise<Result<Made, Refusal>> {
    const { custody, checkpoints, matters } = this.#stores;
    const named = custody.lastSigningKey;
    const naming = named && custody.entry(named.seq);
    if (!named || !naming) return err(notSealed);
    const tree = custody.treeNow;
    const indexOf = ({ seq }: CustodyEntry) => leafIndexOf(tree, seq);
    const entries = told.some(({ seq }) => seq === named.seq)
      ? told
      : [...told, naming].toSorted((a, b) => a.seq - b.seq);
    const seqs = entries.map(({ seq }) => seq);
    const stamped = newest(checkpoints.stampedOf(tree.id, seqs), mostStamps);
    const former = newest(await formerStamps(this.#stores, seqs), mostStamps);
    const common = commonOf(told);
    const matter = matters.get(part.matterId);
    const saved = new Date(this.#clock.now()).toISOString();
    const facts = {
      about,
      limits,
      scope: part.scope,
      matterId: part.matterId,
      fileId: part.scope === 'matter' ? null : part.fileId,
      versionId: part.scope === 'version' ? part.versionId : null,
      matter: matter ? `${matter.number} ${matter.title}`.trim() : null,
      document:
        part.scope === 'matter'
          ? null
          : (told.findLast((entry) => entry.name !== null && !isOfAnother(entry, part.fileId))?.name ?? null),
      savedAt: saved,
      program: `Matterline ${version}`,
      service: custody.service,
      deviceId: custody.deviceId,
      log: writtenLog(tree),
      key: { publicKey: named.detail, lasting: before.lasting === 1, seq: named.seq },
    };
    const history = await historyOf(this.#stores, part, entries);
    const { recordPage } = await import('./record-page.ts');
    const pdf = await recordPage({
      statement: { ...facts, history },
      entries: told,
      stamps: [...(await pageStamps(former)), ...(await pageStamps(stamped))],
      notStamped,
      people: matters.staffNames(),
      keyFingerprint: sha256(Buffer.from(named.detail, 'base64')),
      fileName: basename(names.proofs),
    });
    const statement: RecordStatement = {
      ...facts,
      listed: seqs,
      common,
      entries: await inTurns(entries, entriesAtOnce, (entry) => writtenEntry(entry, common)),
      history,
      stamps: stamped.map(writtenStamp),
      ...(former.length > 0 && { former: byLog(former) }),
      pdf: { name: basename(names.page), sha256: sha256(pdf), size: pdf.length },
    };
    const bytes = utf8(statementText(statement));
    const scope = { fileId: null, versionId: null, ...part };
    const detail = `record-${part.scope} json ${version}`;
    const sealing = custody.sealing(scope, detail, names.proofs, {
      sha256: sha256(bytes),
      size: bytes.length,
    });
    const sealed = await this.#keeper.now();
    if (!sealed.ok) return sealed;
    const checkpoint = sealed.value;
    if (checkpoint.tree !== tree.id || checkpoint.publicKey.toString('base64') !== named.detail)
      return err(notSealed);
    const read = custody.tree.reader(tree);
    const places = [tree.entriesBefore, ...entries.map(indexOf), indexOf(sealing)];
    await inTurns(tilesOf(places), tilesAtOnce, (tile) => readTile(read, tile, checkpoint.size));
    const record: EvidenceRecord = {
      format: recordFormat,
      statement,
      seal: {
        entry: writtenEntry(sealing, {}),
        checkpoint: checkpoint.note,
        proof: base64Of(joined(...batchProof(places, checkpoint.size, read))),
        consistency: stamped.map(({ size }) =>
          base64Of(joined(...consistencyProof(size, checkpoint.size, read))),
        ),
      },
    };
    const text = recordText(record);
    const refusal = await whyNotWhole(text, custody, this.#check);
    return refusal ? err(refusal) : ok({ sealing, pdf, json: utf8(text) });
  }

  async #write(names: Names, { sealing, pdf, json }: Made): Promise<{ path: string; proofs: string }> {
    const directory = dirname(names.page);
    const staging = [pdf, json].map(() => join(directory, `.matterline-${this.#uniqueName()}`));
    const [page = '', proofs = ''] = staging;
    try {
      for (const [path, bytes] of [
        [page, pdf],
        [proofs, json],
      ] as const) {
        await this.#files.writeNew(path, chunkOf(bytes));
        await this.#files.sync(path);
      }
      await moveJournaled(this.#files, this.#journal, proofs, names.proofs);
      try {
        await moveJournaled(this.#files, this.#journal, page, names.page);
      } catch (failure) {
        await this.#files.removeOwn(names.proofs).catch(() => undefined);
        throw failure;
      }
      await this.#files.sync(directory);
    } catch (failure) {
      for (const path of staging) await this.#files.removeOwn(path).catch(() => undefined);
      throw failure;
    }
    this.#stores.custody.exported(sealing, names.proofs, { sha256: sha256(json), size: json.length });
    return { path: names.page, proofs: names.proofs };
  }

  /** Nothing that is there is overwritten. */
  async #freeNames(wanted: string): Promise<Names> {
    const stem = basename(wanted, extname(wanted));
    for (let count = 1; count <= mostNames; count += 1) {
      const at = (extension: string) => {
        const name = `${stem}.${extension}`;
        return join(dirname(wanted), count === 1 ? name : numbered(name, count));
      };
      const names = { page: at('pdf'), proofs: at('json') };
      const there = await Promise.all([names.page, names.proofs].map((path) => this.#files.facts(path)));
      if (there.every((facts) => facts === null)) return names;
    }
    throw Object.assign(new Error('no name is free'), { code: 'EEXIST' });
  }
}

interface Names {
  readonly page: string;
  readonly proofs: string;
}

interface Made {
  readonly sealing: CustodyEntry;
  readonly pdf: Uint8Array;
  readonly json: Uint8Array;
}

type Stamped = KeptCheckpoint & { readonly stamp: KeptStamp };

const writtenLog = ({ origin, beginning, entriesBefore, missing }: TreeRow): RecordStatement['log'] => ({
  ...{ origin, beginning, entriesBefore },
  missing: missing.map(([from, to]) => [from, to]),
});

const writtenStamp = ({ note, stamp }: Stamped): RecordStatement['stamps'][number] => ({
  authority: stamp.authority,
  checkpoint: note,
  certificate: base64Of(stamp.certificate),
  request: base64Of(stamp.request),
  response: base64Of(stamp.response),
});

const byLog = (former: readonly FormerStamp[]): NonNullable<RecordStatement['former']> =>
  [...Map.groupBy(former, ({ of }) => of)].map(([tree, own]) => ({
    log: writtenLog(tree),
    stamps: own.map((one) => ({ ...writtenStamp(one), proof: one.proof })),
  }));

/** The first, which is the oldest evidence, and the newest of the others. */
const newest = <One>(all: readonly One[], most: number): readonly One[] =>
  all.length <= most ? all : [...all.slice(0, 1), ...all.slice(1 - most)];

/** What they say was checked when they came. */
async function pageStamps(stamped: readonly (Stamped & { readonly upTo?: number })[]): Promise<PageStamp[]> {
  if (stamped.length === 0) return [];
  const { checkStamp, fingerprintOf } = await import('../../../../shared/evidence/time-stamp.ts');
  const all: PageStamp[] = [];
  for (const { note, lastSeq, upTo, stamp } of stamped) {
    const [certificate, request, response] = [stamp.certificate, stamp.request, stamp.response].map((bytes) =>
      Uint8Array.from(bytes),
    ) as [Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>];
    const checked = await checkStamp(response, { data: utf8(note), request, certificate });
    if (!checked.ok) continue;
    const fingerprint = await fingerprintOf(certificate);
    all.push({
      ...checked.value,
      host: stamp.authority,
      certificate: fingerprint,
      isFormer: upTo !== undefined,
      upTo: upTo ?? lastSeq,
    });
  }
  return all;
}

const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

async function* chunkOf(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}
