import type { Result } from '../../../shared/base/result.ts';
import type { IdentityPolicy, SignIn } from '../../../shared/model/index.ts';
import type { KeptPerson, OpenedBy } from './kept-person.ts';
import { compare } from './subjects.ts';

/** A workspace of the service that is on this computer. */
export interface KeptWorkspace {
  /** Of its directory. */
  readonly name: string;
  readonly person: KeptPerson | 'unreadable' | null;
  /** Nobody has ever worked in it. */
  readonly isUntouched: boolean;
}

export type Which =
  /** This one belongs to whoever signed in. `openedBy` null: it was open to this sign-in before. */
  | { readonly kind: 'open'; readonly name: string; readonly openedBy: OpenedBy | null }
  /** None does: they get one of their own. */
  | { readonly kind: 'make'; readonly openedBy: OpenedBy }
  /** One of these may. */
  | { readonly kind: 'ask'; readonly among: readonly [string, ...string[]] }
  /** Nothing proves who they are, and by policy nothing is opened without. */
  | { readonly kind: 'refuse' };

/** Which workspace a sign-in opens. Nothing here goes by what somebody says: that is kept with the workspace, as its sign-in. */
export function whichWorkspace(
  kept: readonly KeptWorkspace[],
  signIn: SignIn,
  policy: IdentityPolicy,
): Which {
  const isProven = signIn.subjects.length > 0;
  if (policy === 'proven' && !isProven) return { kind: 'refuse' };
  const mayOpen = (one: KeptWorkspace) => policy === 'stated' || isProof(known(one), signIn);
  const possible = kept.filter((one) => !known(one)?.notSignIns.includes(signIn.id));
  const own = newest(possible.filter((one) => known(one)?.signIn === signIn.id && mayOpen(one)));
  if (own) return { kind: 'open', name: own.name, openedBy: null };
  const byToken = newest(possible.filter((one) => compare(known(one), signIn) === 'same' && mayOpen(one)));
  if (byToken)
    return {
      kind: 'open',
      name: byToken.name,
      openedBy: isProof(known(byToken), signIn) ? 'token' : 'stated',
    };

  const openedBy = isProven ? 'token' : 'first';
  const candidates = possible.filter((one) => compare(known(one), signIn) === 'unknown');
  const nobodys = candidates.find(({ isUntouched, person }) => isUntouched && person === null);
  const [first, ...others] = candidates.filter((one) => one !== nobodys);
  if (!first) return nobodys ? { kind: 'open', name: nobodys.name, openedBy } : { kind: 'make', openedBy };
  // The sign-in goes on that was there when people began to be told apart: it is asked nothing.
  if (signIn.id === 'earlier' && others.length === 0 && first.person === null && kept.length === 1)
    return { kind: 'open', name: first.name, openedBy: isProven ? 'token' : 'earlier' };
  if (policy === 'proven') return { kind: 'make', openedBy };
  return { kind: 'ask', among: [first.name, ...others.map(({ name }) => name)] };
}

/** The same, where some could not be read. @throws what failed then, when the one that is asked for may be one of those */
export function whichOf(
  kept: readonly (KeptWorkspace & { readonly unread: Result<void, unknown> })[],
  signIn: SignIn,
  policy: IdentityPolicy,
): Which {
  const read = kept.filter(({ unread }) => unread.ok);
  const which = whichWorkspace(read, signIn, policy);
  const isTheirs = which.kind === 'open' && read.some(({ name, person }) => name === which.name && person);
  if (!isTheirs && which.kind !== 'refuse') for (const { unread } of kept) if (!unread.ok) throw unread.error;
  return which;
}

const known = ({ person }: KeptWorkspace): KeptPerson | null => (person === 'unreadable' ? null : person);

/** Whoever signed in may say that this is theirs: nothing proves that it is another's. */
export const mayBeTheirs = (one: KeptWorkspace, signIn: SignIn): boolean =>
  !known(one)?.notSignIns.includes(signIn.id) && compare(known(one), signIn) !== 'other';

/** The sign-in that it is open to, or was last. */
export const isOpenTo = ({ person }: KeptWorkspace, signIn: string): boolean =>
  person !== 'unreadable' && person?.signIn === signIn;

/** Where several are somebody's, they were there last in one of them. */
export const newest = <One extends Pick<KeptWorkspace, 'person'>>(all: readonly One[]): One | undefined =>
  all.toSorted((a, b) => openedAt(b) - openedAt(a))[0];
/** When somebody was let into it last, in milliseconds since 1970; 0 where nobody knows. */
export const openedAt = ({ person }: Pick<KeptWorkspace, 'person'>): number =>
  person === null || person === 'unreadable' ? 0 : person.openedAt;

/** A subject that was bound by a statement alone says no more than the statement did: history may still show otherwise. */
function isProof(person: KeptPerson | null, signIn: SignIn): boolean {
  if (!person) return false;
  const subjects = person.subjects.filter((subject) => !person.stated.includes(subject));
  return compare({ ...person, subjects }, signIn) === 'same';
}
