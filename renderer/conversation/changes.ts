import type { QueryClient, QueryKey } from '@tanstack/react-query';
import type { Change, EngineStatus, MatterId } from '../../shared/model/index.ts';
import type { Client } from './client.ts';
import type { DocumentLists } from './documentLists.ts';
import { follow, type Live } from './follow.ts';
import type { Queries } from './queries.ts';

/** Changes come in bursts (a hundred saves at once); what is shown is asked for once per burst. Milliseconds. */
const burst = 100;

/** Asks again for whatever is on the screen when the engine says that it changed. */
export function followChanges(
  client: Client,
  queries: Queries,
  cache: QueryClient,
  documentLists: DocumentLists,
  signal: AbortSignal,
): void {
  let gathered: Change[] = [];
  let timer: ReturnType<typeof setTimeout> | null = null;
  const flush = () => {
    timer = null;
    const changes = gathered;
    gathered = [];
    if (changes.some(({ topic }) => topic === 'person')) forgetPerson(cache, queries);
    for (const queryKey of keysOf(changes, queries)) void cache.invalidateQueries({ queryKey });
    for (const change of changes) if (change.topic === 'matter') documentLists.changed(change);
  };
  void follow(
    (streamSignal) => client.engine.changes(undefined, { signal: streamSignal }),
    (change) => {
      gathered.push(change);
      timer ??= setTimeout(flush, burst);
    },
    signal,
    // Whatever changed while nobody listened was missed. What is asked for just now comes first.
    () => setTimeout(() => void cache.invalidateQueries(), burst),
  );
}

/** What changed while the engine was away, and what it could not answer, is asked for again once it is back. */
export function askAgainWhenBack(status: Live<EngineStatus>, cache: QueryClient): void {
  let before: EngineStatus['engine'] | undefined;
  status.listen(() => {
    const now = status.current()?.engine;
    // What is asked for just now comes first.
    if (before === 'stopped' && now === 'running') setTimeout(() => void cache.invalidateQueries(), burst);
    before = now;
  });
}

/** Nothing of what was read of one person's work is shown to the next: what is on the screen is asked for anew. */
export function forgetPerson(cache: QueryClient, queries: Queries): void {
  for (const room of ['folders', 'documents', 'engine', 'custody', 'timeline'] as const)
    void cache.resetQueries({ queryKey: queries[room].key() });
  // What is pinned and recent is each person's own.
  void cache.invalidateQueries({ queryKey: queries.app.preferences.key() });
}

/** What has to be asked again after some changes, each only once. */
export function keysOf(changes: readonly Change[], queries: Queries): QueryKey[] {
  const topics = new Set(changes.map((change) => change.topic));
  const matters = new Set<MatterId>();
  for (const change of changes) if (change.topic === 'matter') matters.add(change.matterId);
  const keys: QueryKey[] = [];
  if (topics.has('matters')) keys.push(queries.engine.matters.key());
  // Rows of the list carry what waits in a matter and when it changed last.
  else if (matters.size > 0) keys.push(queries.engine.matters.list.key());
  // What the box finds, also while matters are only just being read.
  if (topics.has('matters') || matters.size > 0) keys.push(queries.engine.search.key());
  for (const matterId of matters) {
    const input = { matterId };
    if (!topics.has('matters')) {
      keys.push(queries.engine.matters.get.key({ input }), queries.engine.matters.details.key({ input }));
    }
    keys.push(
      queries.engine.timeline.key({ input }),
      queries.engine.timelinePeople.key({ input }),
      queries.engine.timelineDays.key({ input }),
      queries.engine.notFiled.key({ input }),
      queries.documents.versions.key({ input }),
      queries.engine.custody.ofDocument.key({ input }),
      queries.engine.keeping.get.key({ input }),
    );
  }
  // What is on its way changes with each save.
  if (matters.size > 0) {
    keys.push(queries.engine.filing.now.key(), queries.engine.activity.key(), queries.engine.unfiled.key());
  }
  if (topics.has('requests')) keys.push(queries.engine.requests.key(), queries.engine.drafts.key());
  // What was asked for changes what forms choose from.
  if (topics.has('records') || topics.has('requests')) keys.push(queries.engine.records.key());
  if (topics.has('problems')) keys.push(queries.engine.problems.list.key());
  return keys;
}
