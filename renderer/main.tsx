import { QueryClientProvider } from '@tanstack/react-query';
import { createRoot } from 'react-dom/client';
import { openPort } from './bridge.ts';
import { clientOver } from './conversation/client.ts';
import { startConversation } from './conversation/conversation.ts';
import { ConversationContext } from './conversation/useConversation.ts';
import { App } from './frame/App.tsx';
import { CrashScreen } from './frame/CrashScreen.tsx';
import { askForFirstScreen } from './frame/firstScreen.ts';
import { Formats } from './look/Formats.tsx';
import { Look } from './look/Look.tsx';
import { refuseStrayDrops } from './matter/documents/dropZone.ts';
import { ProxyQuestion } from './proxy/ProxyQuestion.tsx';
import { later, loadTheRest } from './widgets/later.tsx';

const LockScreen = later(async () => (await import('./lock/LockScreen.tsx')).LockScreen);

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no element with the id root');

const closing = new AbortController();
window.addEventListener('pagehide', () => closing.abort());
refuseStrayDrops(window);

const client = clientOver(await openPort());
const conversation = startConversation(client, closing.signal);
// The page is loaded anew when it is locked or opened, so that nothing shown before stays in its memory.
const isOpen = await askForFirstScreen(conversation);
// Only a page hears of it. When nobody can be told, the engine is not there, and looks by itself when it is back.
window.addEventListener('online', () => {
  conversation.client.engine.awake({ reason: 'network' }).catch(() => {});
});
createRoot(root).render(
  <Look>
    <CrashScreen>
      <ConversationContext value={conversation}>
        <QueryClientProvider client={conversation.cache}>
          {isOpen ? (
            <Formats>
              <App />
            </Formats>
          ) : (
            <LockScreen />
          )}
          <ProxyQuestion />
        </QueryClientProvider>
      </ConversationContext>
    </CrashScreen>
  </Look>,
);
loadTheRest().catch((error: unknown) => console.warn('A part of the window could not be loaded yet.', error));
