import { isDeepStrictEqual } from 'node:util';
import type { Timer } from '../../shared/base/clock.ts';
import { err, ok, type Result } from '../../shared/base/result.ts';
import { Watched } from '../../shared/base/watched.ts';
import {
  type EngineStatus,
  earlierSignIn,
  type KeptHere,
  type Person,
  type Refusal,
  type StaffMember,
} from '../../shared/model/index.ts';
import { type EnginePorts, type Workspace, workspaceName } from './compose.ts';
import { type Configuration, equip } from './equip.ts';
import { nothingShown } from './persons/nothing-shown.ts';
import { answeringFiles } from './platform/answering-files.ts';
import { fullJitter } from './platform/back-off.ts';
import { ChangeFeed } from './platform/change-feed.ts';
import { placesFor } from './platform/drive.ts';
import { NoRoomYet, notOpened } from './platform/local-storage-errors.ts';
import {
  isAnothers,
  notRemoved,
  notRemovedYet,
  type Removal,
  removeKept,
  whyNotRemoved,
} from './sign-out/remove-kept.ts';
import { unfiledAfterLook, unfiledOf } from './sign-out/unfiled.ts';
import { StatusTelling } from './status-telling.ts';
import { Workspaces } from './workspaces.ts';

/** Milliseconds that removing what is kept waits for folders to be looked through: a large share takes long. */
const longestLook = 60_000;

/** What cannot be opened is tried again after this many milliseconds, and later after more. */
const tryAgain = { base: 2_000, cap: 30_000 };

/** The engine: the workspaces of one service, and what the window follows of the one that it is shown. */
export class Engine {
  readonly feed: ChangeFeed;
  readonly status: Watched<EngineStatus>;
  readonly #telling: StatusTelling;
  readonly #ports: EnginePorts;
  readonly #directory: string;
  readonly person = new Watched<Person>({ state: 'nobody' });
  #workspaces: Workspaces | null = null;
  #configuration: Configuration | null = null;
  #isOpening = false;
  /** Directory of what the window was shown last; undefined while it was shown nothing yet. */
  #shown: string | null | undefined;
  #turn: Promise<void> = Promise.resolve();
  /** What failed when a workspace was to be opened, and the next try. */
  #failure: unknown = null;
  #failures = 0;
  #next: Timer | null = null;

