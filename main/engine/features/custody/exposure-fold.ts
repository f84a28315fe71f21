import type { CustodyContent } from '../../../../shared/evidence/custody-entry.ts';
import type {
  ExposedCopy,
  ExposureEnd,
  ExposureRow,
  FileId,
  Gone,
  MatterId,
  NotKnown,
} from '../../../../shared/model/index.ts';

/** A version that is or was on this computer, for as long as there was a copy of it without a gap. Times are ISO 8601. */
export interface Stay {
  readonly matterId: MatterId;
  fileId: FileId;
  readonly sha256: string;
  size: number | null;
  name: string;
  versionId: string | null;
  readonly from: string | null;
  readonly came: ExposureRow['came'];
  readonly copies: Set<ExposedCopy>;
  /** When the log told of it last. */
  lastAt: string;
  gone: { readonly at: string; readonly why: Gone } | null;
  notKnown: { readonly since: string; readonly why: NotKnown } | null;
}

type Version = Pick<Stay, 'matterId' | 'fileId' | 'sha256'>;
const versionKey = ({ matterId, fileId, sha256 }: Version): string =>
  JSON.stringify([matterId, fileId, sha256]);
const documentKey = ({ matterId, fileId }: Pick<Version, 'matterId' | 'fileId'>): string =>
  JSON.stringify([matterId, fileId]);

/** What the custody log tells of which versions were on this computer, and until when: its entries are taken in their order. */
export class ExposureFold {
  readonly #all: Stay[] = [];
  /** The last stay of each version. */
  readonly #last = new Map<string, Stay>();
  /** Which version of a document stands in its matter folder. */
  readonly #standing = new Map<string, Stay>();
  /** By saves that are not filed yet: a document may get another id until then. */
  readonly #saves = new Map<number, Stay>();

  get stays(): readonly Stay[] {
    return this.#all;
  }

  /** Of each version the one that may go on. */
  get lastOfEach(): readonly Stay[] {
    return [...this.#last.values()];
  }

  take(entry: CustodyContent): void {
    const { at, matterId } = entry;
    if (entry.kind === 'unlinked' && matterId !== null) return this.#unlinked(matterId as MatterId, at);
    const saved = entry.saveId === null ? undefined : this.#saves.get(entry.saveId);
    if (saved && entry.kind !== 'captured') this.#ofSave(saved, entry);
    const version = versionOf(entry);
    if (!version) return;
    switch (entry.kind) {
      case 'captured': {
        const stay = this.#arrives(version, 'saved', ['folder', 'vault'], at);
        if (entry.saveId !== null) this.#saves.set(entry.saveId, stay);
        return this.#stands(stay, at);
      }
      case 'restored':
        return this.#stands(this.#arrives(version, 'put-back', ['folder'], at), at);
      case 'fetched': {
        const stay = this.#arrives(version, 'fetched', [entry.path === null ? 'view-copy' : 'folder'], at);
        // What it takes the place of is told of once it has.
        if (entry.path !== null) this.#standing.set(documentKey(version), stay);
        return;
      }
      case 'replaced':
        this.#arrives(version, 'found', ['vault'], at);
        return this.#leaves(version, 'folder', { at, why: 'replaced' });
      case 'removed': {
        const stay = this.#arrives(version, 'found', ['vault'], at);
        this.#leaves(version, 'folder', { at, why: 'removed-here' });
        stay.notKnown = { since: at, why: 'wastebasket' };
        return;
      }
      case 'evicted':
        return this.#leaves(version, 'folder', { at, why: 'evicted' });
      case 'gone':
        return this.#leaves(version, 'folder', { at, why: 'removed-here' });
      case 'discarded': {
        const copy = entry.detail === 'vault' ? 'vault' : 'view-copy';
        return this.#leaves(version, copy, { at, why: copy });
      }
      default:
    }
  }

  /** A copy was found here now, of which the log may not tell. */
  found(version: Version & Pick<Stay, 'name' | 'size'>, copy: ExposedCopy, at: string): void {
    const known = this.#last.get(versionKey(version));
    // Whoever has it now had it all the time: nothing tells of another time at which it came.
    if (known) known.copies.add(copy);
    else this.#begin(version, 'found', [copy], at, null);
  }

  /** A copy of which the log tells is not here. @param gone null where nothing tells when it went */
  missing(stay: Stay, copy: ExposedCopy, gone: { readonly at: string; readonly why: Gone } | null): void {
    if (gone) return this.#leaves(stay, copy, gone);
    stay.copies.delete(copy);
    stay.notKnown ??= { since: stay.lastAt, why: 'not-found' };
  }

  /** All that was kept here was removed; matter folders stayed. Answers how many versions went, and how many stayed in folders. */
  removed(at: string): { removed: number; left: number } {
    const counts = { removed: 0, left: 0 };
    for (const stay of this.#last.values()) {
      const { copies } = stay;
      if (copies.size === 0) continue;
      const isInFolder = copies.has('folder');
      copies.clear();
      if (isInFolder) stay.notKnown = { since: at, why: 'left-at-sign-out' };
      else stay.gone = { at, why: 'signed-out' };
      counts[isInFolder ? 'left' : 'removed'] += 1;
    }
    return counts;
  }

  #ofSave(stay: Stay, { kind, saveId, fileId, versionId }: CustodyContent): void {
    if (fileId !== null && fileId !== stay.fileId) {
      this.#last.delete(versionKey(stay));
      if (this.#standing.get(documentKey(stay)) === stay) this.#standing.delete(documentKey(stay));
      stay.fileId = fileId as FileId;
      this.#last.set(versionKey(stay), stay);
      if (stay.copies.has('folder')) this.#standing.set(documentKey(stay), stay);
    }
    if (kind !== 'filed' || saveId === null) return;
    stay.versionId = versionId ?? stay.versionId;
    this.#saves.delete(saveId);
  }

  #arrives(version: Told, came: ExposureRow['came'], copies: readonly ExposedCopy[], at: string): Stay {
    const known = this.#last.get(versionKey(version));
    if (!known || (known.copies.size === 0 && known.notKnown === null))
      return this.#begin(version, came, copies, at, at);
    for (const copy of copies) known.copies.add(copy);
    return Object.assign(known, {
      lastAt: at,
      name: version.name ?? known.name,
      versionId: version.versionId ?? known.versionId,
    });
  }

