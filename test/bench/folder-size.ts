import { setTimeout as sleep } from 'node:timers/promises';
import type { Bar } from './bar.ts';
import type { Spent } from './engine-probe.ts';
import { median, rounded } from './figures.ts';
import { KnownDocuments } from './known-documents.ts';

const sizes = [20, 2_000, 20_000] as const;
/** Saves one after the other, and rounds of new files, at each size. */
const saves = 12;
const rounds = 5;
const newFiles = 200;
/** New files at once beside the largest folder. */
const manyNewFiles = 2_000;
/** Entries that a history shows where its bytes are not what is measured: more than are new between two reads. */
const shortHistory = 50;
/** Milliseconds after a save within which a window has asked for what changed. */
const afterwards = 300;
/** Growth that counts as flat, and milliseconds for which the engine may answer nobody. */
const flat = 1.5;
const mostDeaf = 100;

type Deafness = Pick<Spent, 'deaf' | 'ownDeaf'>;

interface Measured {
  readonly documents: number;
  /** Milliseconds of the engine's thread for one save until it is filed, and for one new file until it is captured. */
  readonly save: number;
  readonly newFile: number;
  /** The same save while a window shows the matter. */
  readonly shownSave: number;
  /** The same save where history answers with everything there is, and milliseconds until it is filed. */
  readonly wholeSave: number;
  readonly wholeProcess: number;
  readonly wholeSeconds: number;
  readonly deaf: Deafness;
  readonly wholeDeaf: Deafness;
  readonly shownDeaf: Deafness;
  readonly readDeaf: Deafness;
  /** Seconds until many new files are captured; only beside the largest folder. */
  readonly many: number | null;
  /** Seconds until the folder, unlinked and linked again, was compared with what is known. */
  readonly relinked: number;
}

/**
 * What a save and a new file cost in a folder of 20, 2,000 and 20,000 documents, apart from what the service's history costs
 * there, and for how long the engine answers nobody meanwhile.
 */
export async function folderSize(): Promise<Bar[]> {
  const measured: Measured[] = [];
  for (const documents of sizes) measured.push(await measure(documents));
  const [smallest, ...larger] = measured;
  const largest = measured.at(-1);
  if (!smallest || !largest) throw new Error('nothing was measured');
  return [
    ...larger.flatMap((one) => [
      bar('one save, until it is filed', one.documents, one.save, smallest.save),
      bar('one new file, until it is captured', one.documents, one.newFile, smallest.newFile),
      bar('one save while a window shows the matter', one.documents, one.shownSave, smallest.shownSave),
    ]),
    {
      bench: 'folder-size',
      what: `one save beside ${largest.documents} documents, with the bytes and the parsing of a history that shows all of them`,
      value: rounded(largest.wholeSave),
      unit: 'ms of the engine’s thread',
      against: `beside ${smallest.documents}: ${rounded(smallest.wholeSave)} ms; all threads together ${rounded(largest.wholeProcess)} ms against ${rounded(smallest.wholeProcess)}; until it is filed ${rounded(largest.wholeSeconds)} s against ${rounded(smallest.wholeSeconds)} s`,
      ratio: rounded(largest.wholeSave / smallest.wholeSave),
      limit: 'only shown',
      holds: true,
    },
    {
      bench: 'folder-size',
      what: `${manyNewFiles} new files beside ${largest.documents} documents captured`,
      value: rounded(largest.many ?? Number.NaN),
      unit: 's',
      against: `${manyNewFiles} times one new file beside ${smallest.documents}: ${rounded((smallest.newFile * manyNewFiles) / 1000)} s of the engine’s thread`,
      ratio: rounded(((largest.many ?? Number.NaN) * 1000) / (smallest.newFile * manyNewFiles)),
      limit: 'only shown',
      holds: true,
    },
    {
      bench: 'folder-size',
      what: `${largest.documents} documents unlinked and linked again, until all are compared`,
      value: rounded(largest.relinked),
      unit: 's',
      against: `${smallest.documents} documents: ${rounded(smallest.relinked)} s`,
      ratio: rounded(largest.relinked / smallest.relinked),
      limit: 'only shown',
      holds: true,
    },
    deafness('while documents are saved, linked and added', longestOf(measured.map(({ deaf }) => deaf))),
    deafness('while whole histories are read', longestOf(measured.map(({ wholeDeaf }) => wholeDeaf))),
    deafness('while a window shows the matter', longestOf(measured.map(({ shownDeaf }) => shownDeaf))),
    deafness(
      'while a history is read for the first time and a window looks on',
      longestOf(measured.map(({ readDeaf }) => readDeaf)),
    ),
  ];
}

