import { expect, test } from 'vitest';
import { noPolicy } from '../../../main/policy/policy.ts';
import { alone } from '../../../main/profiles/profile-registry.ts';
import { ok } from '../../../shared/base/result.ts';
import type { ViewerAnswer, ViewerRequest } from '../../../shared/model/index.ts';
import { fileId, matterId, stepsOf, window } from './window-and-engine.ts';

const text: ViewerAnswer = { step: 'text', blocks: [{ kind: 'paragraph', text: 'Words' }], isCut: false };
const end: ViewerAnswer = { step: 'end' };

/** A window whose documents all have some bytes, and viewers that answer so. */
async function withViewer(
  answers: readonly ViewerAnswer[],
  kind: 'word' | 'pdf' = 'word',
  gate: Promise<void> = Promise.resolve(),
) {
  const paths: string[] = [];
  const requests: ViewerRequest[] = [];
  const all = await window(noPolicy, alone, {
    async readContents({ path, inVault }) {
      paths.push(inVault ? `${path} from ${inVault.start}, ${inVault.size} bytes` : path);
      return ok({ kind, bytes: new Uint8Array([1]), isCut: false });
    },
    viewers: {
      async *read(request) {
        requests.push(request);
        await gate;
        yield* answers;
      },
    },
  });
  all.engine.start();
  return { ...all, paths, requests };
}

test('a document is read where it lies, and the window gets what the viewer makes of it and no path', async () => {
  const { client, paths, requests } = await withViewer([text, end]);
  const steps = await stepsOf(client.documents.preview({ matterId, fileId, versionId: null, fromPage: 3 }));
  expect(steps).toEqual([{ step: 'reading' }, text, end]);
  expect(paths).toEqual(['/matters/m1/Brief.docx']);
  expect(requests).toMatchObject([{ ask: 'show', kind: 'word', fromPage: 3 }]);
});

test('a version that is kept here is read where it lies in the vault, and no copy of it is made', async () => {
  const { client, paths } = await withViewer([text, end]);
  await stepsOf(client.documents.preview({ matterId, fileId, versionId: 'save:1' }));
  expect(paths).toEqual(['/vault/save:1 from 7, 9 bytes']);
});

test('what the viewer cannot read is refused in words', async () => {
  const { client } = await withViewer([{ step: 'fault', fault: 'too-large-inside' }]);
  const steps = await stepsOf(client.documents.preview({ matterId, fileId, versionId: null }));
  expect(steps.at(-1)).toMatchObject({
    step: 'refused',
    refusal: { what: 'Brief.docx cannot be shown here.', why: /^It unpacks to far more/ },
  });
});

test('two versions are compared, and what cannot be is said so', async () => {
  const differences: ViewerAnswer = { step: 'differences', paragraphs: [], isCut: false };
  const both = { matterId, fileId, before: 'save:1', after: 'save:2' };
  const words = await withViewer([differences, end]);
  expect(await stepsOf(words.client.documents.compare(both))).toEqual([{ step: 'reading' }, differences]);
  expect(words.paths).toEqual(['/vault/save:1 from 7, 9 bytes', '/vault/save:2 from 7, 9 bytes']);
  const pages = await withViewer([differences, end], 'pdf');
  expect(await stepsOf(pages.client.documents.compare(both))).toMatchObject([
    { step: 'refused', refusal: { code: 'kind-not-known' } },
  ]);
});

test('what is shown after the window was locked is shown to nobody', async () => {
  const gate = Promise.withResolvers<void>();
  const { client, state } = await withViewer([text, end], 'word', gate.promise);
  const steps = await client.documents.preview({ matterId, fileId, versionId: null });
  expect((await steps.next()).value).toEqual({ step: 'reading' });
  state.locked = true;
  gate.resolve();
  expect((await steps.next()).value).toMatchObject({ step: 'refused', refusal: { code: 'signed-out' } });
  expect(await steps.next()).toMatchObject({ done: true });
});
