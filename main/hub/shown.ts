import type { Told } from './problem.ts';

/** Milliseconds for which it counts that the service showed something to a token. */
export const proofLasts = 15 * 60_000;
/** Milliseconds for which a folder is told to each from their own reads alone, once two reads of it did not agree. */
const apartFor = 60 * 60_000;
/** Milliseconds after which what nobody may be told any more is forgotten. */
const forgottenAfter = 60 * 60_000;

/**
 * `folder`: whoever may read it is shown the same (its history). `list`: each may be shown something else (matters, staff), so that it is
 * told only to those whom the service showed this very content.
 */
export type ResourceKind = 'folder' | 'list';

/** What the service answered, as it can be told again. */
export interface Kept {
  readonly told: Told;
  /** What the hub's answer is recognised by. */
  readonly validator: string;
  /** What the service recognises it by; null when it does not say. */
  readonly serviceValidator: string | null;
  /** When the newest question left that was answered so, by the clock that nobody sets. */
  readonly leftAt: number;
}

/** The service showed a resource to a token. */
interface Proof {
  /** When the question left. */
  readonly at: number;
  /** What was shown. */
  readonly validator: string;
  readonly serviceValidator: string | null;
}

interface Resource {
  readonly kind: ResourceKind;
  readonly proofs: Map<string, Proof>;
  kept: Kept | null;
  apartUntil: number;
}

/** Bytes of all that is kept. */
const mostKept = 256 * 1024 * 1024;

/**
 * What the service showed to whom, and what of it may be told to whom. Resources, their groups and the tokens are named by keyed hashes.
 * Nothing here asks or waits: `now` is the clock that nobody sets.
 */
export class Shown {
  /** The one told longest ago comes first. */
  readonly #resources = new Map<string, Resource>();
  /** For each token the resources it has proofs of, by their group: a matter, or a list by itself. */
  readonly #groups = new Map<string, Map<string, Set<string>>>();
  /** When the newest question left that a token was refused, by token and group, or by token alone. */
  readonly #refusals = new Map<string, number>();
  #bytes = 0;

