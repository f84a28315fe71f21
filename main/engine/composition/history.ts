import { Account } from '../features/account/account.ts';
import { Expectations } from '../features/history/expectations.ts';
import { HistoryReader } from '../features/history/history-reader.ts';
import { HubNews } from '../features/history/hub-news.ts';
import { HistoryIntake } from '../features/history/intake.ts';
import { Poller } from '../features/history/poller.ts';
import { Projector } from '../features/history/projector.ts';
import type { WorkspaceEvents } from './events.ts';
import type { EnginePorts, Place } from './ports.ts';
import type { Storage } from './storage.ts';

export type History = ReturnType<typeof composeHistory>;

/** The way to the service, and what history is read over it. */
export function composeHistory(
  ports: EnginePorts,
  place: Place,
  { stores, localStorageErrors }: Storage,
  events: WorkspaceEvents,
) {
  const { clock, random } = ports;
  const onNotKept = (failure: unknown) => localStorageErrors.met(failure);
  const onStatus = () => events.emit('status');
  /** The sign-in in whose name requests go out. */
  const inName: { of: string | null } = { of: null };
  const hub = { isPast: false };
  const account = new Account({ clock, random, onChange: onStatus });
  const client = ports.connect(
    place,
    (until) => account.setPause(until),
    () => inName.of,
    (isPast) => {
      hub.isPast = isPast;
      onStatus();
    },
  );
  const projector = new Projector(stores);
  const historyAside = ports.historyAside?.(stores.database.name) ?? null;
  const expected = new Expectations(random);
  const reader = new HistoryReader({
    aside: historyAside,
    client,
    account,
    stores,
    clock,
    random,
    intake: new HistoryIntake(stores, projector, clock),
    isExpecting: (matterId) => expected.isRecent(matterId, clock.now()),
    onHistory: (matterId, added) => events.emit('historyRead', matterId, added),
    onUnchanged: (matterId) => events.emit('historyUnchanged', matterId),
    onAnsweredAgain: (saves) => events.emit('answeredAgain', saves),
    onNotKept,
  });
  const poller = new Poller({
    ...{ reader, account, stores, clock, random, expected, onNotKept },
    onFolders: () => events.emit('foldersRead'),
  });
  const { followNews: follow } = client;
  const hubNews = follow ? new HubNews({ follow, account, stores, reader, poller, clock, random }) : null;
  return {
    inName,
    hub,
    account,
    client,
    projector,
    historyAside,
    reader,
    poller,
    hubNews,
    onNotKept,
    /** Aborted when the workspace stops: nobody waits any more for what is read meanwhile. */
    stopping: new AbortController(),
  };
}
