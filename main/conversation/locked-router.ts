import { implement } from '@orpc/server';
import { contract } from '../../shared/contract/index.ts';
import type { ProxyKeeper } from '../network/proxy-keeper.ts';
import type { SessionKeeper } from '../sign-in/session-keeper.ts';
import { orRefused } from './refused.ts';
import { copySignInAddress, type WindowCommands } from './window-commands.ts';

/**
 * All that a locked window may ask: who it is that wants to go on, and the way to where that is asked. Nothing of a matter
 * can be asked, by no message.
 */
export function createLockedRouter(session: SessionKeeper, proxies: ProxyKeeper, commands: WindowCommands) {
  const app = implement(contract.app);
  return {
    app: {
      locked: app.locked.handler(() => true),
      session: app.session.handler(({ signal }) => session.session.watch(signal)),
      signIn: app.signIn.handler(async () => orRefused(await session.signIn({ afresh: true }))),
      cancelSignIn: app.cancelSignIn.handler(() => session.cancelSignIn()),
      copySignInAddress: app.copySignInAddress.handler(() => copySignInAddress(session, commands)),
      reloadWindow: app.reloadWindow.handler(() => commands.reloadWindow()),
      proxyQuestion: app.proxyQuestion.handler(({ signal }) => proxies.question.watch(signal)),
      answerProxy: app.answerProxy.handler(({ input: { proxy, name, password } }) =>
        orRefused(proxies.give(proxy, { name, password })),
      ),
    },
  };
}
