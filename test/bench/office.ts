import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import Database from 'better-sqlite3';
import type { Save } from '../../main/engine/store/save.ts';
import type { MatterId } from '../../shared/model/index.ts';
import { type EngineProcess, startEngineProcess } from '../support/engine-process.ts';
import { control as controlled } from './control.ts';
import { messageFrom } from './figures.ts';
import type { AnsweredRequest, PracticeAddress } from './practice-process.ts';

/** Requests a second when the measurement is not about the service's limit. */
const noLimit = { perSecond: 1_000_000, burst: 1_000_000 };

type Times = Pick<Save, 'kind' | 'state' | 'capturedAt' | 'announcedAt' | 'sentAt'>;

/** The engine and a practice service, each in a process of its own as in real life. */
export interface Office extends AsyncDisposable {
  readonly directory: string;
  readonly address: PracticeAddress;
  readonly engine: EngineProcess;
  /** A matter nothing was filed in yet. */
  nextMatter(): Promise<MatterId>;
  /** Links a matter to a folder of its own; its path. */
  link(matterId: MatterId): Promise<string>;
  /** The times of a matter's saves, in the order they were made. */
  saves(matterId: MatterId): Times[];
  /** Waits until so many saves of a matter are as asked. */
  until(matterId: MatterId, count: number, isSo: (save: Times) => boolean): Promise<void>;
  /** What the service answered since the last time this was asked. */
  requests(): Promise<AnsweredRequest[]>;
  control(method: string, path: string, body?: unknown): Promise<unknown>;
}

export async function openOffice(
  matters: number,
  how: { readonly limit?: 'none' | 'default'; readonly engineFlags?: readonly string[] } = {},
): Promise<Office> {
  const directory = mkdtempSync(join(tmpdir(), 'matterline-bench-'));
  mkdirSync(join(directory, 'matters'));
  const service = fork(new URL('./practice-process.ts', import.meta.url), [String(matters)]);
  const address: PracticeAddress = await messageFrom(service);
  const control = (method: string, path: string, body?: unknown) => controlled(address, method, path, body);
  await control('PUT', '/apply-delay', { milliseconds: 20 });
  const engine = startEngineProcess(join(directory, 'engine'), address.token, {
    execArgv: how.engineFlags ?? [],
  });
  const { client } = engine;
  const { baseUrl, apiKey } = address;
  await client.configure({
    connection: { baseUrl, apiKey },
    signedIn: true,
    rootFolder: join(directory, 'matters'),
    requestLimit: how.limit === 'default' ? null : noLimit,
  });
  const unused = (await control('GET', '/matters')) as MatterId[];
  const [workspace] = readdirSync(join(directory, 'engine'));
  const database = new Database(join(directory, 'engine', workspace ?? '', 'matterline.db'), {
    readonly: true,
  });
  const times = database.prepare<[string], Times>(
    `SELECT kind, state, captured_at AS capturedAt, announced_at AS announcedAt, sent_at AS sentAt
     FROM save WHERE matter_id = ? ORDER BY id`,
  );
  const saves = (matterId: MatterId) => times.all(matterId);
  return {
    directory,
    address,
    engine,
    saves,
    control,
    async nextMatter() {
      const matterId = unused.pop();
      if (!matterId) throw new Error('there are too few matters');
      while (!(await client.engine.matters.get({ matterId }).catch(() => null))) await sleep(50);
      return matterId;
    },
    link: async (matterId) => (await client.folders.link({ matterId, path: null })).path,
    async until(matterId, count, isSo) {
      while (saves(matterId).filter(isSo).length < count) await sleep(200);
    },
    async requests() {
      service.send('requests');
      return messageFrom<AnsweredRequest[]>(service);
    },
    async [Symbol.asyncDispose]() {
      database.close();
      await engine.stop();
      await endOf(service);
      rmSync(directory, { recursive: true, force: true });
    },
  };
}

async function endOf(service: ChildProcess): Promise<void> {
  service.disconnect();
  await once(service, 'exit');
}
