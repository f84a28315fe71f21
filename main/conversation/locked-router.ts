import { implement } from '@orpc/server';
import { contract } from '../../shared/contract/index.ts';
import { lacksSecrets, type Refusal } from '../../shared/model/index.ts';
import type { ConnectionKeeper } from '../connection/keeper.ts';
import type { ProxyKeeper } from '../network/proxy-keeper.ts';
import type { SessionKeeper } from '../sign-in/session-keeper.ts';
import { orRefused, refused } from './refused.ts';
import { copySignInAddress, type WindowCommands } from './window-commands.ts';

/**
 * All that a locked window may ask: who it is that wants to go on, and the way to where that is asked. Nothing of a matter
 * can be asked, by no message. Where nobody could sign in for want of the connection's secrets, those are taken too.
 */
export function createLockedRouter(
  session: SessionKeeper,
  connection: ConnectionKeeper,
  proxies: ProxyKeeper,
  commands: WindowCommands,
) {
  const app = implement(contract.app);
  const isLacking = (): boolean => lacksSecrets(session.session.value);
  return {
    app: {
      locked: app.locked.handler(() => true),
      session: app.session.handler(({ signal }) => session.session.watch(signal)),
      connection: app.connection.handler(() => (isLacking() ? connection.view() : null)),
      saveConnection: app.saveConnection.handler(
        ({ input: { links: _links, shown: _shown, keepClientSecret: _keep, ...typed } }) => {
          if (!isLacking()) throw refused(nothingLacking);
          orRefused(connection.saveSecrets(typed));
        },
      ),
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

const nothingLacking: Refusal = {
  code: 'not-permitted',
  what: 'The connection cannot be changed here.',
  why: 'The window is locked, and the connection lacks nothing.',
  next: 'Sign in, and change it in the settings.',
};
