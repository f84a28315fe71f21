import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const imported = /(?:\bfrom\s*|\bimport\s*\(?\s*|\brequire\s*\(\s*)['"]([^'"]+)['"]/g;
const sources = readdirSync(import.meta.dirname).filter(
  (name) => name.endsWith('.ts') && !name.endsWith('.test.ts'),
);

test('the oracle judges the engine by nothing that the engine is made of', () => {
  expect(sources.length).toBeGreaterThan(5);
  for (const source of sources) {
    const text = readFileSync(`${import.meta.dirname}/${source}`, 'utf8');
    const elsewhere = [...text.matchAll(imported)]
      .map(([, from]) => from ?? '')
      // What it reads the rows with is a type only.
      .filter((from) => !/^(node:|\.\/[\w-]+\.ts$|better-sqlite3$)/.test(from));
    expect({ source, elsewhere }).toEqual({ source, elsewhere: [] });
  }
});
