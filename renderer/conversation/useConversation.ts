import { createContext, useContext, useSyncExternalStore } from 'react';
import type { AddingView } from '../../shared/model/adding.ts';
import type { EngineStatus, Person, Refusal, Session } from '../../shared/model/index.ts';
import type { SigningOutState } from '../../shared/model/sign-out.ts';
import type { UpdatesState } from '../../shared/model/updates.ts';
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

/** Whose work the window shows; null until the engine has answered once. */
export const usePerson = (): Person | null => useLive(useConversation().person);

/** Whether the person waits to be signed out; null until main has answered once. */
export const useSigningOut = (): SigningOutState | null => useLive(useConversation().signingOut);

/** That what files documents does not stay running; null while it does. */
export const useEngineProblem = (): Refusal | null => useLive(useConversation().engineProblem);

/** How far adding documents is, and what became of it; null until main has answered once. */
export const useAdding = (): AddingView | null => useLive(useConversation().adding);

/** How the program is kept new; null until main has answered once. */
export const useUpdates = (): UpdatesState | null => useLive(useConversation().updates);

function useLive<Value>(source: Live<Value>): Value | null {
  return useSyncExternalStore(source.listen, source.current);
}