  #begin(
    { matterId, fileId, sha256, name, size, versionId = null }: Told,
    came: ExposureRow['came'],
    copies: readonly ExposedCopy[],
    lastAt: string,
    from: string | null,
  ): Stay {
    const stay: Stay = {
      ...{ matterId, fileId, sha256, size, versionId, came, from, lastAt },
      ...{ name: name ?? '', copies: new Set(copies), gone: null, notKnown: null },
    };
    this.#all.push(stay);
    this.#last.set(versionKey(stay), stay);
    return stay;
  }

  /** It is what its document has in the folder now, and the version before is not any more. */
  #stands(stay: Stay, at: string): void {
    const key = documentKey(stay);
    const before = this.#standing.get(key);
    this.#standing.set(key, stay);
    if (before && before !== stay) this.#leaves(before, 'folder', { at, why: 'saved-over' });
  }

  /** Of what was not known to be here any more it is told that it still was. */
  #leaves(version: Version, copy: ExposedCopy, gone: { readonly at: string; readonly why: Gone }): void {
    const stay = this.#last.get(versionKey(version));
    if (!stay) return;
    stay.copies.delete(copy);
    stay.lastAt = gone.at;
    if (copy === 'folder' && stay.notKnown?.why === 'unlinked') stay.notKnown = null;
    if (stay.copies.size === 0) stay.gone = gone;
  }

  #unlinked(matterId: MatterId, at: string): void {
    for (const stay of this.#last.values()) {
      if (stay.matterId !== matterId || !stay.copies.delete('folder')) continue;
      stay.notKnown = { since: at, why: 'unlinked' };
      stay.lastAt = at;
    }
  }
}

type Told = Version & { name: string | null; size: number | null; versionId?: string | null };

function versionOf({ matterId, fileId, sha256, name, size, versionId }: CustodyContent): Told | null {
  if (matterId === null || fileId === null || sha256 === null) return null;
  return { matterId: matterId as MatterId, fileId: fileId as FileId, sha256, name, size, versionId };
}

/** What is known of where its last copy went. */
export function endOf({ copies, notKnown, gone, lastAt }: Stay): ExposureEnd {
  if (copies.size > 0) return { kind: 'here', copies: [...copies].toSorted() };
  if (notKnown) return { kind: 'not-known', ...notKnown };
  return gone ? { kind: 'gone', ...gone } : { kind: 'not-known', since: lastAt, why: 'not-found' };
}
