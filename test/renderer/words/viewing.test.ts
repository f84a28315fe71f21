import { expect, test } from 'vitest';
import { fetchingNotice, viewedNotice } from '../../../renderer/words/viewing.ts';
import type { Refusal } from '../../../shared/model/index.ts';

const refusal: Refusal = { code: 'offline', what: 'Not fetched', why: 'No network.', next: 'Try again.' };

test('what is fetched is told with how much of it is here, and can be cancelled', () => {
  let cancelled = false;
  const stop = () => void (cancelled = true);
  expect(fetchingNotice('Bundle.pdf', { done: 0, of: null }, stop)).toMatchObject({ lines: [] });
  const notice = fetchingNotice('Bundle.pdf', { done: 12_400_000, of: 31_000_000 }, stop);
  expect(notice).toMatchObject({
    title: 'Fetching “Bundle.pdf” from the service…',
    lines: ['12 MB of 31 MB'],
    progress: { done: 12_400_000, of: 31_000_000 },
    action: { label: 'Cancel' },
  });
  notice.action?.run();
  expect(cancelled).toBe(true);
});

test('what is open is said to be a copy of which changes are not filed, and whether it is known to be the newest', () => {
  const checked = viewedNotice('Bundle.pdf', { step: 'opened', isChecked: true }, null);
  expect(checked?.lines).toEqual(['This is a view copy, read only: changes to it are not filed.']);
  const unchecked = viewedNotice('Bundle.pdf', { step: 'opened', isChecked: false }, null);
  expect(unchecked?.lines.at(-1)).toContain('there may be a newer one');
});

test('what may be anything is opened only once the person says so', () => {
  const open = () => {};
  const asked = { ...refusal, code: 'kind-not-known' as const, what: 'Open A.xyz?' };
  expect(viewedNotice('A.xyz', { step: 'refused', refusal: asked, kept: false }, null, open)).toMatchObject({
    intent: 'warning',
    title: 'Open A.xyz?',
    action: { label: 'Open', run: open },
  });
});

test('a refusal names the document that it is about, once', () => {
  const titleOf = (what: string) =>
    viewedNotice('A.docx', { step: 'refused', refusal: { ...refusal, what }, kept: false }, null)?.title;
  expect(titleOf('The document could not be fetched')).toBe('“A.docx”: The document could not be fetched');
  expect(titleOf('Open A.docx?')).toBe('Open A.docx?');
});

test('a refusal leads to the versions where some are kept here', () => {
  const show = () => {};
  expect(viewedNotice('A', { step: 'refused', refusal, kept: true }, show)?.action?.run).toBe(show);
  expect(viewedNotice('A', { step: 'refused', refusal, kept: false }, show)?.action).toBeUndefined();
  expect(viewedNotice('A', { step: 'refused', refusal, kept: true }, null)?.action).toBeUndefined();
  expect(viewedNotice('A', { step: 'cancelled' }, show)).toBeNull();
  expect(viewedNotice('A', { step: 'saved', path: 'C:\\Desk\\A.docx' }, show)?.title).toBe(
    'Saved a copy as “A.docx”',
  );
});
