import { parentPort, workerData } from 'node:worker_threads';
import Database from 'better-sqlite3';
import { type FolderHistory, readLongBody } from '../../service/history.ts';
import { HistoryStore } from '../../store/history.ts';
import type { AsideAnswer, AsideOrder } from './aside.ts';

/** Milliseconds without work after which the thread ends: histories this long are few, and an idle program is to be small. */
const patience = 30_000;
/** Entries handed over at once: a few milliseconds of work for whoever takes them. */
const atOnce = 250;

const port = parentPort;
if (!port) throw new Error('this runs as a worker');
const database = new Database(String(workerData), { readonly: true, fileMustExist: true });
const store = new HistoryStore(database);

const end = () => {
  clearTimeout(rest);
  database.close();
  port.close();
};
const rest = setTimeout(end, patience);
const left = new Map<number, FolderHistory>();

port.on('message', (order: AsideOrder | 'end') => {
  if (order === 'end') return end();
  rest.refresh();
  if (order.kind === 'more') return handOver(order.id);
  void read(order);
});

async function read({
  id,
  matterId,
  folderId,
  bytes,
  known,
  ...body
}: AsideOrder & { kind: 'read' }): Promise<void> {
  const kept = new Set(store.toldBy(matterId, folderId));
  const answer = await readLongBody(
    { ...body, bytes: Buffer.from(bytes) },
    known,
    (asked) => new Set(asked.filter((each) => !kept.has(each))),
  );
  if (!answer.ok) return port?.postMessage({ id, kind: 'failed', what: answer.error } satisfies AsideAnswer);
  left.set(id, answer.value);
  handOver(id);
}

/** A part at a time, when the one before was taken: whoever takes them has other things to do as well. */
function handOver(id: number): void {
  const history = left.get(id);
  if (!history) return;
  const entries = history.entries.slice(0, atOnce);
  const others = history.entries.slice(atOnce);
  const isLast = others.length === 0;
  if (isLast) left.delete(id);
  else left.set(id, { ...history, entries: others });
  port?.postMessage({
    id,
    kind: 'part',
    part: { ...history, entries, malformed: isLast ? history.malformed : [] },
    isLast,
  } satisfies AsideAnswer);
}
