import { join } from 'node:path';
import type { Clock } from '../../../../shared/base/clock.ts';
import type { MatterId } from '../../../../shared/model/index.ts';
import { failureCode } from '../../platform/files.ts';
import type { MatterFolder } from '../../store/links.ts';
import type { Account } from '../account/account.ts';
import { type Placing, placeNew } from '../documents/place-new.ts';
import { isUnplugged } from '../folders/folder-health.ts';
import type { CheckpointKeeper } from './checkpoint-keeper.ts';
import { Rounds } from './rounds.ts';

/** Milliseconds between two that are filed, and between looks whether one is due or can be filed now. */
const everyWeek = 7 * 86_400_000;
const look = 10 * 60_000;
/** Checkpoints that were filed before and are looked at, the newest: each later one shows what the earlier ones show. */
const mostHeld = 20;
const longestNote = 4_096;

/** The one that was filed last, as JSON. */
const filedSetting = 'custody-checkpoint-filed';

interface Filed {
  readonly at: number;
  readonly matterId: MatterId;
  readonly name: string;
  /** The last entry that it covers. */
  readonly lastSeq: number;
}

/** Why no checkpoint is filed though one is due. */
export interface FilingOutage {
  readonly why: 'no-such-matter' | 'no-folder' | 'folder-away' | 'not-written' | 'not-signed';
  /** As the firm names it. */
  readonly matter: string;
  /** Milliseconds since 1970. */
  readonly since: number;
}

interface Ports extends Placing {
  readonly keeper: CheckpointKeeper;
  readonly clock: Clock;
  readonly account: Pick<Account, 'service'>;
  readonly onChange: () => void;
}

/**
 * Once a week, while the log goes on, files the newest checkpoint into the matter that the firm names: as a document in that matter's
 * folder, which is captured and sent like every save. The service, and everybody in the firm, then has it; and a log that is older
 * than what was filed of it is noticed by the documents in that folder.
 */
export class CheckpointFiler {
  readonly #ports: Ports;
  readonly #rounds: Rounds;
  #matter: string | null = null;
  #outage: FilingOutage | null = null;
  #isHeldAgainst = false;
  #turn: Promise<void> = Promise.resolve();

  constructor(ports: Ports) {
    this.#ports = ports;
    this.#rounds = new Rounds(ports.clock, async () => {
      await this.look();
      return look;
    });
  }

  get outage(): FilingOutage | null {
    return this.#outage;
  }

  /** @param matter its number, or its id in the service; null for none */
  setMatter(matter: string | null): void {
    if (matter === this.#matter) return;
    this.#matter = matter;
    this.#isHeldAgainst = false;
    this.#says(null);
    this.#rounds.wake();
  }

  start(): void {
    this.#rounds.start();
  }

  async stop(): Promise<void> {
    await this.#rounds.stop();
    await this.#turn;
  }

  /** Files one where one is due; what the disk does not do now is done with the next look. */
  look(): Promise<void> {
    const looked = this.#turn.then(() => this.#lookAtIt()).catch(() => this.#says('not-written'));
    this.#turn = looked;
    return looked;
  }

  async #lookAtIt(): Promise<void> {
    const { stores, files, account } = this.#ports;
    // Not in the name of somebody who is not there, or is somebody else.
    if (this.#matter === null || account.service === 'signed-out' || stores.whoWasHere.now !== 'own') return;
    const matterId = stores.matters.named(this.#matter);
    if (matterId === null) return this.#says(stores.matters.isEmpty ? null : 'no-such-matter');
    const link = stores.links.of(matterId);
    if (!link) return this.#says('no-folder');
    if (await isUnplugged({ files, links: stores.links }, link, undefined)) return this.#says('folder-away');
    if (!this.#isHeldAgainst && !(await this.#holdAgainstFiled(link))) return this.#says('not-signed');
    // Where nothing came of it, what was told before stands until the next look.
    if (this.#isDue(matterId) && !(await this.#file(link))) return;
    this.#says(null);
  }

  #isDue(matterId: MatterId): boolean {
    const { stores, clock } = this.#ports;
    const setting = stores.matters.setting(filedSetting);
    const filed: Filed | null = setting ? JSON.parse(setting) : null;
    if (filed?.matterId !== matterId) return !stores.custody.isEmpty;
    const age = clock.now() - filed.at;
    // A time that is still to come is of a clock that was wrong.
    return (age < 0 || age >= everyWeek) && stores.custody.tellsOfMoreSince(filed.lastSeq, filed);
  }

  async #file(link: MatterFolder): Promise<boolean> {
    const { stores, files, keeper, clock } = this.#ports;
    const checkpoint = await keeper.now().catch(() => null);
    if (checkpoint === null) this.#says('not-signed');
    if (!checkpoint?.ok) return false;
    const { note, lastSeq } = checkpoint.value;
    const at = clock.now();
    const name = `Custody log ${new Date(at).toISOString().slice(0, 10)} ${this.#device}.txt`;
    const placed = await placeNew(this.#ports, link, { below: '', name }, async (staging) => {
      await files.writeNew(staging, chunkOf(note));
      await files.sync(staging);
      return true;
    });
    if (placed === null || placed === 'unlinked') return false;
    const filed: Filed = { at, matterId: link.matterId, name: placed.name, lastSeq };
    stores.matters.putSetting(filedSetting, JSON.stringify(filed));
    return true;
  }

  /** What the service has of this log stands in the folder: the log must go on from it. False where that could not be looked at. */
  async #holdAgainstFiled(link: MatterFolder): Promise<boolean> {
    const { files, keeper } = this.#ports;
    const own = (await files.list(link.path))
      .filter(
        (name) => /^Custody log \d{4}-/.test(name) && name.includes(this.#device) && name.endsWith('.txt'),
      )
      .toSorted()
      .slice(-mostHeld)
      // Where the log is older than several of them, it goes on from the newest.
      .toReversed();
    const notes: string[] = [];
    let areAllRead = true;
    for (const name of own)
      try {
        notes.push(Buffer.from(await files.readSmall(join(link.path, name), longestNote)).toString('utf8'));
      } catch (failure) {
        // Removed meanwhile; or a folder of that name, or kept from us now: the others are held against all the same.
        if (failureCode(failure) !== 'ENOENT') areAllRead = false;
      }
    const isHeld = await keeper.holdAgainst(notes).then(
      () => true,
      () => false,
    );
    this.#isHeldAgainst = isHeld && areAllRead;
    return isHeld;
  }

  /** Tells computers, and persons at one, apart. */
  get #device(): string {
    return this.#ports.stores.custody.deviceId.slice(0, 8);
  }

  #says(why: FilingOutage['why'] | null): void {
    if (why === (this.#outage?.why ?? null)) return;
    const since = this.#ports.clock.now();
    this.#outage = why === null || this.#matter === null ? null : { why, matter: this.#matter, since };
    this.#ports.onChange();
  }
}

async function* chunkOf(text: string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(text, 'utf8');
}
