import { copyFile, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { hartley } from '../app/firm.ts';
import { signInOnPage } from '../contract/sign-in.ts';
import {
  authorityFile,
  browserStore,
  firmFront,
  officeProxy,
  plainService,
  proxyScript,
  serviceName,
  storageName,
} from '../support/office-network.ts';
import { Office } from './support/office.ts';
import { packedLaunch, packingWithin } from './support/packed.ts';
import { foundIn, writtenBelow } from './support/written.ts';

const password = 'pä:ss wörd@%2F';

/**
 * An office network as many are: a proxy script, a proxy that wants a name and password, and a service whose certificate
 * only the firm's own authority vouches for. The names of the services are known to nobody but the proxy.
 */
async function inOfficeNetwork({ trusted }: { trusted: boolean }) {
  const stack = new AsyncDisposableStack();
  const program = await packedLaunch('test');
  const fronts = new Map<string, Awaited<ReturnType<typeof firmFront>>>();
  const proxy = stack.use(await officeProxy((host) => fronts.get(host)?.port ?? 1, `ann lee:${password}`));
  const script = stack.use(
    await proxyScript(`function FindProxyForURL() { return 'PROXY 127.0.0.1:${proxy.port}'; }`),
  );
  const environment = {
    ...program.environment,
    auto_proxy: `http://127.0.0.1:${script.port}/proxy.pac`,
    ...(trusted && { SSL_CERT_FILE: authorityFile }),
  };
  const office = stack.use(await Office.open({}, { ...program, environment }));
  const { service } = office.firm;
  for (const [name, address] of [
    [serviceName, service.baseUrl],
    [storageName, service.authUrl],
  ] as const) {
    fronts.set(name, stack.use(await firmFront(Number(new URL(address).port))));
  }
  if (trusted) {
    const store = join(office.computer.directory, 'home', '.pki', 'nssdb');
    await mkdir(store, { recursive: true });
    await copyFile(browserStore, join(store, 'cert9.db'));
  }
  const rootFolder = await office.computer.makeFolder('Matters');
  await office.computer.startApp({
    ...office.firm.connection(),
    baseUrl: `https://${serviceName}${new URL(service.baseUrl).pathname}`,
    authUrl: `https://${storageName}`,
    rootFolder,
  });
  const { page } = office;
  return {
    office,
    proxy,
    page,
    /** Signs in on the page that the program opens, as far as the way back to it. */
    async goThroughBrowser() {
      await page.getByRole('button', { name: 'Sign in' }).click();
      await page.getByRole('heading', { name: 'Continue in your browser' }).waitFor();
      const address = await page.getByLabel('Sign-in page').inputValue();
      await office.computer.startSecondApp((await signInOnPage(service, address)).href);
    },
    async answerProxy(given: string) {
      const asked = page.getByRole('dialog', { name: 'Your network asks for a name and password' });
      await asked.getByLabel('Name').fill('ann lee');
      await asked.getByLabel('Password').fill(given);
      await asked.getByRole('button', { name: 'Sign in to the proxy' }).click();
    },
    told: () => page.getByRole('alert').innerText(),
    tunnels: () => [...fronts].map(([name, front]) => [name, front.opened()]),
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  };
}

test(
  'the packed program connects to no service without encryption, whatever its connection file says',
  async () => {
    await using office = await Office.open({}, await packedLaunch('test'));
    const asked: string[] = [];
    await using plain = await plainService((url) => asked.push(url));
    // A name of this computer, but not the address that alone may go without.
    await office.computer.startApp({
      ...office.firm.connection(),
      baseUrl: `http://localhost:${plain.port}`,
      authUrl: `http://localhost:${plain.port}`,
    });
    await office.page.getByRole('alert').getByText('does not begin with https://').waitFor();
    expect(asked).toEqual([]);
  },
  packingWithin,
);

describe('in an office network, the packed program', () => {
  let network: Awaited<ReturnType<typeof inOfficeNetwork>>;
  afterEach(() => network[Symbol.asyncDispose]());

  test(
    'asks for the proxy’s password during sign-in, goes on with it, and files, by the firm’s own authority',
    async () => {
      network = await inOfficeNetwork({ trusted: true });
      const { office, page, proxy } = network;
      await network.goThroughBrowser();
      await network.answerProxy('wrong');
      await page.getByText('did not take the name and password given before').waitFor();
      await network.answerProxy(password);
      await office.window.mattersHeading.waitFor();

      const folder = await office.openLinked(hartley);
      await writeFile(join(folder, 'Note.txt'), 'Through the proxy.');
      await office.window.documentIn('Filed', 'Note.txt', 1);
      // A password that was refused is never tried again by itself.
      expect(proxy.asked.filter(({ shown }) => shown === 'ann lee:wrong')).toHaveLength(1);
      expect(new Set(proxy.asked.map(({ to }) => to))).toEqual(
        new Set([`${serviceName}:443`, `${storageName}:443`]),
      );
      const files = await writtenBelow(join(office.computer.directory, 'home'));
      expect(foundIn(files, [password, Buffer.from(password).toString('latin1')])).toEqual([]);
    },
    packingWithin,
  );

  test(
    'sends nothing to somebody in between, whose certificate nobody here vouches for',
    async () => {
      network = await inOfficeNetwork({ trusted: false });
      const { page } = network;
      await network.goThroughBrowser();
      await network.answerProxy(password);
      await page.getByRole('heading', { name: 'Sign in to Matterline' }).waitFor();
      expect(await network.told()).toContain('certificate that this computer does not trust');
      expect(network.tunnels()).toEqual([
        [serviceName, 0],
        [storageName, 0],
      ]);
    },
    packingWithin,
  );
});
