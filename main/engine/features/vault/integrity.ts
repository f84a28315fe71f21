import { join } from 'node:path';
import type { Clock } from '../../../../shared/base/clock.ts';
import type { MatterId } from '../../../../shared/model/index.ts';
import { failureCode } from '../../platform/files.ts';
import { readProblem, vaultDamaged, writeProblem } from '../../store/save-problem.ts';
import type { Stores } from '../../store/stores.ts';
import type { Vault } from './vault.ts';

/** Bytes read a second while looking for damage, and the least pause between two contents in milliseconds. */
const rate = 4_000_000;
const shortestPause = 20;
/** Milliseconds after which a content is read again, and between two looks when none is due. */
const readAgainAfter = 7 * 86_400_000;
const rest = 60_000;
/** Milliseconds until one that could not be read, for a reason that may pass, is read again. */
const readAfterDamage = 3_600_000;
/** Milliseconds until the first look: what was saved meanwhile is looked for first. */
const firstLook = 5_000;
/** Contents looked up at once. */
const pageSize = 500;

/** Finds contents whose bytes are not as they were written, and repairs them from the document where that is possible. */
export class VaultIntegrity {
  readonly #vault: Vault;
  readonly #stores: Stores;
  readonly #clock: Clock;
  readonly #onChange: (matterId: MatterId) => void;
  readonly #stop = new AbortController();
  #work: Promise<void> = Promise.resolve();

  constructor(options: {
    vault: Vault;
    stores: Stores;
    clock: Clock;
    onChange: (matterId: MatterId) => void;
  }) {
    this.#vault = options.vault;
    this.#stores = options.stores;
    this.#clock = options.clock;
    this.#onChange = options.onChange;
  }

  start(): void {
    this.#work = this.#run();
  }

  async stop(): Promise<void> {
    this.#stop.abort();
    await this.#work;
  }

  /** True when the content is kept, if need be after repairing it from the document. */
  async ensure(sha256: string): Promise<boolean> {
    if (await this.#vault.has(sha256)) return true;
    this.#stores.contents.markDamaged(sha256);
    for (const { root, path } of this.#stores.links.withContent(sha256)) {
      const captured = await this.#vault.capture(join(root, path));
      if (captured.ok && captured.value.sha256 === sha256) return true;
    }
    return false;
  }

  /** Looks whether everything listed is there, in its full size. False when something could not be looked at. */
  async lookAtAll(): Promise<boolean> {
    const { contents } = this.#stores;
    let all = true;
    const look = async (sha256: string) => {
      // One that cannot be looked at keeps no other from being looked at.
      await this.#look(sha256).catch(() => {
        all = false;
      });
    };
    for (const { pack, end } of contents.packs()) {
      if (!(await this.#vault.hasPack(pack, end).catch(() => false)))
        for (const { sha256 } of contents.inPack(pack)) await look(sha256);
    }
    let page = contents.page('', pageSize);
    while (page.length > 0 && !this.#stop.signal.aborted) {
      for (const sha256 of page) await look(sha256);
      page = contents.page(page.at(-1) ?? '', pageSize);
    }
    return all;
  }

  /** Reads the content that was not read for longest. Answers its size in bytes; null when none is due. */
  async readNext(): Promise<number | null> {
    const { contents } = this.#stores;
    const now = this.#clock.now();
    const content = contents.longestUnchecked(now - readAgainAfter, now);
    if (!content) return null;
    const { sha256, size } = content;
    try {
      for await (const _ of this.#vault.read(sha256)) if (this.#stop.signal.aborted) return null;
      contents.checked(sha256, this.#clock.now());
    } catch (failure) {
      const code = failureCode(failure);
      if (code === 'EIO') contents.markDamaged(sha256);
      else if (code !== 'DAMAGED' && code !== 'ENOENT') {
        // Whatever is wrong with this one, the others behind it are due too.
        contents.checked(sha256, this.#clock.now() - readAgainAfter + readAfterDamage);
        return size;
      }
      await this.#look(sha256);
    }
    return size;
  }

  async #readDue(): Promise<void> {
    for (;;) {
      const size = await this.readNext();
      if (size === null || this.#stop.signal.aborted) return;
      await this.#clock.sleep(Math.max(shortestPause, (size / rate) * 1000), this.#stop.signal);
    }
  }

  async #run(): Promise<void> {
    const { signal } = this.#stop;
    await this.#clock.sleep(firstLook, signal);
    let looked = false;
    while (!signal.aborted) {
      try {
        looked ||= await this.lookAtAll();
        await this.#goOn();
        await this.#readDue();
      } catch {
        // The disk or the database does not answer; whoever saves or sends says so. Looked at again after the rest.
      }
      await this.#clock.sleep(rest, signal);
    }
  }

  /** What waits to be sent and is lost cannot be sent: the person can save it again. */
  async #look(sha256: string): Promise<void> {
    if (!this.#stores.contents.isListed(sha256) || (await this.ensure(sha256))) return;
    for (const save of this.#stores.saves.withContent(sha256)) {
      if (save.state !== 'waiting') continue;
      this.#stores.outbox.needsPerson(save.id, writeProblem(vaultDamaged(save.name)));
      this.#onChange(save.matterId);
    }
  }

  /** What was damaged and is whole again, because the document was saved again, waits to be sent again. */
  async #goOn(): Promise<void> {
    for (const save of this.#stores.saves.problems()) {
      if (readProblem(save.problem)?.code !== 'vault-damaged') continue;
      if (!(await this.ensure(save.sha256)) || this.#stores.saves.get(save.id)?.state !== 'problem') continue;
      this.#stores.outbox.repaired(save.id);
      this.#onChange(save.matterId);
    }
  }
}
