import { ClientNames } from '../features/matters/client-names.ts';
import { DetailsKeeper } from '../features/matters/details-keeper.ts';
import { keptMatter } from '../features/matters/kept-matter.ts';
import { MatterRefresher } from '../features/matters/refresher.ts';
import { Answers } from '../features/records/answers.ts';
import { namesIn } from '../features/records/names.ts';
import { Records } from '../features/records/records.ts';
import type { RequestPorts } from '../features/requests/ports.ts';
import { Requests } from '../features/requests/requests.ts';
import { RequestSender } from '../features/requests/sender.ts';
import { requestSettings } from '../features/requests/settings.ts';
import { MatterIndexer } from '../features/search/matter-indexer.ts';
import type { WorkspaceEvents } from './events.ts';
import type { History } from './history.ts';
import type { EnginePorts } from './ports.ts';
import type { Storage } from './storage.ts';

export type Firm = ReturnType<typeof composeFirm>;

/** What the service has besides documents: matters, their details, records, and requests to change them. */
export function composeFirm(
  ports: EnginePorts,
  { stores, localStorageErrors }: Storage,
  { client, account, poller, onNotKept }: History,
  events: WorkspaceEvents,
) {
  const { clock, random } = ports;
  const indexer = new MatterIndexer(stores);
  const clientNames = new ClientNames({
    ...{ client, account, stores, clock },
    onNamed: () => events.emit('matters'),
  });
  const refresher = new MatterRefresher({
    ...{ client, account, stores, clock, onNotKept },
    onChanged: (matterId) => poller.expedite(matterId),
    onChange() {
      void localStorageErrors.untilDone(() => indexer.run().then(() => clientNames.run()));
      events.emit('matters');
      events.emit('status');
    },
  });
  const details = new DetailsKeeper({
    ...{ client, account, stores, clock },
    onChange: (matterId) => events.emit('shown', matterId),
  });
  const answers = new Answers({ account, stores, clock, onChange: () => events.emit('records') });
  const requestPorts: RequestPorts = {
    ...{ client, account, stores, answers, clock, random, onNotKept },
    names: namesIn(stores),
    requestKey: ports.requestKey ?? (() => Promise.resolve(null)),
    settings: () => requestSettings(stores),
    onChange() {
      events.emit('requests');
      events.emit('status');
    },
    onMatter(matter) {
      stores.matters.put([keptMatter(matter)]);
      void localStorageErrors.untilDone(() => indexer.run());
      events.emit('matters');
      events.emit('shown', matter.id);
    },
  };
  const requestSender = new RequestSender(requestPorts);
  return {
    indexer,
    clientNames,
    refresher,
    details,
    answers,
    records: new Records({ client, answers, stores }),
    requestSender,
    requests: new Requests(requestPorts, requestSender),
  };
}
