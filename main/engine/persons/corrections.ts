import type { Clock } from '../../../shared/base/clock.ts';
import { ok } from '../../../shared/base/result.ts';
import type { MatterId, Refusal, SignIn } from '../../../shared/model/index.ts';
import type { Workspace } from '../compose.ts';
import type { Stores } from '../store/stores.ts';
import { type Correction, correctionMade, correctionToMake, putCorrection } from './correction.ts';
import { keepFolders, putToHandOver, type ToHandOver } from './hand-over.ts';
import { withoutSignIn } from './kept-person.ts';
import { putToLinkAgain, toLinkAgain } from './link-again.ts';
import { keepForReview } from './nobody-to-take-over.ts';
import type { OpenWorkspaces } from './open-workspaces.ts';
import { staffOf } from './person-view.ts';
import { isBorneOut, type Mistake, mistakeIn, noteMistake } from './proof.ts';
import { takenForAnother } from './refusals.ts';
import type { Situation } from './situation.ts';
import { withIssuers } from './subjects.ts';
import { isOpenTo } from './which-workspace.ts';

interface Ports {
  readonly clock: Clock;
  readonly open: OpenWorkspaces;
  readonly situation: () => Situation;
  /** It is not shown any more, if it was. */
  readonly hide: (name: string) => void;
  /** It is shown to whoever is signed in. */
  readonly turnTo: (name: string, signIn: SignIn) => Promise<void>;
  /** The workspaces are to be settled anew. */
  readonly onProof: () => void;
  readonly onMistaken: (refusal: Refusal) => void;
}

/** What they were filling in is theirs. Killed in between, it is in both, and moved at the next occasion. */
function moveDrafts(from: Pick<Stores, 'drafts'>, to: Pick<Stores, 'drafts'>, since?: number): void {
  if (since === undefined) return;
  for (const { savedAt, ...draft } of from.drafts.list()) {
    const at = Date.parse(savedAt);
    if (at < since) continue;
    to.drafts.put(draft, at);
    from.drafts.remove(draft.id);
  }
}

/** What history shows about who is signed in: bears out whom they said they are, or shows that they were taken for another. */
export class Corrections {
  readonly #ports: Ports;
  /** What history showed, until the workspaces are settled accordingly. */
  #shown: { readonly name: string; readonly proof: Mistake | 'borne-out'; readonly signIn: SignIn } | null =
    null;

  constructor(ports: Ports) {
    this.#ports = ports;
  }

  /** A matter's history was read in the workspace that is shown. */
  historyRead(workspace: Workspace, matterId: MatterId): void {
    const { signIn } = this.#ports.situation();
    if (signIn === null) return;
    const { name, stores } = workspace;
    const isBorne = () => this.#isOnlySaid(name) && isBorneOut(stores, matterId);
    const proof = mistakeIn(stores, matterId) ?? (isBorne() ? 'borne-out' : null);
    if (proof === null) return;
    // Nothing is sent in the wrong name from here on, whatever happens next.
    if (proof !== 'borne-out') workspace.worksFor(null, 'another');
    this.#shown = { name, proof, signIn };
    this.#ports.onProof();
  }

  /** History has shown who is signed in: that is noted, once and for all. */
  async noteProof(): Promise<void> {
    const { open, clock, hide } = this.#ports;
    const shown = this.#shown;
    this.#shown = null;
    const kept = shown && open.keptAs(shown.name);
    if (!shown || !kept?.opened.ok) return;
    const { name, proof, signIn } = shown;
    if (proof !== 'borne-out') {
      noteMistake(kept.opened.value.stores, proof, signIn, clock.now());
      hide(name);
    } else if (kept.person && kept.person !== 'unreadable') {
      const stated = kept.person.stated.filter((subject) => !signIn.subjects.includes(subject));
      // What the disk does not take is shown again by what is filed next.
      await open.write(name, { ...kept.person, stated }).catch(() => {});
    }
  }

  /** They get a workspace of their own. What a kill or a full disk left undone of it is done at the next occasion. */
  async correct(): Promise<void> {
    const { open, situation, onMistaken, turnTo } = this.#ports;
    for (const { name, opened } of open.kept) {
      const correction = opened.ok ? correctionToMake(opened.value.stores) : null;
      const { person, unread = ok(undefined) } = open.keptAs(name) ?? {};
      if (!opened.ok || !correction) continue;
      if (!unread.ok) throw unread.error;
      const { userId, staff } = correction;
      const now = situation().signIn;
      const subjects = withIssuers(correction.signIn.subjects, situation().server, now);
      const signIn = { ...correction.signIn, subjects };
      if (person && person !== 'unreadable') await open.write(name, withoutSignIn(person, signIn));
      const others = open.kept.filter((one) => one.name !== name);
      const theirs = others.find((one) => staffOf(one)?.id === userId);
      const bound = others.find((one) => isOpenTo(one, signIn.id));
      const isHere = now?.id === signIn.id;
      if (isHere && !bound && theirs) await open.bind(theirs.name, signIn, 'stated', staff);
      if (isHere) onMistaken(takenForAnother);
      let to = bound?.name ?? theirs?.name ?? null;
      // Their sign-in may have ended meanwhile: they find theirs by who they are, when they come again.
      const canBeFound = isHere || staff !== null || signIn.subjects.length > 0;
      if (to === null && canBeFound) {
        to = await open.add((added) => open.bind(added, signIn, 'stated', staff));
        if (isHere) await turnTo(to, signIn);
      }
      this.#putRight(opened.value, correction, to);
    }
  }

  /**
   * What they linked goes with them; what they unlinked is linked again.
   * @param to their own workspace; null while there is none: their folders stay until there is
   */
  #putRight({ name, stores }: Workspace, correction: Correction, to: string | null): void {
    const { linked, unlinked } = correction;
    // Nothing of theirs comes here any more; what was saved elsewhere by whoever was taken for this person may not be its own.
    const comesHere = (one: ToHandOver) => one.to === name && one.why === 'after-all';
    for (const other of this.#ports.open.all)
      if (other.name === to) keepFolders(other.stores, comesHere);
      else keepForReview(other.stores, comesHere);
    const theirs = to === null ? null : this.#ports.open.named(to);
    if (theirs) moveDrafts(stores, theirs.stores, correction.since);
    stores.together(() => {
      if (to !== null)
        putToHandOver(
          stores,
          linked.map((folder) => ({ ...folder, to, why: 'mistaken' })),
        );
      putToLinkAgain(stores, [...toLinkAgain(stores), ...unlinked]);
      if (to !== null || linked.length === 0) correctionMade(stores);
      else putCorrection(stores, { ...correction, unlinked: [] });
    });
  }

  /** Some subject of the sign-in is known to be this person's only because they said so. */
  #isOnlySaid(of: string): boolean {
    const person = this.#ports.open.keptAs(of)?.person;
    const { signIn } = this.#ports.situation();
    return (
      !!person && person !== 'unreadable' && !!signIn?.subjects.some((one) => person.stated.includes(one))
    );
  }
}
