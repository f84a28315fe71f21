import { expect, test } from 'vitest';
import { openRecent } from '../../../main/documents/open-recent.ts';
import { fileIdSchema, matterIdSchema } from '../../../shared/model/index.ts';

test('a document that came from the service is opened as such from the tray too', async () => {
  const answers = [true, false];
  const pathOf = async () => ({ path: '/matter/Page.html', isFetched: answers.shift() });
  const link = { client: { documents: { pathOf } }, ended: new AbortController().signal };
  const document = { matterId: matterIdSchema.parse('m1'), fileId: fileIdSchema.parse('f1') };
  const opened: string[] = [];
  const open = async (path: string, origin: string) => {
    opened.push(`${origin} ${path}`);
    return { ok: true as const, value: undefined };
  };
  const engine = { ready: async () => link } as never;
  await openRecent(engine, document as never, open);
  await openRecent(engine, document as never, open);
  expect(opened).toEqual(['fetched /matter/Page.html', 'own /matter/Page.html']);
});
