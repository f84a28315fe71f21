import { expect, test } from 'vitest';
import { KeptDraft } from '../../../renderer/forms/keptDraft.ts';

/** A disk that takes a draft or not. */
function disk() {
  const state = { isFull: false, kept: [] as string[] };
  const put = (text: string) => async () => {
    if (state.isFull) throw new Error('full');
    state.kept.push(text);
  };
  return { state, put };
}

test('what could not be kept is tried again when the form is closed, and is never called kept before', async () => {
  const { state, put } = disk();
  const draft = new KeptDraft(false);
  expect(draft.isAny).toBe(false);
  state.isFull = true;
  draft.changed(put('typed'));
  await expect(draft.keep()).rejects.toThrow('full');
  expect(draft.isAny).toBe(true);
  await expect(draft.keep()).rejects.toThrow('full');
  state.isFull = false;
  await draft.keep();
  await draft.keep();
  expect(state.kept).toEqual(['typed']);
});

test('a form whose sending was refused is still kept as a draft', async () => {
  const { state, put } = disk();
  const draft = new KeptDraft(false);
  draft.changed(put('typed'));
  await expect(draft.sending(() => Promise.reject(new Error('refused')))).rejects.toThrow('refused');
  await draft.keep();
  expect(state.kept).toEqual(['typed']);
});

test('nothing is written after a form was sent, and none of it while it is on its way', async () => {
  const { state, put } = disk();
  const draft = new KeptDraft(false);
  const sent = Promise.withResolvers<void>();
  draft.changed(put('before'));
  await draft.keep();
  const sending = draft.sending(async () => {
    state.kept.push('sending');
    await sent.promise;
  });
  draft.changed(put('after'));
  const late = draft.keep();
  sent.resolve();
  await Promise.all([sending, late]);
  expect(state.kept).toEqual(['before', 'sending']);
});

test('what is typed while a draft is written is written after it', async () => {
  const { state, put } = disk();
  const draft = new KeptDraft(false);
  draft.changed(put('a'));
  const first = draft.keep();
  draft.changed(put('ab'));
  await Promise.all([first, draft.keep()]);
  expect(state.kept.at(-1)).toBe('ab');
});
