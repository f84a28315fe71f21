import { isDeepStrictEqual } from 'node:util';
import type { InferContractRouterInputs } from '@orpc/contract';
import type { Timer } from '../../shared/clock.ts';
import type { engineContract } from '../../shared/contract.ts';
import { type EngineStatus, type Refusal, statusBefore } from '../../shared/model.ts';
import { err, ok, type Result } from '../../shared/result.ts';
import { Watched } from '../../shared/watched.ts';
import { type EnginePorts, openWorkspace, type Workspace } from './compose.ts';
import { type Removal, removeKept, whyNotRemoved } from './leaving/remove-kept.ts';
import { unfiledOf } from './leaving/unfiled.ts';
import { recoverySetting } from './store/recovery.ts';
import { ChangeFeed } from './window/change-feed.ts';
import { instant } from './window/instant.ts';

/** What main tells the engine first, and again whenever something in it changes. */
type Configuration = InferContractRouterInputs<typeof engineContract>['configure'];

/** Milliseconds in which changes of the status are gathered. */
const statusGathering = 60;

/** The engine: at most one workspace open, and what the window follows of it. */
export class Engine {
  readonly feed: ChangeFeed;
  readonly status = new Watched<EngineStatus>(statusBefore);
  readonly #ports: EnginePorts;
  readonly #directory: string;
  #workspace: Workspace | null = null;
  #configuration: Configuration | null = null;
  #turn: Promise<void> = Promise.resolve();
  #timer: Timer | null = null;
  #held: Configuration['held'] = null;

  constructor(ports: EnginePorts, directory: string) {
    this.#ports = ports;
    this.#directory = directory;
    this.feed = new ChangeFeed(ports.clock);
  }

  /** Null until a connection is configured. */
  get workspace(): Workspace | null {
    return this.#workspace;
  }

  /** One at a time, in the order asked. */
  configure(configuration: Configuration): Promise<void> {
    this.#turn = this.#turn.catch(() => undefined).then(() => this.#configure(configuration));
    return this.#turn;
  }

  /**
   * Removes everything kept of a service, if it is the one in use. Nothing is asked of it any more until main says again
   * that somebody is signed in.
   */
  removeKept(service: string, removal: Removal): Promise<Result<void, Refusal>> {
    const removing = this.#turn.catch(() => undefined).then(() => this.#removeKept(service, removal));
    this.#turn = removing.then(() => undefined);
    return removing;
  }

  async stop(): Promise<void> {
    await this.#turn.catch(() => undefined);
    this.#timer?.cancel();
    await this.#workspace?.stop();
    this.#workspace = null;
  }

  refreshStatus(): void {
    this.#timer ??= this.#ports.clock.timer(statusGathering, () => {
      this.#timer = null;
      const status = this.#statusNow();
      // Whoever shows the problems must not show others than are counted.
      if (status.problems !== this.status.value.problems) this.feed.problems();
      if (JSON.stringify(status) !== JSON.stringify(this.status.value)) this.status.set(status);
    });
  }

  async #removeKept(service: string, removal: Removal): Promise<Result<void, Refusal>> {
    const open = this.#workspace;
    if (open?.place.baseUrl !== service || !this.#configuration) return ok(undefined);
    const refusal = whyNotRemoved(unfiledOf(open), removal.loss);
    if (refusal) return err(refusal);
    this.#workspace = null;
    const removed = await removeKept(open, removal);
    const { signedIn } = this.#configuration;
    await this.#configure({ ...this.#configuration, signedIn: signedIn && !removed.ok });
    return removed;
  }

  async #configure(configuration: Configuration): Promise<void> {
    this.#configuration = configuration;
    const { connection, signedIn, rootFolder, requestLimit = null, held = null } = configuration;
    this.#held = held;
    const { vaultLimits = null, sendLimit = null } = configuration;
    this.#ports.setSendLimit(sendLimit);
    const place = connection && { directory: this.#directory, ...connection, requestLimit };
    const open = this.#workspace;
    if (open && !isDeepStrictEqual(open.place, place)) {
      this.#workspace = null;
      await open.stop();
    }
    if (place && !this.#workspace) {
      const workspace = await openWorkspace(this.#ports, place, this.feed, () => this.refreshStatus());
      this.#workspace = workspace;
      workspace.start();
    }
    const { keeper, ownTrouble } = this.#workspace ?? {};
    if (vaultLimits) void ownTrouble?.untilDone(async () => keeper?.setLimits(vaultLimits));
    this.#workspace?.linker.setRootFolder(rootFolder);
    this.#workspace?.pipeline.hold(held);
    this.#workspace?.account.setSignedIn(signedIn);
    this.feed.matters();
    this.refreshStatus();
  }

  #statusNow(): EngineStatus {
    const workspace = this.#workspace;
    if (!workspace) return statusBefore;
    const { account, stores, troubles, refresher, custodyFault, watches, openDocuments, ownTrouble } =
      workspace;
    const counts = stores.saves.counts();
    return {
      engine: 'running',
      service: account.service,
      why: account.why,
      nextTryAt: instant(account.nextTryAt),
      paused: stores.matters.setting('paused') === 'yes',
      waiting: counts.waiting,
      sending: counts.sending,
      sent: counts.sent,
      problems:
        counts.problem +
        stores.massChanges.undecided().length +
        troubles.all().length +
        openDocuments.all().length +
        (refresher.failure ? 1 : 0) +
        (stores.matters.setting(recoverySetting) ? 1 : 0) +
        (custodyFault ? 1 : 0) +
        (ownTrouble.now ? 1 : 0),
      looking: watches.looking,
      mattersCheckedAt: instant(refresher.checkedAt()),
      held: this.#held ?? null,
    };
  }
}
