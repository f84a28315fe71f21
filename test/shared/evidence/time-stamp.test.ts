import { createHash, randomBytes } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { utf8 } from '../../../shared/evidence/bytes.ts';
import { certificateIn, checkStamp, stampRequest } from '../../../shared/evidence/time-stamp.ts';
import { openStampAuthority, openssl, type StampAuthority } from '../../support/stamp-authority.ts';

let authority: StampAuthority;
beforeAll(async () => {
  authority = await openStampAuthority();
});
afterAll(() => authority[Symbol.asyncDispose]());

const data = utf8('matterline/device/log\n7\nroot\n');
const own = (bytes: Buffer | Uint8Array) => Uint8Array.from(bytes);
const requestFor = (what = data, policy: string | null = null) =>
  stampRequest(own(createHash('sha256').update(what).digest()), own(randomBytes(8)), policy);
const derOf = (pem: string) => {
  const der = certificateIn(pem);
  if (!der) throw new Error('no certificate');
  return der;
};

test('a stamp of an authority made with openssl holds by its own certificate and by the one it was issued with, for us and for openssl', async () => {
  for (const policy of [null, '1.2.3.4.5']) {
    const request = requestFor(data, policy);
    const response = own(authority.reply(Buffer.from(request)));
    for (const pem of [authority.root, authority.certificate]) {
      const found = await checkStamp(response, { data, request, certificate: derOf(pem) });
      expect(found).toMatchObject({
        ok: true,
        value: { authority: 'Stamps of Example', policy: policy ?? '1.2.3.4.1' },
      });
      const at = found.ok ? Date.parse(found.value.at) : 0;
      expect(Math.abs(at - Date.now())).toBeLessThan(60_000);
    }
    const file = (name: string, bytes: Uint8Array) => writeFileSync(join(authority.directory, name), bytes);
    file('q.tsq', request);
    file('a.tsr', response);
    file('data', data);
    for (const how of [
      ['-queryfile', 'q.tsq'],
      ['-data', 'data'],
    ])
      expect(
        openssl(authority.directory, 'ts', '-verify', ...how, '-in', 'a.tsr', '-CAfile', 'root.pem'),
      ).toContain('Verification: OK');
  }
});

test('certificates that name each other in a ring are no way to an authority, and following them ends', async () => {
  const { directory, root } = authority;
  const run = (...args: readonly string[]) => openssl(directory, ...args);
  const key = ['-newkey', 'rsa:2048', '-nodes', '-sha256'];
  const issued = ['-days', '3650', '-sha256', '-extfile', 'tsa.cnf'];
  for (const name of ['A', 'B']) {
    const subject = ['-subj', `/CN=${name}`];
    run(
      'req',
      '-x509',
      ...key,
      '-keyout',
      `${name}.key`,
      '-out',
      `${name}0.pem`,
      ...subject,
      '-config',
      'tsa.cnf',
      '-extensions',
      'root',
    );
    run('req', '-new', '-key', `${name}.key`, '-out', `${name}.csr`, ...subject);
  }
  for (const [name, by] of [
    ['A', 'B'],
    ['B', 'A'],
  ] as const)
    run(
      'x509',
      '-req',
      '-in',
      `${name}.csr`,
      '-CA',
      `${by}0.pem`,
      '-CAkey',
      `${by}.key`,
      '-set_serial',
      '11',
      ...issued,
      '-extensions',
      'root',
      '-out',
      `${name}.pem`,
    );
  run('req', '-new', ...key, '-keyout', 'L.key', '-out', 'L.csr', '-subj', '/CN=Liar');
  run(
    'x509',
    '-req',
    '-in',
    'L.csr',
    '-CA',
    'A0.pem',
    '-CAkey',
    'A.key',
    '-set_serial',
    '13',
    ...issued,
    '-extensions',
    'stamps',
    '-out',
    'L.pem',
  );
  const text = (name: string) => readFileSync(join(directory, name), 'utf8');
  writeFileSync(join(directory, 'ring.pem'), text('A.pem') + text('B.pem'));
  const request = requestFor();
  writeFileSync(join(directory, 'ring.tsq'), request);
  run(
    'ts',
    '-reply',
    '-config',
    'tsa.cnf',
    '-section',
    'here',
    '-queryfile',
    'ring.tsq',
    '-signer',
    'L.pem',
    '-inkey',
    'L.key',
    '-chain',
    'ring.pem',
    '-out',
    'ring.tsr',
  );
  const response = own(readFileSync(join(directory, 'ring.tsr')));
  expect(await checkStamp(response, { data, request, certificate: derOf(root) })).toEqual({
    ok: false,
    error: 'not-of-the-authority',
  });
});

