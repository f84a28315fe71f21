import Database from 'better-sqlite3';
import { type EnginePorts, openWorkspace, type Workspace } from '../../main/engine/compose.ts';
import { prepareDatabase } from '../../main/engine/store/database.ts';
import { isIgnored } from '../../main/engine/watch/ignore.ts';
import type { WatchHandlers } from '../../main/engine/watch/watch-tree.ts';
import { ChangeFeed } from '../../main/engine/window/change-feed.ts';
import type { MatterId } from '../../shared/model.ts';
import { pseudoRandom } from '../service/pseudo-random.ts';
import { FakeClock } from '../support/fake-clock.ts';
import { brokenPromises } from './invariants.ts';
import { Life } from './life.ts';
import { SimDisk } from './sim-disk.ts';
import { SimPerson } from './sim-person.ts';
import { SimService } from './sim-service.ts';

export interface Outcome {
  readonly seed: number;
  /** Promises that did not hold, in words; empty when all did. */
  readonly broken: readonly string[];
  /** What happened, in order. */
  readonly story: readonly string[];
  readonly injected: Readonly<Record<string, number>>;
}

/** Anything in the engine's ports that a mutation wants to break. */
export type Sabotage = (ports: EnginePorts) => EnginePorts;

const matterId = 'matter' as MatterId;
const folder = '/matters/One';
const troubledFor = 90_000;
/** Long enough for every back-off there is. */
const calmFor = 20 * 60_000;

