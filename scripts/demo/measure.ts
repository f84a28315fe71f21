import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Ledger } from '../../test/app/ledger.ts';
import type { MatterlineWindow } from '../../test/app/matterline-window.ts';
import { wordDocumentOfSize } from '../../test/documents/documents.ts';

const documentSize = 50 * 1024;
const rounds = 5;

/** Milliseconds from a save until the window shows it filed: of new documents, and of second versions. */
export interface Measured {
  readonly newDocuments: readonly number[];
  readonly secondVersions: readonly number[];
}

/** Saves documents of 50 KB one after the other and takes the time until the window calls each of them filed. */
export async function measureFiling(
  window: MatterlineWindow,
  folder: string,
  ledger: Ledger,
): Promise<Measured> {
  const save = async (round: number, version: number): Promise<number> => {
    const name = `Bundle ${String(round + 1).padStart(2, '0')}.docx`;
    const path = join(folder, name);
    const content = await wordDocumentOfSize(documentSize, name, 100 * version + round);
    const started = performance.now();
    await writeFile(path, content);
    await window.documentIn('Filed', name, version);
    const took = performance.now() - started;
    await ledger.note(path);
    return took;
  };
  const newDocuments: number[] = [];
  const secondVersions: number[] = [];
  for (let round = 0; round < rounds; round += 1) newDocuments.push(await save(round, 1));
  for (let round = 0; round < rounds; round += 1) secondVersions.push(await save(round, 2));
  return { newDocuments, secondVersions };
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((one, other) => one - other);
  const middle = Math.floor(sorted.length / 2);
  const [lower, upper] = [sorted[Math.ceil(sorted.length / 2) - 1] ?? 0, sorted[middle] ?? 0];
  return (lower + upper) / 2;
}

/** "0.84 s (0.79 to 1.02 s, 5 times)". */
export function inWords(values: readonly number[]): string {
  const seconds = (milliseconds: number): string => (milliseconds / 1000).toFixed(2);
  const range = `${seconds(Math.min(...values))} to ${seconds(Math.max(...values))} s, ${values.length} times`;
  return `${seconds(median(values))} s (${range})`;
}