test('a stamp by an authority that was named by one that was not to name any is refused, by us as by openssl', async () => {
  const { directory, root } = authority;
  writeFileSync(
    join(directory, 'middle.cnf'),
    '[ middle ]\nbasicConstraints = critical,CA:true,pathlen:0\nkeyUsage = critical,keyCertSign\n',
  );
  const issued = (name: string, by: string, ...extensions: readonly string[]) => {
    openssl(
      directory,
      ...['req', '-new', '-newkey', 'rsa:2048', '-nodes', '-sha256', '-subj', `/CN=${name}`],
      ...['-keyout', `${name}.key`, '-out', `${name}.csr`],
    );
    openssl(
      directory,
      ...['x509', '-req', '-in', `${name}.csr`, '-CA', `${by}.pem`, '-CAkey', `${by}.key`, '-days', '30'],
      ...['-set_serial', '7', '-sha256', '-out', `${name}.pem`, ...extensions],
    );
  };
  const asMiddle = ['-extfile', 'middle.cnf', '-extensions', 'middle'];
  const asStamps = ['-extfile', 'tsa.cnf', '-extensions', 'stamps'];
  issued('middle', 'root', ...asMiddle);
  issued('next', 'middle', ...asMiddle);
  issued('right', 'middle', ...asStamps);
  issued('wrong', 'next', ...asStamps);
  const pem = (name: string) => readFileSync(join(directory, `${name}.pem`), 'utf8');
  writeFileSync(join(directory, 'chain.pem'), pem('next') + pem('middle'));
  const request = requestFor();
  writeFileSync(join(directory, 'q.tsq'), request);
  const verified = async (name: string) => {
    openssl(
      directory,
      ...['ts', '-reply', '-config', 'tsa.cnf', '-section', 'here', '-queryfile', 'q.tsq', '-out', 'a.tsr'],
      ...['-signer', `${name}.pem`, '-inkey', `${name}.key`, '-chain', 'chain.pem'],
    );
    const response = own(readFileSync(join(directory, 'a.tsr')));
    const found = await checkStamp(response, { data, request, certificate: derOf(root) });
    return found.ok ? 'ok' : found.error;
  };
  const byOpenssl = () =>
    openssl(directory, 'ts', '-verify', '-queryfile', 'q.tsq', '-in', 'a.tsr', '-CAfile', 'root.pem');
  expect(await verified('right')).toBe('ok');
  expect(byOpenssl()).toContain('Verification: OK');
  expect(await verified('wrong')).toBe('not-of-the-authority');
  expect(byOpenssl).toThrow('path length constraint exceeded');
});

test('answers that are no stamps on this, by this authority, to this question are refused, each for its own reason', async () => {
  await using other = await openStampAuthority();
  const request = requestFor();
  const certificate = derOf(authority.root);
  const checked = async (response: Uint8Array, against: Partial<Parameters<typeof checkStamp>[1]> = {}) => {
    const found = await checkStamp(own(response), { data, request, certificate, ...against });
    return found.ok ? 'ok' : found.error;
  };
  const good = authority.reply(Buffer.from(request));
  expect(await checked(good)).toBe('ok');
  expect(await checked(Buffer.from('<html>busy</html>'))).toBe('not-a-stamp');
  expect(await checked(good, { data: utf8('something else') })).toBe('of-something-else');
  expect(await checked(authority.reply(Buffer.from(requestFor())))).toBe('another-question');
  expect(await checked(good, { request: requestFor(data, '1.2.3.4.5') })).toBe('another-question');
  expect(await checked(other.reply(Buffer.from(request)))).toBe('not-of-the-authority');
  expect(await checked(good, { certificate: derOf(other.root) })).toBe('not-of-the-authority');
  expect(await checked(authority.reply(Buffer.from(requestFor(data, '1.9.9.9'))))).toBe('not-granted');
  const altered = Buffer.from(good);
  altered[altered.length - 5] = (altered.at(-5) ?? 0) ^ 1;
  expect(await checked(altered)).toBe('not-signed-by-it');
});

test('how far off a stamp may be by its own account is read, and one that cannot be right is none', async () => {
  const { directory, root } = authority;
  const configuration = readFileSync(join(directory, 'tsa.cnf'), 'utf8');
  const found = async (accuracy: string, altered: readonly [string, string] = ['', '']) => {
    writeFileSync(join(directory, 'tsa.cnf'), configuration.replace('accuracy = secs:1', accuracy));
    const request = requestFor();
    const hex = authority.reply(Buffer.from(request)).toString('hex');
    expect(hex).toContain(altered[0]);
    const response = own(Buffer.from(hex.replace(...altered), 'hex'));
    const checked = await checkStamp(response, { data, request, certificate: derOf(root) });
    return checked.ok ? checked.value.within : checked.error;
  };
  try {
    expect(await found('accuracy = secs:31536000')).toBe(31_536_000_000);
    expect(await found('accuracy = secs:2, millisecs:300, microsecs:1')).toBe(2_301);
    expect(await found('accuracy = millisecs:500')).toBe(500);
    expect(await found('')).toBe(null);
    // A number of eight bytes, one below nothing, and more than 999 thousandths.
    const long = 'accuracy = secs:31536000, millisecs:300';
    expect(await found(long, ['300a020401e133808002012c', '300a020801e133808002012c'])).toBe('not-a-stamp');
    expect(await found(long, ['020401e13380', '020481e13380'])).toBe('not-a-stamp');
    expect(await found(long, ['8002012c', '80027f2c'])).toBe('not-a-stamp');
    expect(await found(long, ['020401e13380', '020401e13381'])).toBe('not-signed-by-it');
  } finally {
    writeFileSync(join(directory, 'tsa.cnf'), configuration);
  }
});
