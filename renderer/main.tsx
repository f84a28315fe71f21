import { QueryClientProvider } from '@tanstack/react-query';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { openPort } from './bridge.ts';
import { clientOver } from './conversation/client.ts';
import { startConversation } from './conversation/conversation.ts';
import { ConversationContext } from './conversation/useConversation.ts';
import { App } from './frame/App.tsx';
import { CrashScreen } from './frame/CrashScreen.tsx';
import { askForFirstScreen } from './frame/firstScreen.ts';
import { beginWith, keptScreen } from './frame/keptScreen.ts';
import { Formats } from './look/Formats.tsx';
import { Look } from './look/Look.tsx';
import { refuseStrayDrops } from './matter/documents/dropZone.ts';
import { ProxyQuestion } from './proxy/ProxyQuestion.tsx';
import { later, loadTheRest } from './widgets/later.tsx';

const LockScreen = later(async () => (await import('./lock/LockScreen.tsx')).LockScreen);

/** A window that nobody sees is not painted: how long that is waited for, in milliseconds. */
const longestUnpainted = 500;

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no element with the id root');

const closing = new AbortController();
window.addEventListener('pagehide', () => closing.abort());
refuseStrayDrops(window);

const kept = keptScreen(document);
// What is kept is painted first; then whatever answers comes up.
const conversation = startConversation(
  clientOver(kept ? painted().then(openPort) : openPort()),
  kept,
  closing.signal,
);
if (kept) beginWith(kept, conversation);
// The page is loaded anew when it is locked or opened, so that nothing shown before stays in its memory.
const asked = askForFirstScreen(conversation);
asked.catch((error: unknown) => console.warn('What the first screen is made of is not told.', error));
// Of a locked window nothing is kept.
const isOpen = kept !== null || (await asked);
// Only a page hears of it. When nobody can be told, the engine is not there, and looks by itself when it is back.
window.addEventListener('online', () => {
  conversation.client.engine.awake({ reason: 'network' }).catch(() => {});
});
/** Whoever would answer is gone with the page. */
const reload = () => void conversation.client.app.reloadWindow().catch(() => {});
const drawn = createRoot(root);
flushSync(() =>
  drawn.render(
    <Look>
      <CrashScreen onReload={reload}>
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
  ),
);
loadTheRest().catch((error: unknown) => console.warn('A part of the window could not be loaded yet.', error));

/** Resolves once what is rendered now is painted, lists too, which are measured in a first frame; soon in any case. */
function painted(): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, longestUnpainted);
    requestAnimationFrame(() => requestAnimationFrame(() => resolve()));
  });
}
