import { createORPCClient } from '@orpc/client';
import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { expect, it, vi } from 'vitest';
import type { Client } from '../../../renderer/conversation/client.ts';
import { DocumentLists } from '../../../renderer/conversation/documentLists.ts';
import { queriesOf } from '../../../renderer/conversation/queries.ts';
import {
  type DocumentRow,
  documentsAtOnce,
  fileIdSchema,
  matterIdSchema,
} from '../../../shared/model/index.ts';

const matterId = matterIdSchema.parse('m');
const id = (number: number) => fileIdSchema.parse(String(number).padStart(6, '0'));

const row = (number: number, name = `Letter ${number}.docx`): DocumentRow => ({
  fileId: id(number),
  name,
  folderId: null,
  state: 'filed',
  detail: null,
  nextTryAt: null,
  progress: null,
  versions: 1,
  pending: 0,
  changedAt: null,
  changedBy: null,
  size: null,
  onDisk: true,
});

/** An engine with so many documents, and a window that may show them. */
function desk(count: number) {
  const rows = new Map(Array.from({ length: count }, (_, number) => [id(number), row(number)]));
  const asked: ('page' | number)[] = [];
  let onAsked = () => {};
  let failure: Error | null = null;
  const list = vi.fn<Client['documents']['list']>(async ({ after = null, only }) => {
    asked.push(only ? only.length : 'page');
    if (failure) throw failure;
    const sorted = [...rows.values()].toSorted((a, b) => (a.fileId < b.fileId ? -1 : 1));
    const rest = sorted.filter(({ fileId }) => after === null || fileId > after);
    const documents = only
      ? only.flatMap((one) => rows.get(fileIdSchema.parse(one)) ?? [])
      : rest.slice(0, documentsAtOnce);
    const next = only || rest.length <= documentsAtOnce ? null : (documents.at(-1)?.fileId ?? null);
    onAsked();
    return { folders: [], documents, next };
  });
  const client = { documents: { list } } as unknown as Client;
  const queries = queriesOf(
    createORPCClient({ call: () => Promise.reject(new Error('nobody else is asked')) }),
  );
  const cache = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const lists = new DocumentLists(client, queries, cache);
  const { queryKey } = queries.documents.list.queryOptions({ input: { matterId } });
  const observer = new QueryObserver(cache, {
    queryKey,
    queryFn: ({ signal }) => lists.read(matterId, signal),
    structuralSharing: false,
  });
  const shown = () =>
    new Map(observer.getCurrentResult().data?.documents.map((one) => [one.fileId, one.name]));
  return {
    rows,
    asked,
    lists,
    shown,
    show: () => observer.subscribe(() => {}),
    during: (work: () => void) => {
      onAsked = () => {
        onAsked = () => {};
        work();
      };
    },
    fail: (error: Error | null) => {
      failure = error;
    },
    settled: async () => {
      await vi.waitFor(() => expect(cache.isFetching()).toBe(0));
      await new Promise((resolve) => setTimeout(resolve, 5));
    },
  };
}

it('a long list is read a page at a time, and each document is in it once', async () => {
  const { lists, asked } = desk(2 * documentsAtOnce + 1);
  const { documents } = await lists.read(matterId);
  expect(asked).toEqual(['page', 'page', 'page']);
  expect(new Set(documents.map(({ fileId }) => fileId)).size).toBe(2 * documentsAtOnce + 1);
});

it('what changed is asked for alone, whether it is new, other or gone', async () => {
  const { show, settled, shown, rows, lists, asked } = desk(documentsAtOnce + 5);
  show();
  await settled();
  asked.length = 0;
  rows.set(id(3), row(3, 'Renamed.docx'));
  rows.delete(id(4));
  rows.set(id(9_999), row(9_999, 'New.docx'));
  lists.changed({ matterId, documents: [id(3), id(4), id(9_999)] });
  await settled();
  expect(asked).toEqual([3]);
  expect([shown().get(id(3)), shown().has(id(4)), shown().get(id(9_999))]).toEqual([
    'Renamed.docx',
    false,
    'New.docx',
  ]);
  expect(shown().size).toBe(documentsAtOnce + 5);
});

it('what changes while the list is read is not shown as it was', async () => {
  const { show, settled, shown, rows, lists, during } = desk(2 * documentsAtOnce);
  during(() => {
    rows.set(id(1), row(1, 'Changed meanwhile.docx'));
    lists.changed({ matterId, documents: [id(1)] });
  });
  show();
  await settled();
  expect(shown().get(id(1))).toBe('Changed meanwhile.docx');
});

it('a list that is begun anew while changes are asked for is true in the end', async () => {
  const { show, settled, shown, rows, lists, during } = desk(10);
  show();
  await settled();
  during(() => {
    lists.changed({ matterId });
    rows.set(id(2), row(2, 'Newest.docx'));
    lists.changed({ matterId, documents: [id(2)] });
  });
  lists.changed({ matterId, documents: [id(1)] });
  await settled();
  expect(shown().get(id(2))).toBe('Newest.docx');
});

it('where anything may have changed while the list is read, it is read to its end and then again', async () => {
  const { show, settled, asked, lists, during } = desk(documentsAtOnce + 1);
  during(() => lists.changed({ matterId }));
  show();
  await settled();
  await settled();
  expect(asked).toEqual(['page', 'page', 'page', 'page']);
});

it('nothing is asked about a list that nobody looks at, and when nothing of it changed', async () => {
  const { show, settled, asked, lists } = desk(3);
  lists.changed({ matterId, documents: [id(1)] });
  const leave = show();
  await settled();
  lists.changed({ matterId, documents: [] });
  leave();
  lists.changed({ matterId, documents: [id(1)] });
  await settled();
  expect(asked).toEqual(['page']);
});

it('a question that fails has the whole list read again', async () => {
  const { show, settled, shown, rows, lists, fail, asked } = desk(3);
  show();
  await settled();
  rows.set(id(1), row(1, 'Changed.docx'));
  fail(new Error('the engine is away'));
  lists.changed({ matterId, documents: [id(1)] });
  await new Promise((resolve) => setTimeout(resolve));
  fail(null);
  await settled();
  lists.changed({ matterId });
  await settled();
  expect(asked.slice(0, 3)).toEqual(['page', 1, 'page']);
  expect(shown().get(id(1))).toBe('Changed.docx');
});
