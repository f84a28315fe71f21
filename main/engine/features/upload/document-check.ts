import type { Clock } from '../../../../shared/base/clock.ts';
import type { Capability } from '../../../../shared/model/index.ts';
import type { EngineClient } from '../../service/client.ts';
import { scopeOf } from '../../service/errors.ts';
import type { Save } from '../../store/save.ts';
import type { Stores } from '../../store/stores.ts';
import { readEntry } from '../history/entry.ts';

/** Questions in a row without an answer that proves anything: the service is then left alone for so many milliseconds. */
const mostMisses = 3;
const refusalKept = 24 * 60 * 60_000;

/**
 * Looks at the history of one document instead of its folder's, where the service offers that (beyond the spec). It is believed
 * in one thing only: when it shows the newest of what is known of the document and nothing else, nothing is newer. Whatever
 * else it answers, the folder is looked at.
 */
export class DocumentCheck {
  readonly #ports: {
    readonly client: Pick<EngineClient, 'beyondSpec'>;
    readonly stores: Pick<Stores, 'history'>;
    readonly clock: Pick<Clock, 'steady'>;
  };
  #capability: Capability = 'auto';
  #misses = 0;
  #restsUntil = Number.NEGATIVE_INFINITY;
  /** Something that was shown of a document and that its folder has to show too. */
  #unheardOf: { readonly matterId: Save['matterId']; readonly entryId: string } | null = null;

  constructor(ports: {
    client: Pick<EngineClient, 'beyondSpec'>;
    stores: Pick<Stores, 'history'>;
    clock: Pick<Clock, 'steady'>;
  }) {
    this.#ports = ports;
  }

  set(capability: Capability): void {
    this.#capability = capability;
  }

  /** True when nothing newer was filed than what is known of the save's document; false says nothing. */
  async provesNothingNew({ matterId, fileId }: Save, signal: AbortSignal): Promise<boolean> {
    const { client, stores, clock } = this.#ports;
    if (this.#capability === 'off' || clock.steady() < this.#restsUntil) return false;
    // A service that names what happened otherwise here than in its folders' histories never proves anything.
    const { matterId: where, entryId } = this.#unheardOf ?? { matterId, entryId: null };
    if (entryId !== null && !stores.history.isKept(where, entryId) && this.#missed()) return false;
    this.#unheardOf = null;
    const shown = new Set<string>();
    const isNew = (id: string) => !stores.history.isKept(matterId, id);
    const answer = await client.beyondSpec.fileHistory(matterId, fileId, {
      priority: 'announce',
      signal,
      unknown(ids) {
        for (const id of ids) shown.add(id);
        return new Set(ids.filter(isNew));
      },
    });
    // The database may be closed by now.
    if (signal.aborted) return false;
    if (!answer.ok) {
      if (scopeOf(answer.error) === 'call') this.#missed();
      return false;
    }
    const { entries, malformed } = answer.value;
    for (const { id } of entries) shown.add(id);
    const unheardOf = entries.find(({ id }) => isNew(id));
    if (unheardOf) this.#unheardOf = { matterId, entryId: unheardOf.id };
    const last = stores.history.ofDocumentSince(matterId, fileId, 0).at(-1);
    const lastId = last && readEntry(last.raw)?.id;
    const isWhole = lastId !== undefined && shown.has(lastId) && malformed.length === 0;
    if (!isWhole) this.#missed();
    else if (!unheardOf) this.#misses = 0;
    return isWhole && !unheardOf;
  }

  /** True when that was the last of too many. */
  #missed(): boolean {
    this.#misses += 1;
    if (this.#misses < mostMisses) return false;
    this.#misses = 0;
    this.#restsUntil = this.#ports.clock.steady() + refusalKept;
    return true;
  }
}
