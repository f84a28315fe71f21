import type { Clock, Timer } from '../../shared/base/clock.ts';
import { Watched } from '../../shared/base/watched.ts';
import { type EngineStatus, type Refusal, statusBefore } from '../../shared/model/index.ts';
import type { Workspace } from './compose.ts';
import { instant } from './domain/instant.ts';
import type { Configuration } from './equip.ts';
import type { ChangeFeed } from './platform/change-feed.ts';
import { settingOf, settings } from './store/settings.ts';
import { countProblems } from './use-cases/problems.ts';

/** What the status is made of. */
export interface StatusSource {
  /** The workspace that the window is shown. */
  readonly workspace: () => Workspace | null;
  /** Why something that is kept here is not open. */
  readonly blockedBy: () => Refusal | null;
  readonly configuration: () => Configuration | null;
  /** Has all of it be as it is now. */
  readonly refresh: () => void;
}

/** Milliseconds in which changes of the status are gathered. */
const statusGathering = 60;
/** Milliseconds between looks whether what was not read yet is read. */
const unreadLook = 1_000;

/** Tells the engine's status whenever it has changed. */
export class StatusTelling {
  readonly status = new Watched<EngineStatus>(statusBefore);
  readonly #clock: Clock;
  readonly #feed: ChangeFeed;
  readonly #source: StatusSource;
  #timer: Timer | null = null;
  #lookForRead: Timer | null = null;

  constructor(clock: Clock, feed: ChangeFeed, source: StatusSource) {
    this.#clock = clock;
    this.#feed = feed;
    this.#source = source;
  }

  refresh(): void {
    this.#timer ??= this.#clock.timer(statusGathering, () => {
      this.#timer = null;
      try {
        this.#tell();
      } catch (failure) {
        const workspace = this.#source.workspace();
        if (!workspace) throw failure;
        // What the disk does not tell now is asked again a little later.
        workspace.localStorageErrors.met(failure);
        this.#tellAgain();
      }
    });
  }

  stop(): void {
    this.#timer?.cancel();
    this.#lookForRead?.cancel();
  }

  #tell(): void {
    this.#source.refresh();
    const status = statusOf(this.#source);
    // Whoever shows the problems must not show others than are counted.
    if (status.problems !== this.status.value.problems) this.#feed.problems();
    if (JSON.stringify(status) !== JSON.stringify(this.status.value)) this.status.set(status);
    // That a file was as it was before, or has gone, is no change that anybody tells.
    if (status.unread > 0) this.#tellAgain();
  }

  #tellAgain(): void {
    this.#lookForRead ??= this.#clock.timer(unreadLook, () => this.#readMeanwhile());
  }

  #readMeanwhile(): void {
    this.#lookForRead = null;
    this.refresh();
  }
}

function statusOf(source: StatusSource): EngineStatus {
  const [workspace, blockedBy, configuration] = [
    source.workspace(),
    source.blockedBy(),
    source.configuration(),
  ];
  if (!workspace) {
    const isSignedOut = configuration?.connection && !configuration.signedIn;
    const service = isSignedOut ? 'signed-out' : statusBefore.service;
    return { ...statusBefore, service, isNobodys: true, problems: blockedBy ? 1 : 0, blockedBy };
  }
  const { account, stores, refresher, watches, replacedFiles } = workspace;
  const counts = stores.saves.counts();
  return {
    engine: 'running',
    service: account.service,
    why: account.why,
    nextTryAt: instant(account.nextTryAt),
    paused: settingOf(stores.matters, settings.isPaused),
    waiting: counts.waiting,
    sending: counts.sending,
    sent: counts.sent,
    problems: countProblems(workspace) + (blockedBy ? 1 : 0),
    looking: watches.looking,
    unread: watches.unread + replacedFiles.unread,
    kept: counts.kept === 0 ? 0 : stores.saves.countKeptUnfiled(),
    mattersCheckedAt: instant(refresher.checkedAt()),
    held: configuration?.held ?? null,
    requests: stores.requests.counts(),
    ...(configuration?.connection?.hub !== undefined && { throughHub: true }),
    ...(workspace.isPastHub() && { pastHub: true }),
    ...(blockedBy && { blockedBy }),
  };
}