  /** Bytes and resources kept. */
  get size(): { readonly bytes: number; readonly resources: number } {
    return { bytes: this.#bytes, resources: this.#resources.size };
  }

  /** What may be told to this token of a resource, if it was read since `since`. */
  tellable(name: string, who: string, since: number, now: number): Kept | null {
    const resource = this.#resources.get(name);
    const kept = resource?.kept;
    const proof = resource?.proofs.get(who);
    if (!resource || !kept || !proof || kept.leftAt < since || now - proof.at > proofLasts) return null;
    const sameForAll = resource.kind === 'folder' && now >= resource.apartUntil;
    if (!sameForAll && proof.validator !== kept.validator) return null;
    this.#resources.delete(name);
    this.#resources.set(name, resource);
    return kept;
  }

  /** Whether what others read now may be told to this token, as far as is known. */
  maySee(name: string, who: string, now: number): boolean {
    const proof = this.#resources.get(name)?.proofs.get(who);
    return proof !== undefined && now - proof.at <= proofLasts;
  }

  /** When it was shown to this token, and when to anybody; null where it was not. */
  standing(name: string, who: string): { readonly shownAt: number | null; readonly leftAt: number | null } {
    const resource = this.#resources.get(name);
    return { shownAt: resource?.proofs.get(who)?.at ?? null, leftAt: resource?.kept?.leftAt ?? null };
  }

  /** What the service gave this very token, to be asked for only if it is another one now. */
  known(name: string, who: string): Kept | null {
    const resource = this.#resources.get(name);
    const proof = resource?.proofs.get(who);
    const kept = resource?.kept ?? null;
    const isTheirs =
      proof?.validator === kept?.validator && proof?.serviceValidator === kept?.serviceValidator;
    return kept?.serviceValidator && isTheirs ? kept : null;
  }

  /** The service showed it. */
  showed(
    { name, kind, group, who }: { name: string; kind: ResourceKind; group: string; who: string },
    shown: Kept,
    now: number,
  ): void {
    const resource = this.#resources.get(name) ?? {
      kind,
      proofs: new Map<string, Proof>(),
      kept: null,
      apartUntil: Number.NEGATIVE_INFINITY,
    };
    this.#resources.delete(name);
    this.#resources.set(name, resource);
    const { validator, serviceValidator, leftAt } = shown;
    // What was asked before a refusal proves nothing, however late its answer comes.
    if (leftAt > this.#refusedAt(who, group)) {
      resource.proofs.set(who, { at: leftAt, validator, serviceValidator });
      const groups = getOrMake(this.#groups, who, () => new Map<string, Set<string>>());
      getOrMake(groups, group, () => new Set<string>()).add(name);
    }
    const { kept } = resource;
    if (kept && isShorterLater(kept, shown)) resource.apartUntil = now + apartFor;
    if (!kept || kept.leftAt <= leftAt) this.#keep(resource, shown);
    this.#makeRoom();
  }

  /** The service refused this token something of a group: nothing of the group is told to it without a new proof. */
  refused(who: string, group: string, leftAt: number): void {
    this.#refusals.set(refusalOf(who, group), Math.max(leftAt, this.#refusedAt(who, group)));
    this.#forget(who, group);
  }

  /** The service does not take this token any more. */
  withdrawn(who: string, leftAt: number): void {
    this.#refusals.set(who, Math.max(leftAt, this.#refusals.get(who) ?? leftAt));
    for (const group of [...(this.#groups.get(who)?.keys() ?? [])]) this.#forget(who, group);
  }

  /** The content of a resource that is kept; null when there is none. */
  kept(name: string): Kept | null {
    return this.#resources.get(name)?.kept ?? null;
  }

  /** Nobody is told anything of what was shown so far. */
  forget(): void {
    this.#resources.clear();
    this.#groups.clear();
    this.#bytes = 0;
  }

  /** Forgets what cannot be told to anybody any more. */
  sweep(now: number): void {
    for (const [name, resource] of this.#resources) {
      for (const [who, proof] of resource.proofs)
        if (now - proof.at > forgottenAfter) resource.proofs.delete(who);
      if (resource.proofs.size > 0) continue;
      this.#keep(resource, null);
      this.#resources.delete(name);
    }
    for (const [what, at] of this.#refusals) if (now - at > forgottenAfter) this.#refusals.delete(what);
    for (const [who, groups] of this.#groups) {
      for (const [group, names] of groups) {
        for (const name of names) if (!this.#resources.get(name)?.proofs.has(who)) names.delete(name);
        if (names.size === 0) groups.delete(group);
      }
      if (groups.size === 0) this.#groups.delete(who);
    }
  }

  #refusedAt(who: string, group: string): number {
    const never = Number.NEGATIVE_INFINITY;
    return Math.max(this.#refusals.get(who) ?? never, this.#refusals.get(refusalOf(who, group)) ?? never);
  }

  #forget(who: string, group: string): void {
    const groups = this.#groups.get(who);
    for (const name of groups?.get(group) ?? []) this.#resources.get(name)?.proofs.delete(who);
    groups?.delete(group);
  }

  #keep(resource: Resource, kept: Kept | null): void {
    this.#bytes += sizeOf(kept) - sizeOf(resource.kept);
    resource.kept = kept;
  }

  #makeRoom(): void {
    for (const resource of this.#resources.values()) {
      if (this.#bytes <= mostKept) return;
      this.#keep(resource, null);
    }
  }
}

/** A history only grows: one that is shorter later was shown to somebody who sees less of it. */
function isShorterLater(one: Kept, other: Kept): boolean {
  const [earlier, later] = one.leftAt <= other.leftAt ? [one, other] : [other, one];
  return later.told.body.length < earlier.told.body.length;
}

const refusalOf = (who: string, group: string): string => `${who} ${group}`;

const sizeOf = (kept: Kept | null): number => (kept ? Buffer.byteLength(kept.told.body) : 0);

function getOrMake<Key, Value>(map: Map<Key, Value>, key: Key, make: () => Value): Value {
  const found = map.get(key) ?? make();
  map.set(key, found);
  return found;
}
