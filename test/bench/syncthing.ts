import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/** One run of the peer over a folder. */
export interface SyncthingRun {
  /** Seconds from the start of the process until its first scan was over. */
  readonly untilScanned: number;
  /** Seconds of the scan alone. */
  readonly scan: number;
  readonly process: ChildProcess;
  stop(): Promise<void>;
}

const environment = { ...process.env, STNOUPGRADE: '1', STNODEFAULTFOLDER: '1' };

export function isSyncthingHere(): boolean {
  try {
    execFileSync('syncthing', ['--version']);
    return true;
  } catch {
    return false;
  }
}

/** A configuration that talks to nobody: no discovery, relays, reports or updates, and its page on loopback only. */
export async function configureSyncthing(home: string, folder: string): Promise<void> {
  execFileSync('syncthing', ['generate', '--home', home, '--no-default-folder', '--skip-port-probing'], {
    env: environment,
  });
  const file = join(home, 'config.xml');
  const set = (xml: string, name: string, value: string) =>
    xml.replaceAll(new RegExp(`<${name}>[^<]*</${name}>`, 'g'), `<${name}>${value}</${name}>`);
  let xml = readFileSync(file, 'utf8');
  for (const name of [
    'globalAnnounceEnabled',
    'localAnnounceEnabled',
    'relaysEnabled',
    'natEnabled',
    'crashReportingEnabled',
    'startBrowser',
  ]) {
    xml = set(xml, name, 'false');
  }
  xml = set(xml, 'autoUpgradeIntervalH', '0');
  xml = set(xml, 'urAccepted', '-1');
  xml = set(xml, 'listenAddress', 'tcp://127.0.0.1:0');
  xml = set(xml, 'address', `127.0.0.1:${await freePort()}`);
  const folderXml = `<folder id="bench" label="bench" path="${folder}" type="sendreceive" rescanIntervalS="3600"
    fsWatcherEnabled="true"></folder>`;
  xml = xml.replace('</version>', '').replace(/(<configuration[^>]*>)/, `$1${folderXml}`);
  writeFileSync(file, xml);
}

/** Runs it until its first scan of the folder is over. */
export async function runSyncthing(home: string): Promise<SyncthingRun> {
  const xml = readFileSync(join(home, 'config.xml'), 'utf8');
  const address = /<gui[\s\S]*?<address>([^<]+)</.exec(xml)?.[1];
  const key = /<apikey>([^<]+)</.exec(xml)?.[1] ?? '';
  const startedAt = performance.now();
  const child = spawn('syncthing', ['serve', '--home', home, '--no-browser', '--no-restart'], {
    env: environment,
    stdio: 'ignore',
  });
  const ended = once(child, 'exit');
  for (let since = 0; ; ) {
    if (child.exitCode !== null) throw new Error(`syncthing ended with ${child.exitCode}`);
    const events = await changesOfState(`http://${address}/rest/events`, key, since);
    for (const { id, data } of events) {
      since = id;
      if (data.folder !== 'bench' || data.from !== 'scanning') continue;
      return {
        untilScanned: (performance.now() - startedAt) / 1000,
        scan: data.duration,
        process: child,
        async stop() {
          child.kill();
          await ended;
        },
      };
    }
    if (events.length === 0) await sleep(10);
  }
}

interface StateChange {
  readonly id: number;
  readonly data: { readonly folder: string; readonly from: string; readonly duration: number };
}

async function changesOfState(url: string, key: string, since: number): Promise<StateChange[]> {
  try {
    const answer = await fetch(`${url}?events=StateChanged&timeout=60&since=${since}`, {
      headers: { 'X-API-Key': key },
    });
    return answer.ok ? ((await answer.json()) as StateChange[]) : [];
  } catch {
    // It does not listen yet.
    return [];
  }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  return address !== null && typeof address === 'object' ? address.port : 0;
}
