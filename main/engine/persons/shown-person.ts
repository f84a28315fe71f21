import type { Person, Refusal, SignIn } from '../../../shared/model/index.ts';
import { ownUserId } from '../store/matters.ts';
import { staffList } from '../view/staff-list.ts';
import type { HandingOver } from './handing-over.ts';
import type { LinksAlong } from './links-along.ts';
import type { OpenWorkspaces } from './open-workspaces.ts';
import { staffOf, waitingIn } from './person-view.ts';
import { notProven } from './refusals.ts';

interface Standing {
  readonly signIn: SignIn | null;
  /** Nothing proves who signed in. */
  readonly isRefused: boolean;
  /** Names of those of whom whoever signed in is asked whether they are theirs. */
  readonly asked: readonly string[];
  /** Name of the one that is shown. */
  readonly current: string | null;
  readonly mayBeAnother: boolean;
  readonly mistaken: Refusal | null;
}

/** What the window is shown of the people who work at this computer. */
export function shownPerson(
  open: OpenWorkspaces,
  { signIn, isRefused, asked, current, mayBeAnother, mistaken }: Standing,
  along: LinksAlong,
  handingOver: HandingOver,
): Person {
  const forSignIn = signIn === null ? {} : { signIn: signIn.id };
  if (isRefused) return { state: 'refused', ...forSignIn, refusal: notProven };
  if (asked.length > 0) return { state: 'asked', ...forSignIn, ...whoIsAsked(open, asked) };
  const kept = open.keptAs(current);
  if (signIn === null || !kept) return { state: 'nobody' };
  const others = open.kept.filter((one) => one !== kept && !one.isUntouched);
  return {
    state: 'known',
    ...forSignIn,
    id: kept.name,
    staff: staffOf(kept),
    staffIsProven: kept.opened.ok && kept.opened.value.stores.matters.setting(ownUserId) !== null,
    others: {
      people: others.length,
      waiting: others.reduce<number | null>((sum, { opened }) => {
        const theirs = waitingIn(opened);
        return sum === null || theirs === null ? null : sum + theirs;
      }, 0),
      mayBeMine: mayBeAnother,
    },
    mistaken,
    toLink: along.paths('unknown'),
    toLinkLater: along.paths('same'),
    toTakeOver: handingOver.pending(open.all, kept.name).map(({ path }) => path),
  };
}

function whoIsAsked(open: OpenWorkspaces, names: readonly string[]) {
  const asked = open.kept.filter(({ name }) => names.includes(name));
  const staff = new Map(
    asked.flatMap(({ opened }) => (opened.ok ? [...opened.value.stores.matters.staffNames()] : [])),
  );
  return {
    people: asked.map((one) => ({
      id: one.name,
      name: staffOf(one)?.name ?? null,
      waiting: waitingIn(one.opened),
    })),
    staff: staffList(staff),
  };
}
