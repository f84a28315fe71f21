import { expect, test } from 'vitest';
import { HealthIssues } from '../../../../main/engine/features/folders/health-issues.ts';
import { FormerNames } from '../../../../main/engine/features/replaced-files/former-names.ts';
import type { FileId, MatterId } from '../../../../shared/model/index.ts';
import { FakeClock } from '../../../support/fake-clock.ts';

const matterId = 'matter' as MatterId;
const fileId = 'file' as FileId;
/** Milliseconds until it was looked once more whether a program has it open. */
const onceMore = 6_000;

/** A document with the former name Draft.docx, by which a program has it open, and nobody else who tells of its paths. */
async function openAsDraft() {
  const clock = new FakeClock();
  const document: { path: string | undefined } = { path: 'Final.docx' };
  const healthIssues = new HealthIssues(
    () => clock.now(),
    () => {},
  );
  const stores = {
    formerNames: { allSaved: () => [], all: () => [{ matterId, path: 'Draft.docx', fileId }] },
    links: {
      of: () => ({ path: '/matter' }),
      fileOfDocument: () => (document.path === undefined ? undefined : { ...document, removed: false }),
    },
  };
  const files = { list: async () => ['~$aft.docx'] };
  const formerNames = new FormerNames({ clock, healthIssues, stores, files } as never);
  const told = () => healthIssues.all().map(({ path }) => path);
  formerNames.start();
  await clock.advance(onceMore);
  expect(told()).toEqual(['Final.docx']);
  return { clock, document, told };
}

test('what is open under a former name and is renamed once more is told of under the name that it has', async () => {
  const { clock, document, told } = await openAsDraft();
  document.path = 'Last.docx';
  await clock.advance(onceMore);
  expect(told()).toEqual(['Last.docx']);
});

test('of what has its former name back nobody says that it is open under it', async () => {
  const { clock, document, told } = await openAsDraft();
  document.path = 'Draft.docx';
  await clock.advance(onceMore);
  expect(told()).toEqual([]);
});

test('nothing is told of a document that went to another matter', async () => {
  const { clock, document, told } = await openAsDraft();
  document.path = undefined;
  for (let look = 0; look < 3; look += 1) await clock.advance(onceMore);
  expect(told()).toEqual([]);
});
