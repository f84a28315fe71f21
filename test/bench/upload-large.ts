import { execFile } from 'node:child_process';
import { randomBytes, randomUUID } from 'node:crypto';
import { closeSync, copyFileSync, fsyncSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import type { Bar } from './bar.ts';
import { median, rounded } from './figures.ts';
import { type Office, openOffice } from './office.ts';

const bytes = 1024 ** 3;
const rounds = 5;
/** The most that the engine may grow while it sends, in megabytes. */
const growthLimit = 64;

interface Sending {
  readonly sending: number;
  readonly savedToSent: number;
  /** Megabytes of resident memory at its highest while sending, above what it was before the document was there. */
  readonly growth: number;
}

/** One document of 1 GiB against `curl -T` to the same storage: medians of rounds, turn by turn. */
export async function uploadLarge(): Promise<Bar[]> {
  await using office = await openOffice(rounds * 2);
  const original = join(office.directory, 'Recording.mp4');
  write(original);
  const curl: number[] = [];
  const ours: Sending[] = [];
  for (let round = 0; round < rounds; round += 1) {
    curl.push(await withCurl(office, original));
    ours.push(await withEngine(office, original));
  }
  const growth = Math.max(...ours.map((one) => one.growth));
  return [
    bar('sending', median(ours.map((one) => one.sending)), median(curl), 1.2),
    bar('saved to sent', median(ours.map((one) => one.savedToSent)), median(curl), 2.5),
    {
      bench: 'upload-large',
      what: 'growth of the engine while sending 1 GiB, highest of all rounds',
      value: Math.round(growth),
      unit: 'MiB',
      against: `flat memory: ${growthLimit} MiB`,
      ratio: rounded(growth / growthLimit),
      limit: 'under 1',
      holds: growth < growthLimit,
    },
  ];
}

function write(path: string): void {
  const file = openSync(path, 'w');
  const chunk = 16 * 1024 ** 2;
  for (let written = 0; written < bytes; written += chunk) writeSync(file, randomBytes(chunk));
  closeSync(file);
}

async function withCurl({ address, directory, nextMatter }: Office, original: string): Promise<number> {
  const { baseUrl, apiKey, token } = address;
  const answer = await fetch(`${baseUrl}/matters/${await nextMatter()}/documents/files/${randomUUID()}`, {
    method: 'PUT',
    headers: { 'x-api-key': apiKey, authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ fileName: 'Recording.mp4', folderId: null }),
  });
  const { uploadUrl } = (await answer.json()) as { uploadUrl: string };
  await quietDisk();
  // As when the engine sends, a document and its copy in a vault were just written, and the copy is on disk: storage that writes
  // to the same disk, into memory that was not used before, takes up to twice as long, whoever sends to it.
  const copies = [join(directory, 'Saved.mp4'), join(directory, 'Kept.mp4')] as const;
  for (const copy of copies) copyFileSync(original, copy);
  const kept = openSync(copies[1], 'r+');
  fsyncSync(kept);
  closeSync(kept);
  const start = performance.now();
  await promisify(execFile)('curl', ['-s', '-S', '-f', '-H', 'Content-Type;', '-T', original, uploadUrl]);
  const took = (performance.now() - start) / 1000;
  for (const copy of copies) rmSync(copy);
  return took;
}

async function withEngine(office: Office, original: string): Promise<Sending> {
  const { process, client } = office.engine;
  const matterId = await office.nextMatter();
  const folder = await office.link(matterId);
  const before = resident(process.pid);
  await quietDisk();
  const copy = join(folder, 'Recording.mp4');
  copyFileSync(original, copy);
  // Another content each time: a vault that has it already would have less to do.
  const file = openSync(copy, 'r+');
  writeSync(file, randomBytes(1024));
  closeSync(file);
  const savedAt = Date.now();
  await office.until(matterId, 1, (save) => save.state !== 'waiting');
  let highest = 0;
  while (office.saves(matterId)[0]?.sentAt === null) {
    highest = Math.max(highest, resident(process.pid));
    await sleep(20);
  }
  const [save] = office.saves(matterId);
  await office.until(matterId, 1, ({ state }) => state === 'filed');
  await client.folders.unlink({ matterId });
  rmSync(copy);
  const sentAt = save?.sentAt ?? Number.NaN;
  return {
    sending: (sentAt - (save?.announcedAt ?? Number.NaN)) / 1000,
    savedToSent: (sentAt - savedAt) / 1000,
    growth: (highest - before) / 1024 ** 2,
  };
}

/** What was written for the measurement before is on disk, so that this one does not wait for it. */
const quietDisk = () => promisify(execFile)('sync');

/** Bytes of memory a process holds; Linux alone tells it this way. */
function resident(pid: number | undefined): number {
  const kilobytes = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
  return Number(kilobytes) * 1024;
}

function bar(what: string, ours: number, theirs: number, atMost: number): Bar {
  const ratio = rounded(ours / theirs);
  return {
    bench: 'upload-large',
    what: `1 GiB, ${what}`,
    value: rounded(ours),
    unit: 's',
    against: `curl -T to the same storage: ${rounded(theirs)} s`,
    ratio,
    limit: `at most ${atMost}`,
    holds: ratio <= atMost,
  };
}
