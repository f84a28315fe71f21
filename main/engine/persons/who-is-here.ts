import type { SignIn } from '../../../shared/model/index.ts';
import type { Presence } from '../store/custody/audit-context.ts';
import type { OpenWorkspaces } from './open-workspaces.ts';
import { recordSignIn } from './sign-in-record.ts';

/** Somebody else may be at the computer: until it is settled who, nothing is sent or captured as anybody's own. */
export function nobodyIsKnown(open: OpenWorkspaces, signIn: string): void {
  for (const workspace of open.all) {
    workspace.stores.outbox.isAsked(signIn);
    workspace.worksFor(null, 'unknown');
  }
  for (const capturing of open.capturing) capturing.isAsked(signIn);
}

interface WhoIsHere {
  readonly signIn: SignIn | null;
  /** Name of the workspace that is shown. */
  readonly current: string | null;
  /** Who is at the computer, to one that is not. */
  readonly presenceAt: (name: string) => Presence;
  readonly now: number;
}

/** Each workspace is told for whom it works, and who is at the computer. */
export function tellWhoIsHere(open: OpenWorkspaces, { signIn, current, presenceAt, now }: WhoIsHere): void {
  for (const { name, opened, person } of open.kept) {
    if (!opened.ok) {
      open.meanwhile(name)?.present(presenceAt(name), false);
      continue;
    }
    const { value: workspace } = opened;
    if (name === current) {
      if (signIn && person && person !== 'unreadable') recordSignIn(workspace.stores, person, now);
      // What was captured while the program did not know yet who is there was this sign-in's; one that was never answered is over.
      if (signIn) workspace.stores.outbox.unknownIsOwn();
      else workspace.stores.outbox.unknownIsAnother();
      workspace.worksFor(signIn?.id ?? null, 'own');
      continue;
    }
    const presence = presenceAt(name);
    if (presence === 'own' && signIn) workspace.stores.outbox.unknownIsOwn();
    else if (presence !== 'unknown') workspace.stores.outbox.unknownIsAnother();
    workspace.worksFor(null, presence);
  }
  // A first workspace that nobody has signed in to is none of those kept before.
  if (current !== null) open.named(current)?.worksFor(signIn?.id ?? null, 'own');
}
