import { renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { EnginePorts } from '../../../../main/engine/compose.ts';
import { type Exchange, exchange } from '../../../../main/engine/service/exchange.ts';
import type { Database } from '../../../../main/engine/store/database.ts';
import { openWorkplace } from '../../../support/workplace.ts';

/** What the custody log says, as far as it is on disk: a look at the disk makes safe what was written before it began. */
function slowLog() {
  let database: Database | null = null;
  let onDisk = 0;
  const lastEntry = () =>
    database?.prepare<[], number>('SELECT coalesce(max(seq), 0) FROM custody').pluck().get() ?? 0;
  const between = (ports: EnginePorts): EnginePorts => ({
    ...ports,
    files: {
      ...ports.files,
      async sync(path) {
        const written = path.endsWith('-wal') ? lastEntry() : 0;
        await ports.files.sync(path);
        if (!path.endsWith('-wal')) return;
        await new Promise((resolve) => setTimeout(resolve, 50));
        onDisk = Math.max(onDisk, written);
      },
    },
    async openDatabase(directory) {
      database = await ports.openDatabase(directory);
      return database;
    },
  });
  const saysOnDisk = (name: string): string[] =>
    database
      ?.prepare<[string, number], string>(`SELECT kind FROM custody WHERE name = ? AND seq <= ? ORDER BY seq`)
      .pluck()
      .all(name, onDisk) ?? [];
  return { between, saysOnDisk };
}

test('what the custody log says is written before something happens is on disk before it happens', async () => {
  const { between, saysOnDisk } = slowLog();
  const seen: { readonly what: string; readonly onDisk: string[] }[] = [];
  const watched: Exchange = (outgoing) => {
    const { method, url, body } = outgoing;
    const announced = method === 'PUT' && typeof body === 'string' && body.includes('fileName');
    if (announced) seen.push({ what: 'announcement', onDisk: saysOnDisk(JSON.parse(body).fileName) });
    else if (method === 'PUT' && url.host !== new URL(place.service.baseUrl).host)
      seen.push({ what: 'content', onDisk: saysOnDisk('Letter.docx') });
    return exchange(outgoing);
  };
  await using place = await openWorkplace({ ports: between, http: { exchange: (out) => watched(out) } });
  writeFileSync(join(place.folder, 'Letter.docx'), 'the letter');
  await place.allFiled(1);
  renameSync(join(place.folder, 'Letter.docx'), join(place.folder, 'Letter to the court.docx'));
  await place.allFiled(2);
  expect(seen).toEqual([
    { what: 'announcement', onDisk: ['captured', 'announcing'] },
    { what: 'content', onDisk: ['captured', 'announcing', 'sending'] },
    { what: 'announcement', onDisk: ['captured', 'announcing'] },
  ]);
});
