import { expect, test } from 'vitest';
import { fetchSteps } from '../../../../main/engine/features/fetching/fetch-steps.ts';
import type { FileId, MatterId } from '../../../../shared/model/index.ts';
import { FakeClock } from '../../../support/fake-clock.ts';

const document = { matterId: 'matter' as MatterId, fileId: 'file' as FileId };

/** What is told of a document that is to come to its place, whose folder answers with this. */
async function steps(failure: unknown) {
  const ports = {
    fetcher: { fetch: async () => ({ ok: true, value: { path: '/views/Draft.docx', isChecked: true } }) },
    intoFolder: { fetch: () => Promise.reject(failure) },
    clock: new FakeClock(),
  };
  const told = [];
  for await (const step of fetchSteps(
    ports as never,
    document,
    { versionId: null, toPlace: true },
    undefined,
  ))
    told.push(step);
  return told.at(-1);
}

test('a document whose folder does not answer is opened as a view copy', async () => {
  const failure = Object.assign(new Error('the drive does not answer'), { code: 'EIO' });
  expect(await steps(failure)).toMatchObject({ step: 'here', path: '/views/Draft.docx' });
});

test('what is no failure of the disk is no reason for a view copy', async () => {
  await expect(steps(new Error('a mistake'))).rejects.toThrow('a mistake');
});