/** One run of everything on one thread: the real engine in a simulated world, from one seed. */
export async function simulate(seed: number, sabotage: Sabotage = (ports) => ports): Promise<Outcome> {
  const chance = pseudoRandom(seed);
  const clock = new FakeClock();
  const startedAt = clock.steady();
  const story: string[] = [];
  const tell = (line: string) =>
    story.push(`${((clock.steady() - startedAt) / 1000).toFixed(2).padStart(8)} s  ${line}`);

  const disk = new SimDisk(chance, () => clock.now());
  for (const path of ['/matters', folder, '/engine']) disk.directories.add(path);
  const service = new SimService(clock, chance, matterId);
  service.trouble = chance() < 0.5 ? 0 : chance() * 0.4;
  const watchers = new Set<{ life: Life; root: string; handlers: WatchHandlers }>();
  const person = new SimPerson({
    disk,
    clock,
    chance,
    folder,
    tell: (line) => tell(`the person ${line}`),
    notify: (path) => {
      for (const { life, root, handlers } of watchers) {
        if (life.over || !path.startsWith(`${root}/`) || isIgnored(path.slice(path.lastIndexOf('/') + 1)))
          continue;
        clock.timer(chance() * 20, () => void (life.over || handlers.onPath(path, null)));
      }
    },
  });

  let image: Buffer | null = null;
  let database: Database.Database | null = null;
  let ids = 0;
  let life = new Life(clock, chance);
  let workspace: Workspace | null = null;

  const portsOf = (of: Life): EnginePorts => ({
    files: disk.seenBy(of, (path) => path.startsWith('/engine/') || path.includes('/.matterline-')),
    clock: of.clock,
    random: chance,
    newId: () => {
      ids += 1;
      return `id-${ids}`;
    },
    openDatabase: () => {
      database = prepareDatabase(image ? new Database(image) : new Database(':memory:'));
      return database;
    },
    connect: () => service.seenBy(of),
    watchTree: (root, handlers) => {
      const watcher = { life: of, root, handlers };
      watchers.add(watcher);
      of.clock.timer(chance() * 50, () => {
        for (const path of disk.files.keys()) {
          if (path.startsWith(`${root}/`) && !isIgnored(path.slice(path.lastIndexOf('/') + 1)))
            handlers.onPath(path, disk.seen(path));
        }
        handlers.onReady();
      });
      return {
        close: () => {
          watchers.delete(watcher);
          return Promise.resolve();
        },
      };
    },
  });

  const start = async () => {
    life = new Life(clock, chance);
    const ports = sabotage(portsOf(life));
    const feed = new ChangeFeed(ports.clock);
    const opening = openWorkspace(
      ports,
      { directory: '/engine', baseUrl: 'sim', apiKey: '' },
      feed,
      () => {},
    );
    void opening.then((opened) => {
      workspace = opened;
      opened.account.setSignedIn(true);
      if (!opened.stores.matters.get(matterId)) {
        opened.stores.matters.put([simMatter]);
        opened.stores.links.link(matterId, folder, clock.now());
      }
      opened.start();
    });
    await clock.advance(500);
  };
  const crash = (power: boolean) => {
    tell(power ? 'the power goes' : 'the engine is killed');
    life.end();
    watchers.clear();
    image = database?.serialize() ?? null;
    database?.close();
    workspace = null;
    if (power) disk.cutPower();
  };

  const injected: Record<string, number> = {
    kill: 0,
    'power cut': 0,
    'clock jump': 0,
    colleague: 0,
    outage: 0,
  };
  const count = (name: string) => (injected[name] = (injected[name] ?? 0) + 1);

  await start();
  const troubleEnds = clock.steady() + troubledFor;
  while (clock.steady() < troubleEnds) {
    await clock.advance(chance() ** 2 * 8000);
    let acting = true;
    void person.act().then(() => {
      acting = false;
    });
    await clock.advance(500 * chance());
    const dice = chance();
    if (dice < 0.12) {
      const power = chance() < 0.5;
      count(power ? 'power cut' : 'kill');
      crash(power);
      await clock.advance(chance() * 3000);
      await start();
    } else if (dice < 0.18) {
      count('outage');
      service.offline = !service.offline;
      tell(service.offline ? 'the service is gone' : 'the service is back');
    } else if (dice < 0.23) {
      const documents = [...service.documents.keys()];
      const id = documents[Math.floor(chance() * documents.length)];
      if (id !== undefined) {
        count('colleague');
        tell(`a colleague saves ${id}`);
        service.colleagueSaves(id, `theirs ${clock.steady()}`);
      }
    } else if (dice < 0.26) {
      disk.full = !disk.full;
      tell(disk.full ? 'the disk is full' : 'the disk has room');
    } else if (dice < 0.3) {
      const path = `${folder}/Brief.docx`;
      disk.hold(path, true);
      tell('another program holds Brief.docx');
      clock.timer(2000, () => disk.hold(path, false));
    } else if (dice < 0.32) {
      const jump = (chance() - 0.5) * 7_200_000;
      count('clock jump');
      tell(`the clock jumps by ${Math.round(jump / 1000)} s`);
      clock.set(clock.now() + jump);
    }
    do await clock.advance(100);
    while (acting);
  }
  tell('all trouble ends');
  service.trouble = 0;
  service.offline = false;
  disk.full = false;
  const calmEnds = clock.steady() + calmFor;
  do await clock.advance(30_000);
  while (clock.steady() < calmEnds && !isCalm(workspace));

  const open = workspace as Workspace | null;
  const broken = open
    ? brokenPromises({ workspace: open, service, disk, folder, stays: person.stays })
    : ['the engine did not start again'];
  life.end();
  (database as Database.Database | null)?.close();
  return { seed, broken, story, injected: { ...injected, ...service.injected, ...disk.injected } };
}

/** Nothing is on its way any more; what waits behind a save that needs a person stays. */
function isCalm(workspace: Workspace | null): boolean {
  const heads = workspace?.stores.outbox.heads() ?? [];
  return workspace !== null && heads.every((save) => save.state === 'problem');
}

const simMatter = {
  id: matterId,
  number: '1',
  title: 'Simulated',
  description: '',
  status: 'Open',
  isLead: false,
  matterType: null,
  personResponsibleId: null,
  personAssistingId: null,
  openedDate: null,
  clientCount: 0,
  raw: '{}',
};