  constructor(ports: EnginePorts, directory: string) {
    // One for all workspaces: they lie on the same drives, and share the threads that files are asked for in.
    const { clock, mountOf, threads } = ports;
    const places = placesFor(threads);
    this.#ports = {
      ...ports,
      files: answeringFiles(ports.files, { clock, mountOf, home: directory, places }),
    };
    this.#directory = directory;
    this.feed = new ChangeFeed(ports.clock);
    this.#telling = new StatusTelling(ports.clock, this.feed, {
      workspace: () => this.workspace,
      blockedBy: () => this.blockedBy,
      configuration: () => this.#configuration,
      refresh: () => this.#workspaces?.refresh(),
    });
    this.status = this.#telling.status;
  }

  /** The one that the window is shown; null until a connection is configured, and while it is not known whose it is. */
  get workspace(): Workspace | null {
    return this.#workspaces?.current ?? null;
  }

  /** Everybody's. */
  get workspaces(): readonly Workspace[] {
    return this.#workspaces?.all ?? [];
  }

  /** Folders of everybody but the shown person; null while something that is kept here is not open. */
  get foldersOfOthers(): readonly string[] | null {
    return this.#workspaces?.foldersOfOthers ?? null;
  }

  /** Why something that is kept here is not open; null when all of it is. */
  get blockedBy(): Refusal | null {
    return this.#failure === null ? null : notOpened(this.#failure);
  }

  /** Why the window is shown nothing; meant for while no workspace is shown. */
  get nothingShown(): Refusal {
    const configuration = this.#isOpening ? null : this.#configuration;
    const settled = configuration && {
      isConnected: configuration.connection !== null,
      isSignedIn: configuration.signedIn,
    };
    return nothingShown({ settled, person: this.person.value, blockedBy: this.blockedBy });
  }

  /** No service is connected, or the person signed out, and all that is kept is open: watched, captured, and shown to nobody. */
  get isForNobody(): boolean {
    if (this.#configuration === null || this.#isOpening || this.blockedBy !== null) return false;
    const { connection, signedIn, left } = this.#configuration;
    return connection === null || (!signedIn && left === true);
  }

  /** One at a time, in the order asked. What cannot be opened is tried again until it can. */
  configure(configuration: Configuration): Promise<void> {
    return this.#inTurn(() => this.#configure(configuration));
  }

  /** What is kept of the service in use. */
  keptHere(): KeptHere {
    const shown = this.workspace;
    const folders = (one: Workspace) => one.stores.links.all().map(({ path }) => path);
    const others = this.workspaces.filter((one) => one !== shown);
    const waiting = this.#workspaces?.linksWaiting ?? { here: [], theirs: 0 };
    const unsent = (one: Workspace) => {
      const { unfinished, unread } = unfiledOf(one);
      return unfinished + unread;
    };
    return {
      unsent: shown ? unsent(shown) : 0,
      folders: [...new Set([...(shown ? folders(shown) : []), ...waiting.here])],
      others: {
        unsent: others.reduce((sum, one) => sum + unsent(one), 0),
        folders: others.flatMap(folders).length + waiting.theirs,
      },
      notOpened: this.#failure !== null,
    };
  }

  /**
   * The folders of the shown person are to be linked for the service at another address, and are no longer for this one. To the address
   * in use they come back, whatever is unsent.
   */
  takeLinks(to: string): Promise<Result<void, Refusal>> {
    return this.#inTurn(async () => {
      const first = workspaceName(to);
      if (first !== this.#workspaces?.open.first) {
        if (this.keptHere().unsent > 0) return err(stillUnsent);
        // What is theirs is not shown, so nothing of it can be taken along.
        if (this.#failure !== null && !this.workspace) return err(notKnownYet);
      }
      await this.#workspaces?.giveLinksTo(first);
      return ok(undefined);
    });
  }

  /** Who signed in says who they are; false when nobody asks. */
  say(id: string | null, staff: StaffMember | null): Promise<boolean> {
    return this.#inTurn(async () => {
      const taken = (await this.#workspaces?.say(id, staff)) ?? false;
      this.#settled();
      return taken;
    });
  }

  /** Whoever is signed in wants to be asked again who they are; false when there is nobody to ask about. */
  askAgain(): Promise<boolean> {
    return this.#inTurn(async () => {
      const asked = (await this.#workspaces?.askAgain()) ?? false;
      this.#settled();
      return asked;
    });
  }

  /** Of folders that came along from another service address, these are theirs. */
  areMine(paths: readonly string[]): Promise<void> {
    return this.#inTurn(async () => this.#workspaces?.areMine(paths));
  }

  isStaff(staff: StaffMember | null): Promise<void> {
    return this.#inTurn(async () => this.#workspaces?.isStaff(staff));
  }

  understood(): void {
    this.#workspaces?.understood();
  }

  /**
   * Removes everything kept of a service for the person of a sign-in, if it is the one in use and nobody else's is shown. Nothing is
   * asked of it any more until main says again that somebody is signed in. Answers whose it was; null when nothing was kept.
   */
  removeKept(service: string, removal: Removal): Promise<Result<string | null, Refusal>> {
    return this.#inTurn(() => this.#removeKept(service, removal));
  }

  async stop(): Promise<void> {
    this.#next?.cancel();
    await this.#turn;
    this.#next?.cancel();
    this.#telling.stop();
    const workspaces = this.#workspaces;
    this.#workspaces = null;
    await workspaces?.stop();
  }

  #inTurn<Value>(work: () => Promise<Value>): Promise<Value> {
    const done = this.#turn.then(work);
    this.#turn = done.then(
      () => undefined,
      () => undefined,
    );
    return done;
  }

  refreshStatus(): void {
    this.#telling.refresh();
  }

  async #removeKept(service: string, removal: Removal): Promise<Result<string | null, Refusal>> {
    const shown = this.workspace;
    if (!this.#configuration || this.#configuration.connection?.baseUrl !== service) return ok(null);
    if (!shown && this.#failure !== null) return err(notRemovedYet);
    const kept = this.#workspaces?.open.openTo(removal.signIn) ?? null;
    if (kept === null) return ok(null);
    if (shown && shown.name !== kept) return err(isAnothers());
    const open = this.#workspaces?.open.named(kept) ?? null;
    if (!open) return err(notRemovedYet);
    const refusal = await unfiledAfterLook(open, longestLook)
      .then((unfiled) => whyNotRemoved(open.stores, unfiled, removal.loss))
      .catch(notRemoved);
    if (refusal) return err(refusal);
    this.#workspaces?.release(kept);
    const removed = await removeKept(open, removal).catch((failure: unknown) => err(notRemoved(failure)));
    const { signedIn } = this.#configuration;
    // What cannot be opened again now is told, and tried again.
    await this.#configure({ ...this.#configuration, signedIn: signedIn && !removed.ok }).catch(() => {});
    return removed.ok ? ok(kept) : removed;
  }

  async #configure(configuration: Configuration): Promise<void> {
    this.#configuration = configuration;
    this.#next?.cancel();
    this.#isOpening = true;
    try {
      await this.#apply(configuration);
      this.#failure = this.#workspaces?.open.failure ?? null;
    } catch (failure) {
      this.#failure = failure;
      // What is saved is captured, and it is tried again: main need not start another engine.
      if (!(failure instanceof NoRoomYet)) throw failure;
    } finally {
      this.#isOpening = false;
      this.#failures = this.#failure === null ? 0 : this.#failures + 1;
      if (this.#failure !== null) this.#tryAgain();
      this.refreshStatus();
    }
  }

  #tryAgain(): void {
    const { clock, random } = this.#ports;
    const wait = tryAgain.base + fullJitter(this.#failures - 1, random, tryAgain);
    this.#next = clock.timer(wait, () => this.#configureAgain());
  }

  /** With what main said last by the time its turn has come: a sign-out that is in line before it stands. */
  #configureAgain(): void {
    this.#inTurn(async () => {
      if (this.#configuration) await this.#configure(this.#configuration);
    }).catch(() => {});
  }

  async #apply(configuration: Configuration): Promise<void> {
    const { connection, signedIn, signIn, signInServer = null, identity = 'stated' } = configuration;
    const { requestLimit = null, left = false } = configuration;
    this.#ports.sendPace.setLimit(configuration.sendLimit ?? null);
    const place = connection && {
      ...{ directory: this.#directory, ...connection, requestLimit },
      apiKey: connection.apiKey ?? '',
    };
    const before = this.#workspaces;
    if (before && !isDeepStrictEqual(before.open.place, place)) {
      this.#workspaces = null;
      await before.stop();
    }
    if (place && !this.#workspaces) {
      this.#workspaces = new Workspaces(this.#ports, place, this.feed, {
        person: this.person,
        onChange: () => this.refreshStatus(),
        onProof: () => this.#configureAgain(),
      });
    }
    try {
      await this.#workspaces?.settle({
        signIn: signedIn ? (signIn ?? earlierSignIn) : null,
        server: signInServer,
        policy: identity,
        left: !signedIn && left,
      });
    } finally {
      this.#settled();
    }
    this.feed.matters();
  }

  #settled(): void {
    for (const workspace of this.workspaces) equip(workspace, this.#configuration);
    const shown = this.workspace?.directory ?? null;
    if (this.#shown !== undefined && this.#shown !== shown) this.feed.person();
    this.#shown = shown;
  }
}

const notKnownYet: Refusal = {
  code: 'connection-in-use',
  what: 'The service address was not changed.',
  why: 'What is kept for the address in use cannot be opened just now, so its folders are not known.',
  next: 'Try again once it is open: Matterline tries by itself.',
};

const stillUnsent: Refusal = {
  code: 'connection-in-use',
  what: 'The service address was not changed.',
  why: 'Something was saved meanwhile that is not filed yet.',
  next: 'Wait until everything is filed, and try again.',
};
