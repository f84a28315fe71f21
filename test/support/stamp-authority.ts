import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export type Answering = (request: Buffer, response: ServerResponse) => void;

/** A time-stamping authority that is not ours: `openssl ts`, with a certificate authority of its own, on loopback. */
export interface StampAuthority extends AsyncDisposable {
  readonly address: string;
  /** PEM of the certificate authority, and of the one that stamps. */
  readonly root: string;
  readonly certificate: string;
  readonly directory: string;
  /** How it answers from now on; null for properly. */
  answers(how: Answering | null): void;
  /** What it answered last, and how many questions it had. */
  readonly asked: number;
  /** As `openssl ts -reply` answers this question. */
  reply(request: Buffer): Buffer;
}

export function openssl(directory: string, ...args: readonly string[]): string {
  const run = spawnSync('openssl', [...args], { cwd: directory, encoding: 'utf8' });
  if (run.status !== 0) throw new Error(`openssl ${args.join(' ')}: ${run.stderr}`);
  return run.stdout + run.stderr;
}

const configuration = `
[ tsa ]
default_tsa = here
[ here ]
serial = serial
signer_digest = sha256
default_policy = 1.2.3.4.1
other_policies = 1.2.3.4.5
digests = sha256
accuracy = secs:1
ess_cert_id_chain = no
ess_cert_id_alg = sha256
[ root ]
basicConstraints = critical,CA:true
keyUsage = critical,keyCertSign,cRLSign
subjectKeyIdentifier = hash
[ stamps ]
basicConstraints = critical,CA:false
keyUsage = critical,digitalSignature
extendedKeyUsage = critical,timeStamping
`;

export async function openStampAuthority(name = 'Stamps of Example'): Promise<StampAuthority> {
  const directory = mkdtempSync(join(tmpdir(), 'matterline-stamps-'));
  writeFileSync(join(directory, 'tsa.cnf'), configuration);
  writeFileSync(join(directory, 'serial'), '01');
  const key = ['-newkey', 'rsa:2048', '-nodes', '-sha256'];
  openssl(
    directory,
    ...['req', '-x509', ...key, '-keyout', 'root.key', '-out', 'root.pem', '-days', '3650'],
    ...['-subj', `/CN=Root of ${name}`, '-config', 'tsa.cnf', '-extensions', 'root'],
  );
  openssl(directory, 'req', '-new', ...key, '-keyout', 'tsa.key', '-out', 'tsa.csr', '-subj', `/CN=${name}`);
  openssl(
    directory,
    ...['x509', '-req', '-in', 'tsa.csr', '-CA', 'root.pem', '-CAkey', 'root.key', '-set_serial', '2'],
    ...['-days', '3650', '-sha256', '-extfile', 'tsa.cnf', '-extensions', 'stamps', '-out', 'tsa.pem'],
  );
  const reply = (request: Buffer): Buffer => {
    writeFileSync(join(directory, 'question.tsq'), request);
    openssl(
      directory,
      ...['ts', '-reply', '-config', 'tsa.cnf', '-section', 'here', '-queryfile', 'question.tsq'],
      ...['-signer', 'tsa.pem', '-inkey', 'tsa.key', '-out', 'answer.tsr'],
    );
    return readFileSync(join(directory, 'answer.tsr'));
  };
  let how: Answering | null = null;
  let asked = 0;
  const server = createServer((request: IncomingMessage, response: ServerResponse) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      asked += 1;
      const question = Buffer.concat(chunks);
      if (how) return how(question, response);
      response.setHeader('content-type', 'application/timestamp-reply');
      response.end(reply(question));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}/stamps`,
    root: readFileSync(join(directory, 'root.pem'), 'utf8'),
    certificate: readFileSync(join(directory, 'tsa.pem'), 'utf8'),
    directory,
    answers: (next) => {
      how = next;
    },
    get asked() {
      return asked;
    },
    reply,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      rmSync(directory, { recursive: true, force: true });
    },
  };
}
