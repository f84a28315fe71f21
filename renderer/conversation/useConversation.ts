import { createContext, useContext, useSyncExternalStore } from 'react';
import type { LeavingState } from '../../shared/leaving.ts';
import type { EngineStatus, Refusal, Session } from '../../shared/model.ts';
import type { UpdatesState } from '../../shared/updates.ts';
import type { Conversation } from './conversation.ts';
import type { Live } from './follow.ts';

export const ConversationContext = createContext<Conversation | null>(null);

export function useConversation(): Conversation {
  const conversation = useContext(ConversationContext);
  if (!conversation) throw new Error('no conversation: render inside ConversationContext');
  return conversation;
}

/** Null until main has answered once. */
export const useSession = (): Session | null => useLive(useConversation().session);

/** Null until the engine has answered once. */
export const useStatus = (): EngineStatus | null => useLive(useConversation().status);

/** Whether the person waits to be signed out; null until main has answered once. */
export const useLeaving = (): LeavingState | null => useLive(useConversation().leaving);

/** That what files documents does not stay running; null while it does. */
export const useEngineProblem = (): Refusal | null => useLive(useConversation().engineProblem);

/** How the program is kept new; null until main has answered once. */
export const useUpdates = (): UpdatesState | null => useLive(useConversation().updates);

function useLive<Value>(source: Live<Value>): Value | null {
  return useSyncExternalStore(source.listen, source.current);
}
