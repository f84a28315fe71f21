import { QueryClient } from '@tanstack/react-query';
import type { AddingView } from '../../shared/model/adding.ts';
import type { EngineStatus, KeptScreen, Person, Refusal, Session } from '../../shared/model/index.ts';
import type { SigningOutState } from '../../shared/model/sign-out.ts';
import type { UpdatesState } from '../../shared/model/updates.ts';
import { askAgainWhenBack, followChanges } from './changes.ts';
import type { Client } from './client.ts';
import { DocumentLists } from './documentLists.ts';
import { type Live, live } from './follow.ts';
import { type Queries, queriesOf } from './queries.ts';

/** The window's whole access to the rest of the program. */
export interface Conversation {
  /** Begins to ask again for whatever changes. */
  readonly followChanges: () => void;
  readonly client: Client;
  /** What the window before this one showed last; null when nobody may know. */
  readonly keptScreen: KeptScreen | null;
  readonly queries: Queries;
  readonly cache: QueryClient;
  readonly documentLists: DocumentLists;
  readonly session: Live<Session>;
  readonly status: Live<EngineStatus>;
  readonly person: Live<Person>;
  readonly signingOut: Live<SigningOutState>;
  readonly engineProblem: Live<Refusal | null>;
  readonly updates: Live<UpdatesState>;
  readonly adding: Live<AddingView>;
}

export function startConversation(
  client: Client,
  keptScreen: KeptScreen | null,
  signal: AbortSignal,
): Conversation {
  const queries = queriesOf(client);
  const cache = new QueryClient({
    defaultOptions: {
      // The port works without a network, and a refusal is an answer: asking again changes nothing.
      queries: {
        networkMode: 'always',
        retry: false,
        refetchOnReconnect: false,
        refetchOnWindowFocus: false,
      },
      mutations: { networkMode: 'always', retry: false },
    },
  });
  const documentLists = new DocumentLists(client, queries, cache);
  const status = live((streamSignal) => client.engine.status(undefined, { signal: streamSignal }), signal);
  return {
    followChanges: () => {
      followChanges(client, queries, cache, documentLists, signal);
      askAgainWhenBack(status, cache);
    },
    documentLists,
    client,
    keptScreen,
    queries,
    cache,
    session: live((streamSignal) => client.app.session(undefined, { signal: streamSignal }), signal),
    status,
    person: live((streamSignal) => client.engine.person.now(undefined, { signal: streamSignal }), signal),
    adding: live((streamSignal) => client.documents.adding(undefined, { signal: streamSignal }), signal),
    updates: live((streamSignal) => client.app.updates(undefined, { signal: streamSignal }), signal),
    signingOut: live((streamSignal) => client.app.signingOut(undefined, { signal: streamSignal }), signal),
    engineProblem: live(
      (streamSignal) => client.app.engineProblem(undefined, { signal: streamSignal }),
      signal,
    ),
  };
}
