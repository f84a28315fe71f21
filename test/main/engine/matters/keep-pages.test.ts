import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { keepPages } from '../../../../main/engine/features/matters/keep-pages.ts';
import type { ServiceError } from '../../../../main/engine/service/errors.ts';
import { type Matter, readMatter } from '../../../../main/engine/service/matter.ts';
import type { Page } from '../../../../main/engine/service/page.ts';
import type { KeptMatter } from '../../../../main/engine/store/matters.ts';
import { err, ok, type Result } from '../../../../shared/base/result.ts';

function matter(): Matter {
  const read = readMatter({ id: randomUUID(), number: '1', title: 'Smith', status: 'Open' });
  if (!read.ok) throw new Error(read.error);
  return read.value;
}

const page = (count: number): Page<Matter> => ({
  items: Array.from({ length: count }, matter),
  malformed: [],
  offset: null,
  limit: null,
  size: null,
  next: null,
});

async function listing(sizes: readonly number[], end?: ServiceError) {
  const pages = sizes.map(page);
  const kept: KeptMatter[][] = [];
  const keptAtPage: number[] = [];
  async function* answers(): AsyncGenerator<Result<Page<Matter>, ServiceError>, void> {
    for (const one of pages) {
      yield ok(one);
      keptAtPage.push(kept.flat().length);
    }
    if (end) yield err(end);
  }
  const failure = await keepPages(answers(), (matters) => kept.push([...matters]));
  const ids = pages.flatMap(({ items }) => items.map(({ id }) => id));
  return { ids: ids.toSorted(), kept, keptIds: kept.flat().map(({ id }) => id), keptAtPage, failure };
}

const lost: ServiceError = { operation: 'matters.list', kind: 'timeout' };

test.each([
  { sizes: [] },
  { sizes: [3] },
  { sizes: [500, 500, 500, 500, 500, 500, 500, 500, 500, 500, 500, 499] },
  { sizes: [500, 0, 1, 500, 10_000, 7, 0] },
])('every listed matter is kept, once, from pages of $sizes', async ({ sizes }) => {
  const { ids, keptIds, failure } = await listing(sizes);
  expect(keptIds.toSorted()).toEqual(ids);
  expect(failure).toBeNull();
});

test('the first matters are kept at once, so that a new window is not empty for long', async () => {
  const { keptAtPage } = await listing([500, 500, 500]);
  expect(keptAtPage[0]).toBe(500);
});

test('no more than 500 are kept at a time, so that the window never waits long', async () => {
  const { kept } = await listing([500, 500, 500, 500, 500, 500, 500]);
  expect(Math.max(...kept.map((matters) => matters.length))).toBeLessThanOrEqual(500);
});

test('what came before an error is kept, and the error is told', async () => {
  const { ids, keptIds, failure } = await listing([500, 500, 20], lost);
  expect(keptIds.toSorted()).toEqual(ids);
  expect(failure).toEqual(lost);
});
