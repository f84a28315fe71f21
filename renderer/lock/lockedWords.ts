import type { ConnectionView, Session } from '../../shared/model/index.ts';

/**
 * What a locked window says of what was saved: no more than is so.
 * @param view null where no connection can be used at all; undefined while that is not known
 */
export function lockedWords(
  session: Session | null,
  view: Pick<ConnectionView, 'source'> | null | undefined,
): string {
  const idle = 'This computer was idle for a while.';
  const signIn = `${idle} To continue, sign in again in your browser.`;
  if (session === null) return signIn;
  if (session.state === 'unconfigured' && view === undefined) return idle;
  if (session.state === 'unconfigured' && view?.source !== 'typed')
    return `${idle} Nobody can sign in until the connection is put right. What is saved until then stays in the matter folders, and is filed after that.`;
  return session.state === 'signed-in'
    ? `${signIn} What you saved is still being filed.`
    : `${signIn} What you saved is kept, and filed once you have.`;
}
