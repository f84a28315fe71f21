import { implement } from '@orpc/server';
import { contract } from '../../shared/contract.ts';
import type { SessionKeeper } from '../sign-in/session-keeper.ts';
import { orRefused } from './refused.ts';

/** All that a locked window may ask: who it is that wants to go on. Nothing of a matter can be asked, by no message. */
export function createLockedRouter(session: SessionKeeper) {
  const app = implement(contract.app);
  return {
    app: {
      locked: app.locked.handler(() => true),
      session: app.session.handler(({ signal }) => session.session.watch(signal)),
      signIn: app.signIn.handler(async () => orRefused(await session.signIn({ afresh: true }))),
      cancelSignIn: app.cancelSignIn.handler(() => session.cancelSignIn()),
    },
  };
}
