import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { type Exchange, exchange } from '../../../../main/engine/service/exchange.ts';
import { readProblem } from '../../../../main/engine/store/save-problem.ts';
import { eventually, openWorkplace, sha256 } from '../../../support/workplace.ts';

/** Histories come in pages of so many entries, oldest first, as the interface has it of collections. */
function inPages() {
  const pages = { size: Number.POSITIVE_INFINITY, longest: 0 };
  const through: Exchange = async (outgoing) => {
    if (outgoing.method !== 'GET' || !/\/history$/.test(outgoing.url.pathname)) return exchange(outgoing);
    const { 'if-none-match': _, ...headers } = outgoing.headers;
    const answer = await exchange({ ...outgoing, headers });
    if (!answer.ok || answer.value.status !== 200) return answer;
    const { bytes, body, ...head } = answer.value;
    const collection = JSON.parse(bytes?.toString('utf8') ?? body);
    const { value } = collection;
    pages.longest = Math.max(pages.longest, value.length);
    const from = Number(outgoing.url.searchParams.get('offset') ?? 0);
    const to = from + pages.size;
    const next = new URL(outgoing.url);
    next.searchParams.set('offset', String(to));
    const page = {
      ...collection,
      value: value.slice(from, to),
      size: value.length,
      next: to < value.length ? { href: next.href, rel: 'next' } : null,
    };
    const { etag: __, ...rest } = head.headers;
    return { ok: true, value: { ...head, headers: rest, body: JSON.stringify(page) } };
  };
  return { pages, through };
}

test('of a history that comes in pages all are read: a colleague’s version on the last one is asked about, and what is filed is seen there', async () => {
  const { pages, through } = inPages();
  await using place = await openWorkplace({
    http: { exchange: through },
    requestLimit: { perSecond: 1_000, burst: 1_000 },
  });
  const path = join(place.folder, 'Brief.docx');
  writeFileSync(path, 'one');
  await place.allFiled(1);
  // From now on, what comes is on a page of its own.
  pages.size = pages.longest;
  writeFileSync(path, 'two');
  await place.allFiled(2);
  const [file] = place.service.filesOf(place.matterId).filter(({ fileName }) => fileName === 'Brief.docx');
  place.service.colleague.addVersion(file?.fileId ?? '', 'theirs');
  writeFileSync(path, 'three, without theirs');
  await expect
    .poll(
      () => place.workspace.stores.saves.problems().map(({ problem }) => readProblem(problem)?.code),
      eventually,
    )
    .toEqual(['newer-version']);
  expect(place.versionsOf('Brief.docx')).toEqual(['one', 'two', 'theirs'].map(sha256));
});
