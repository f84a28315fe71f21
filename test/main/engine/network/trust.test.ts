import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { describe } from '../../../../main/engine/service/describe-error.ts';
import { trustComputersAuthorities } from '../../../../main/engine/service/network/trust.ts';
import { authority, authorityFile, firmService } from '../../../support/office-network.ts';

const script = fileURLToPath(new URL('./ask-over-tls.ts', import.meta.url));

async function ask(port: number, environment: NodeJS.ProcessEnv, how = ''): Promise<unknown> {
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [script, `https://localhost:${port}/`, how],
    {
      env: { ...process.env, NODE_EXTRA_CA_CERTS: '', ...environment },
    },
  );
  return JSON.parse(stdout);
}

test('somebody between us and the service with a certificate nobody vouches for is refused, in clear words', async () => {
  await using service = await firmService((_request, response) => response.end('never'));
  const answer = await ask(service.port, {});
  expect(answer).toMatchObject({ ok: false, error: { kind: 'offline', why: 'not-trusted' } });
  const words = describe({ operation: 'matters.list', kind: 'offline', code: '', why: 'not-trusted' });
  expect(words.why).toContain('could not be confirmed');
  expect(words.next).toContain('certificate');
});

// Linux keeps its authorities in a file that OpenSSL, and so Node, lets the environment name.
test.runIf(process.platform === 'linux')(
  'an authority that this computer trusts is trusted, and only because of this',
  async () => {
    await using service = await firmService((_request, response) => response.end('hello'));
    const installed = { SSL_CERT_FILE: authorityFile };
    expect(await ask(service.port, installed)).toMatchObject({ ok: true, value: { body: 'hello' } });
    expect(await ask(service.port, installed, 'bundled-only')).toMatchObject({ ok: false });
  },
);

test('the authorities of the computer come on top of those of the runtime, each once', async () => {
  const set: string[][] = [];
  const count = await trustComputersAuthorities({
    getCACertificates: (type) => (type === 'system' ? [authority, 'bundled', authority] : ['bundled']),
    setDefaultCACertificates: (certificates) => void set.push(certificates as string[]),
  });
  expect(count).toBe(2);
  expect(set).toEqual([['bundled', authority]]);
});

test('others have their turn between reading the authorities and taking them over', async () => {
  const turns: string[] = [];
  await trustComputersAuthorities({
    getCACertificates: (type) => {
      if (type === 'system') setImmediate(() => turns.push('another'));
      turns.push(type ?? '');
      return [];
    },
    setDefaultCACertificates: () => void turns.push('taken over'),
  });
  expect(turns).toEqual(['system', 'another', 'default', 'taken over']);
});

test('a runtime without the choice, or a store that cannot be read, leaves the runtime’s own', async () => {
  expect(await trustComputersAuthorities({})).toBe(null);
  const failing = () => {
    throw new Error('no store');
  };
  expect(
    await trustComputersAuthorities({
      getCACertificates: failing,
      setDefaultCACertificates: () => expect.unreachable(),
    }),
  ).toBe(null);
});