async function measure(documents: number): Promise<Measured> {
  await using known = await KnownDocuments.make(documents);
  const spent: Spent[] = [known.whileStarting];
  const measured = async (work: () => Promise<unknown>): Promise<Spent> => {
    await known.spent();
    await work();
    const one = await known.spent();
    spent.push(one);
    return one;
  };
  const names = Array.from({ length: saves }, (_, index) => known.names[index % known.names.length] ?? '');

  await known.showHistory(shortHistory);
  await known.saveAndFile(names[0] ?? '');
  const save: number[] = [];
  for (const name of names) save.push((await measured(() => known.saveAndFile(name))).thread);

  const { shownSave, shownDeaf } = await whileShown(known, names);

  await known.showHistory('all');
  await known.saveAndFile(names[0] ?? '');
  const whole: Spent[] = [];
  const seconds: number[] = [];
  for (const name of names.slice(0, rounds)) {
    await known.spent();
    seconds.push((await known.saveAndFile(name)) / 1000);
    whole.push(await known.spent());
  }

  // What is captured from here on is not filed: that would be about the network.
  await known.client.engine.pause({ paused: true });
  await known.showHistory(shortHistory);
  const newFile: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const { thread } = await measured(() => known.capture(newFiles, `Round ${round}`));
    newFile.push(thread / newFiles);
  }
  let many: number | null = null;
  if (documents === sizes.at(-1)) {
    const startedAt = performance.now();
    await measured(() => known.capture(manyNewFiles, 'Many'));
    many = (performance.now() - startedAt) / 1000;
  }
  const relinkedAt = performance.now();
  await measured(() => known.relink());
  const relinked = (performance.now() - relinkedAt) / 1000;
  return {
    documents,
    save: median(save),
    newFile: median(newFile),
    shownSave,
    wholeSave: median(whole.map(({ thread }) => thread)),
    wholeProcess: median(whole.map((one) => one.process)),
    wholeSeconds: median(seconds),
    deaf: longestOf(spent),
    wholeDeaf: longestOf(whole),
    shownDeaf,
    readDeaf: known.whileReading,
    many,
    relinked,
  };
}

/** The same saves while a window shows the matter: it asks again for what changed. */
async function whileShown(
  known: KnownDocuments,
  names: readonly string[],
): Promise<Pick<Measured, 'shownSave' | 'shownDeaf'>> {
  await known.spent();
  await using shown = known.show();
  await shown.shows(known.names.length);
  const spent = [await known.spent()];
  const save: number[] = [];
  for (const name of names) {
    const { asked } = shown;
    await known.saveAndFile(name);
    await shown.asksAgain(asked);
    // What the window asks for is asked a tenth of a second later.
    await sleep(afterwards);
    await shown.shows(known.names.length);
    const one = await known.spent();
    save.push(one.thread);
    spent.push(one);
  }
  return { shownSave: median(save), shownDeaf: longestOf(spent) };
}

const bar = (what: string, documents: number, value: number, smallest: number): Bar => ({
  bench: 'folder-size',
  what: `${what}, beside ${documents} documents, apart from what its history costs`,
  value: rounded(value),
  unit: 'ms of the engine’s thread',
  against: `beside ${sizes[0]}: ${rounded(smallest)} ms`,
  ratio: rounded(value / smallest),
  limit: `at most ${flat}`,
  holds: value / smallest <= flat,
});

const longestOf = (all: readonly Deafness[]): Deafness => ({
  deaf: Math.max(...all.map(({ deaf }) => deaf)),
  ownDeaf: Math.max(...all.map(({ ownDeaf }) => ownDeaf)),
});

const deafness = (when: string, { deaf, ownDeaf }: Deafness): Bar => ({
  bench: 'folder-size',
  what: `longest time for which the engine answers nobody ${when}`,
  value: Math.round(deaf),
  unit: 'ms',
  against: `the promise of ${mostDeaf} ms; of its own processor time ${Math.round(ownDeaf)} ms`,
  ratio: rounded(deaf / mostDeaf),
  limit: 'at most 1',
  holds: deaf <= mostDeaf,
});
