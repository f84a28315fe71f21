import { createHash } from 'node:crypto';
import { mkdtemp, writeFile } from 'node:fs/promises';
import { createServer, type RequestOptions, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { configureRequestUrl, type DownloadOptions, HttpExecutor } from 'builder-util-runtime';
import { NsisUpdater } from 'electron-updater';
import { expect, onTestFinished, test } from 'vitest';
import { updaterFeed } from '../../../main/updates/updater-feed.ts';

const installer = Buffer.from('The next version.');

/** electron-updater asks through Electron's network; here through Node's. */
class NodeExecutor extends HttpExecutor<ReturnType<typeof request>> {
  createRequest(options: RequestOptions, callback: (response: unknown) => void) {
    return request(options, callback);
  }

  /** As Electron's does it. */
  download(url: URL, destination: string, options: DownloadOptions): Promise<string> {
    return options.cancellationToken.createPromise<string>((resolve, reject, onCancel) => {
      const callback = (error: Error | null) => (error ? reject(error) : resolve(destination));
      const how = { destination, options, onCancel, callback, responseHandler: null };
      this.doDownload(configureRequestUrlFrom(url), how, 0);
    });
  }
}

const configureRequestUrlFrom = (url: URL): RequestOptions => {
  const options: RequestOptions = {};
  configureRequestUrl(url, options);
  return options;
};

/** A plain folder on loopback with a newer version, and the updater of a version 1.0.0. */
async function folder(change: { version?: string; staging?: number; sha512?: string; signed?: boolean }) {
  const { version = '2.0.0', staging, sha512, signed = true } = change;
  const sum = sha512 ?? createHash('sha512').update(installer).digest('base64');
  const latest = [
    `version: ${version}`,
    'files:',
    '  - url: Matterline-Setup.exe',
    `    sha512: ${sum}`,
    `    size: ${installer.length}`,
    ...(staging === undefined ? [] : [`stagingPercentage: ${staging}`]),
  ].join('\n');
  const asked: string[] = [];
  const server = createServer(({ url = '' }, response) => {
    asked.push(url.replace(/\?.*/, ''));
    response.end(/^\/latest\S*\.yml/.test(url) ? latest : url.endsWith('.exe') ? installer : '');
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const directory = await mkdtemp(path.join(tmpdir(), 'matterline-updates-'));
  await writeFile(
    path.join(directory, 'app-update.yml'),
    'provider: generic\nurl: x\npublisherName: Maker\n',
  );
  const updater = new NsisUpdater(null, {
    version: '1.0.0',
    name: 'Matterline',
    isPackaged: true,
    appUpdateConfigPath: path.join(directory, 'app-update.yml'),
    userDataPath: directory,
    baseCachePath: directory,
    whenReady: async () => {},
    relaunch: () => expect.unreachable(),
    quit: () => expect.unreachable(),
    onQuit: () => {},
  });
  Object.assign(updater, { httpExecutor: new NodeExecutor(), disableDifferentialDownload: true });
  updater.setFeedURL({
    provider: 'generic',
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
  });
  const makers: string[][] = [];
  updater.verifyUpdateCodeSignature = async (names) => (makers.push(names), signed ? null : 'somebody else');
  const logged: string[] = [];
  const feed = updaterFeed(updater, (line) => void logged.push(line));
  return { feed, asked, makers, logged };
}

test('a newer version in a plain folder is found, fetched and looked at for its maker’s signature', async () => {
  const { feed, makers } = await folder({});
  expect(await feed.newer()).toEqual({ ok: true, value: '2.0.0' });
  expect(await feed.fetch()).toEqual({ ok: true, value: undefined });
  expect(makers).toEqual([['Maker']]);
});

test('looking alone fetches nothing', async () => {
  const { feed, asked } = await folder({});
  await feed.newer();
  expect(asked).toEqual([expect.stringMatching(/^\/latest.*\.yml$/)]);
});

test.each(['1.0.0', '0.9.0'])('version %s is not newer', async (version) => {
  const { feed } = await folder({ version });
  expect(await feed.newer()).toEqual({ ok: true, value: null });
});

test('a roll-out that has not come to this computer is not taken', async () => {
  const none = await folder({ staging: 0 });
  expect(await none.feed.newer()).toEqual({ ok: true, value: null });
  const all = await folder({ staging: 100 });
  expect(await all.feed.newer()).toEqual({ ok: true, value: '2.0.0' });
});

test('what somebody else signed, or is not what was announced, is refused in words', async () => {
  const forged = await folder({ signed: false });
  await forged.feed.newer();
  expect(await forged.feed.fetch()).toEqual({
    ok: false,
    error: 'The update is not signed by its publisher.',
  });
  const changed = await folder({ sha512: createHash('sha512').update('other').digest('base64') });
  await changed.feed.newer();
  expect(await changed.feed.fetch()).toEqual({
    ok: false,
    error: 'What was fetched is not what was announced.',
  });
});
