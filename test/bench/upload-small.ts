import { execFile, fork } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { copyFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { documentsAtOnce } from '../../main/engine/features/upload/lanes.ts';
import type { Bar } from './bar.ts';
import type { Uploaded, UploadOrder } from './bare-uploads.ts';
import { median, messageFrom, rounded } from './figures.ts';
import { type Office, openOffice } from './office.ts';

const count = 1_000;
const bytes = 50 * 1024;
const rounds = 5;

/**
 * 1,000 documents of 50 KB to a service without a limit of requests: the engine against a loop that only announces and
 * sends with as many at once, and against curl, which only sends. Medians of rounds, turn by turn.
 */
export async function uploadSmall(): Promise<Bar[]> {
  await using office = await openOffice(rounds * 4);
  const files = makeFiles(office.directory);
  const bare: number[] = [];
  const curl: number[] = [];
  const captured: number[] = [];
  const saved: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    bare.push((await peer(office, files, false)).seconds);
    captured.push(await capturedToSent(office, files));
    saved.push(await savedToSent(office, files));
    curl.push(await withCurl(office, files));
  }
  return [
    bar('captured to sent', captured, 'a bare got loop', bare, 0.7),
    bar('saved to sent', saved, 'a bare got loop', bare, 0.4),
    bar('captured to sent', captured, 'curl -Z --parallel-max 8, content only', curl, null),
  ];
}

function makeFiles(directory: string): string[] {
  mkdirSync(join(directory, 'originals'));
  return Array.from({ length: count }, (_, index) => {
    const path = join(directory, 'originals', `Letter ${index}.docx`);
    writeFileSync(path, randomBytes(bytes));
    return path;
  });
}

async function peer(office: Office, files: readonly string[], announceOnly: boolean): Promise<Uploaded> {
  const child = fork(new URL('./bare-uploads.ts', import.meta.url), { execArgv: [] });
  const { address } = office;
  const matterId = await office.nextMatter();
  const order: UploadOrder = { address, matterId, files, atOnce: documentsAtOnce(null), announceOnly };
  child.send(order);
  return messageFrom<Uploaded>(child);
}

/** Everything is in the outbox; from then until the last is sent. */
async function capturedToSent(office: Office, files: readonly string[]): Promise<number> {
  const { client } = office.engine;
  const matterId = await office.nextMatter();
  const folder = await office.link(matterId);
  await client.engine.pause({ paused: true });
  for (const file of files) copyFileSync(file, join(folder, file.slice(file.lastIndexOf('/') + 1)));
  await office.until(matterId, count, (save) => save.state === 'waiting');
  const startedAt = Date.now();
  await client.engine.pause({ paused: false });
  return secondsUntilSent(office, matterId, startedAt);
}

/** From the first file appearing in the folder until the last is sent. */
async function savedToSent(office: Office, files: readonly string[]): Promise<number> {
  const matterId = await office.nextMatter();
  const folder = await office.link(matterId);
  const startedAt = Date.now();
  for (const file of files) copyFileSync(file, join(folder, file.slice(file.lastIndexOf('/') + 1)));
  return secondsUntilSent(office, matterId, startedAt);
}

async function secondsUntilSent(
  office: Office,
  matterId: Awaited<ReturnType<Office['nextMatter']>>,
  startedAt: number,
): Promise<number> {
  await office.until(matterId, count, (save) => save.sentAt !== null);
  const last = Math.max(...office.saves(matterId).map((save) => save.sentAt ?? 0));
  // What follows must not be measured with the next.
  await office.until(matterId, count, (save) => save.state === 'filed');
  await office.engine.client.folders.unlink({ matterId });
  return (last - startedAt) / 1000;
}

async function withCurl(office: Office, files: readonly string[]): Promise<number> {
  const { uploadUrls } = await peer(office, files, true);
  const orders = files.map((file, index) => `upload-file = "${file}"\nurl = "${uploadUrls[index]}"\n`);
  const path = join(office.directory, 'curl');
  const header = 'header = "Content-Type;"\n';
  writeFileSync(path, `${header}${orders.join('')}`);
  const start = performance.now();
  await promisify(execFile)('curl', ['-s', '-S', '-f', '-Z', '--parallel-max', '8', '-K', path]);
  return (performance.now() - start) / 1000;
}

function bar(
  what: string,
  ours: readonly number[],
  peerName: string,
  theirs: readonly number[],
  atLeast: number | null,
): Bar {
  const ratio = rounded(median(theirs) / median(ours));
  return {
    bench: 'upload-small',
    what: `${count} documents of 50 KB, ${what}`,
    value: Math.round(count / median(ours)),
    unit: 'documents/s',
    against: `${peerName}: ${Math.round(count / median(theirs))} documents/s`,
    ratio,
    limit: atLeast === null ? 'only shown' : `at least ${atLeast}`,
    holds: atLeast === null || ratio >= atLeast,
  };
}
