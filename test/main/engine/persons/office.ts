import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { expect } from 'vitest';
import type { EnginePorts, Workspace } from '../../../../main/engine/compose.ts';
import { Engine } from '../../../../main/engine/engine.ts';
import { exchange } from '../../../../main/engine/service/exchange.ts';
import type { ServiceClientOptions } from '../../../../main/engine/service/transport.ts';
import { systemPorts } from '../../../../main/engine/system-ports.ts';
import { err, ok } from '../../../../shared/base/result.ts';
import type { IdentityPolicy, MatterId, SignIn } from '../../../../shared/model/index.ts';
import { type PracticeService, startPracticeService, type Variants } from '../../../service/index.ts';
import { withNewDatabase } from '../../../support/new-database.ts';
import { eventually } from '../../../support/workplace.ts';

/** One computer of a firm, at which one person signs in after the other. */
export interface SharedDesk extends AsyncDisposable {
  readonly service: PracticeService;
  readonly engine: Engine;
  readonly workspace: Workspace;
  readonly matterId: MatterId;
  readonly engineDirectory: string;
  readonly directory: string;
  /**
   * Somebody of the firm's staff signs in, from here on at the service address `at`; with a subject, the tokens tell who, as the
   * issuer `by` knows them.
   */
  signIn(
    person: number,
    options?: {
      readonly tells?: boolean;
      readonly identity?: IdentityPolicy;
      readonly at?: string;
      readonly by?: string;
      /** No new sign-in: main says again what it said before. */
      readonly again?: boolean;
      /** The sign-in address, from here on. */
      readonly server?: string;
    },
  ): Promise<void>;
  /** The sign-in ended by itself. */
  signOut(): Promise<void>;
  /** The person signs out, and leaves what is kept. */
  leave(): Promise<void>;
  /** The engine ends and starts again with whatever sign-in there is. */
  restart(): Promise<void>;
  /** Links a matter, the desk's unless given, to a folder of this name, and answers it. */
  link(name: string, matterId?: MatterId): Promise<string>;
  save(folder: string, name: string, text: string): void;
  idOf(person: number): string;
  /** Who filed what under a name in a matter, the desk's unless given; oldest first. */
  filed(name: string, matterId?: MatterId): { readonly by: string; readonly text: string }[];
  states(workspace?: Workspace): string[];
  /** Paths of what was captured while there was no room to open the workspace in this directory. */
  capturedMeanwhile(directory: string): string[];
}

/**
 * Waits until the disk's clock has gone past this instant. Systems stamp files with the time of their last tick, up to some ten
 * milliseconds ago: what is saved at once after somebody came may bear a time at which they were not there yet.
 */
function nextTickOf(directory: string): void {
  const probe = join(directory, 'tick');
  const now = Date.now();
  do writeFileSync(probe, '');
  while (statSync(probe).ctimeMs <= now + 1);
}

const hash = (text: string): string => createHash('sha256').update(text).digest('hex');

export async function openSharedDesk(
  between: (ports: EnginePorts) => EnginePorts = (ports) => ports,
  {
    http = {},
    variants = {},
  }: { readonly http?: ServiceClientOptions['http']; readonly variants?: Partial<Variants> } = {},
): Promise<SharedDesk> {
  const directory = mkdtempSync(join(tmpdir(), 'matterline-desk-'));
  const engineDirectory = join(directory, 'engine');
  const service = await startPracticeService({
    ...{ directory: join(directory, 'service'), applyDelayMs: 20, variants },
  });
  const matterId = service.matterIds()[0] as MatterId;
  let signIns = 0;
  const now = {
    signIn: null as SignIn | null,
    left: false,
    token: '',
    identity: 'stated' as IdentityPolicy,
    at: service.baseUrl,
    server: 'its-address',
  };
  const texts = new Map<string, string>();
  const start = () =>
    new Engine(
      between(
        withNewDatabase(
          systemPorts(
            async (_rejected, signIn) =>
              signIn === now.signIn?.id ? ok(now.token) : err({ kind: 'signed-out' }),
            async () => [],
            { http: { exchange, ...http } },
          ),
        ),
      ),
      engineDirectory,
    );
  let engine = start();
  const configure = () =>
    engine.configure({
      connection: { baseUrl: now.at, apiKey: service.apiKey },
      signedIn: now.signIn !== null,
      signIn: now.signIn,
      left: now.left,
      signInServer: now.server,
      identity: now.identity,
      rootFolder: join(directory, 'matters'),
    });
  mkdirSync(join(directory, 'matters'));
  await configure();
  const workspaceOf = (): Workspace => {
    if (!engine.workspace) throw new Error('nothing is open');
    return engine.workspace;
  };
  const desk: SharedDesk = {
    service,
    matterId,
    engineDirectory,
    directory,
    get engine() {
      return engine;
    },
    get workspace() {
      return workspaceOf();
    },
    async signIn(person, options = {}) {
      const {
        tells = false,
        identity = 'stated',
        at = now.at,
        by = 'the-issuer',
        server = now.server,
      } = options;
      if (options.again) return configure();
      signIns += 1;
      const subjects = tells ? [`id:${hash(desk.idOf(person))}@${by}`] : [];
      now.signIn = { id: `sign-in-${signIns}`, subjects };
      now.left = false;
      now.token = service.tokensFor(person).accessToken;
      now.identity = identity;
      now.at = at;
      now.server = server;
      await configure();
      nextTickOf(directory);
    },
    async signOut() {
      now.signIn = null;
      await configure();
    },
    async leave() {
      now.signIn = null;
      now.left = true;
      await configure();
    },
    async restart() {
      await engine.stop();
      engine = start();
      await configure();
    },
    async link(name, of = matterId) {
      await expect.poll(() => workspaceOf().stores.matters.get(of), eventually).toBeDefined();
      workspaceOf().poller.look(of);
      await expect.poll(() => workspaceOf().stores.history.checkedAt(of, null), eventually).not.toBeNull();
      mkdirSync(join(directory, name));
      const others = engine.workspaces
        .filter((one) => one !== engine.workspace)
        .flatMap(({ stores }) => stores.links.all().map(({ path }) => path));
      const linked = await workspaceOf().linker.link(of, join(directory, name), [], others);
      if (!linked.ok) throw new Error(linked.error.what);
      workspaceOf().watches.add(of);
      return linked.value;
    },
    save(folder, name, text) {
      texts.set(hash(text), text);
      writeFileSync(join(folder, name), text);
    },
    idOf: (person) => service.people[person]?.staffId ?? '',
    filed: (name, of = matterId) =>
      service
        .filesOf(of)
        .filter(({ fileName }) => fileName === name)
        .flatMap(({ fileId }) => service.contentOf(of, fileId))
        .map(({ userId, sha256 }) => ({ by: userId, text: texts.get(sha256) ?? sha256 })),
    states: (workspace = workspaceOf()) =>
      workspace.stores.database.prepare<[], string>('SELECT state FROM save ORDER BY id').pluck().all(),
    capturedMeanwhile: (of) => {
      const side = new Database(join(of, 'meanwhile.db'), { readonly: true });
      try {
        return side.prepare<[], string>('SELECT path FROM save ORDER BY id').pluck().all();
      } finally {
        side.close();
      }
    },
    async [Symbol.asyncDispose]() {
      await engine.stop();
      await service.stop();
      rmSync(directory, { recursive: true, force: true });
    },
  };
  return desk;
}
