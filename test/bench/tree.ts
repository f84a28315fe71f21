import { randomBytes } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const sections = 50;
const partsInSection = 20;
const filesInPart = 100;
export const filesInTree = sections * partsInSection * filesInPart;
const bytes = 1024;

/** 100,000 files of 1 KiB, each with a content of its own, in 1,051 directories (the root is one of them). */
export function makeTree(root: string): void {
  const noise = randomBytes(4096 + bytes);
  let count = 0;
  for (let section = 1; section <= sections; section += 1) {
    for (let part = 1; part <= partsInSection; part += 1) {
      const directory = join(root, `Section ${section}`, `Part ${part}`);
      mkdirSync(directory, { recursive: true });
      for (let file = 1; file <= filesInPart; file += 1) {
        const content = Buffer.from(noise.subarray(count % 4096, (count % 4096) + bytes));
        content.writeUInt32LE(count, 0);
        writeFileSync(join(directory, `Document ${file}.docx`), content);
        count += 1;
      }
    }
  }
}
