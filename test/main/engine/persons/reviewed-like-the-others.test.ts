import { createRouterClient } from '@orpc/server';
import { expect, test } from 'vitest';
import type { Workspace } from '../../../../main/engine/compose.ts';
import { engineRouter } from '../../../../main/engine/router.ts';
import { review, reviewProblem } from '../../../../main/engine/view/review-problem.ts';
import type { Problem } from '../../../../shared/model/index.ts';
import { fastClock } from '../../../support/fast-clock.ts';
import { eventually } from '../../../support/workplace.ts';
import { openSharedDesk, type SharedDesk } from './office.ts';

const [ann, ben] = [0, 2];

/** Ben says that he is Ann, in whose folder a letter is filed already. */
async function benSaysHeIsAnn(desk: SharedDesk): Promise<{ folder: string; anns: Workspace }> {
  await desk.signIn(ann);
  const folder = await desk.link('annas folder');
  desk.save(folder, 'Letter.txt', 'of Ann');
  await expect.poll(() => desk.states(), eventually).toEqual(['filed']);
  const anns = desk.workspace;
  await desk.signOut();
  await desk.signIn(ben, { tells: true });
  const asked = desk.engine.person.value;
  await desk.engine.say(asked.state === 'asked' ? (asked.people[0]?.id ?? null) : null, null);
  expect(desk.workspace).toBe(anns);
  return { folder, anns };
}

/** Ann was shown all of them. */
function keepAll({ stores }: Workspace): void {
  const shown = reviewProblem(stores, 0)[0]?.gathered ?? null;
  expect(review(stores, 'keep-all-unfiled', shown)).toMatchObject({ ok: true });
}

const isFoundOut = (desk: SharedDesk) =>
  expect
    .poll(() => desk.engine.person.value, { ...eventually, timeout: 30_000 })
    .toMatchObject({ state: 'known', staff: { id: desk.idOf(ben) } });

async function annComesBack(desk: SharedDesk, anns: Workspace): Promise<void> {
  await desk.signOut();
  await desk.signIn(ann, { tells: true });
  await desk.engine.say(anns.name, null);
  expect(desk.workspace).toBe(anns);
}

test('what was on its way in Ben’s name is not filed in Ann’s when she keeps all of it unfiled', async () => {
  // How long history is read for what may have arrived depends on how long the service took before: up to two minutes.
  const clock = fastClock(6);
  await using desk = await openSharedDesk((ports) => ({ ...ports, clock }));
  const { folder, anns } = await benSaysHeIsAnn(desk);
  desk.service.faults.add({ route: 'storage.put', kind: 'reset', afterBytes: 0 });
  desk.save(folder, 'Secret of Ben.txt', 'by Ben, on its way');
  await expect.poll(() => desk.service.faults.hits, eventually).toBeGreaterThan(0);
  desk.save(folder, 'Another.txt', 'by Ben, who said he is Ann');
  await isFoundOut(desk);
  await annComesBack(desk, anns);
  keepAll(anns);
  anns.pipeline.wake();
  // History is read for what may have arrived, and does not show it: it waits for Ann again, or is kept.
  await expect
    .poll(() => anns.stores.saves.get(2)?.state, { ...eventually, timeout: 60_000 })
    .not.toBe('sending');
  anns.pipeline.wake();
  await expect.poll(() => anns.stores.outbox.toReview().count, eventually).toBe(1);
  keepAll(anns);
  expect(anns.stores.saves.get(2)?.state).toBe('kept');
  expect(desk.filed('Secret of Ben.txt')).toEqual([]);
});

test('what the storage refused of Ben is reviewed by Ann like everything of his, not offered to her as hers', async () => {
  await using desk = await openSharedDesk();
  const { folder, anns } = await benSaysHeIsAnn(desk);
  desk.service.faults.add({ route: 'storage.put', kind: 'status', status: 413 });
  desk.save(folder, 'Secret of Ben.txt', 'by Ben, refused');
  await expect.poll(() => desk.states(anns), eventually).toEqual(['filed', 'problem']);
  desk.save(folder, 'Another.txt', 'by Ben, who said he is Ann');
  await isFoundOut(desk);
  await annComesBack(desk, anns);
  expect(reviewProblem(anns.stores, 0)).toHaveLength(1);
  // Tried again before it was reviewed, it waits.
  anns.stores.outbox.retry(2);
  anns.pipeline.wake();
  expect(anns.stores.outbox.toReview().count).toBe(1);
  keepAll(anns);
  expect(anns.stores.saves.get(2)?.state).toBe('kept');
  expect(desk.filed('Secret of Ben.txt')).toEqual([]);
});

test('a document that Ben puts into Ann’s folder under a name that the service has is reviewed with his others', async () => {
  await using desk = await openSharedDesk();
  await desk.signIn(ann, { tells: true });
  const folder = await desk.link('annas folder');
  desk.save(folder, 'Letter.txt', 'of Ann');
  await expect.poll(() => desk.states(), eventually).toEqual(['filed']);
  desk.service.colleague.createFile(desk.matterId, 'Brief.txt', 'theirs');
  const anns = desk.workspace;
  anns.poller.look(desk.matterId);
  await expect
    .poll(() => anns.stores.documents.named(desk.matterId, null, 'Brief.txt').length, eventually)
    .toBe(1);
  await desk.signOut();
  await desk.signIn(ben, { tells: true });
  expect(desk.workspace).not.toBe(anns);
  desk.save(folder, 'Brief.txt', 'by Ben, in Ann’s folder');
  desk.save(folder, 'Other.txt', 'by Ben, in Ann’s folder too');
  await expect.poll(() => desk.states(anns).length, eventually).toBe(3);
  await desk.signOut();
  await desk.signIn(ann, { tells: true });
  expect(anns.stores.outbox.toReview().count).toBe(2);
});

test('of what was saved while another person was signed in, no more is filed than Ann was shown', async () => {
  await using desk = await openSharedDesk();
  await desk.signIn(ann, { tells: true });
  const folder = await desk.link('annas folder');
  desk.save(folder, 'Letter.txt', 'of Ann');
  await expect.poll(() => desk.states(), eventually).toEqual(['filed']);
  const anns = desk.workspace;
  const toReview = () => anns.stores.outbox.toReview().count;
  await desk.signIn(ben, { tells: true });
  desk.save(folder, 'Notes.txt', 'by Ben');
  await expect.poll(toReview, eventually).toBe(1);
  await desk.signIn(ann, { tells: true });
  const ask = createRouterClient(engineRouter(desk.engine, () => {})).engine.problems;
  const [shown] = (await ask.list()).filter(({ id }) => id === 'another-person');
  const fileAll = (gathered: Problem['gathered']) =>
    ask.act({ id: 'another-person', action: 'file-all', ...(gathered && { gathered }) });

  // Ben is back for a moment while Ann looks at the question.
  await desk.signIn(ben, { tells: true });
  desk.save(folder, 'Secret.txt', 'by Ben as well');
  await expect.poll(toReview, eventually).toBe(2);
  await desk.signIn(ann, { tells: true });
  await expect(fileAll(shown?.gathered)).rejects.toMatchObject({ data: { code: 'document-changed' } });
  await expect(fileAll(undefined)).rejects.toMatchObject({ data: { code: 'document-changed' } });
  expect(toReview()).toBe(2);
  const [now] = (await ask.list()).filter(({ id }) => id === 'another-person');
  await fileAll(now?.gathered);
  await expect.poll(() => desk.filed('Secret.txt'), eventually).toHaveLength(1);
  expect(toReview()).toBe(0);
}, 60_000);
