import type { Refusal } from '../../shared/model/index.ts';
import type { SessionKeeper } from '../sign-in/session-keeper.ts';
import { refused } from './refused.ts';

/** What main does for a page that may write to no clipboard and go nowhere. */
export interface WindowCommands {
  readonly copyText: (text: string) => Promise<void> | void;
  /** Loads the page anew. */
  readonly reloadWindow: () => void;
}

/** Puts the address of the sign-in page, and no other text, into the clipboard. */
export async function copySignInAddress(
  { session }: Pick<SessionKeeper, 'session'>,
  { copyText }: Pick<WindowCommands, 'copyText'>,
): Promise<void> {
  const { value } = session;
  if (value.state !== 'signing-in') throw refused(notSigningIn);
  await copyText(value.address);
}

const notSigningIn: Refusal = {
  code: 'not-found',
  what: 'There is no address to copy.',
  why: 'The sign-in is over.',
  next: 'Choose Sign in to start again.',
};
