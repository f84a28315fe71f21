import { readFileSync } from 'node:fs';
import Database from 'better-sqlite3';
import fc from 'fast-check';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { prepareDatabase } from '../../../../main/engine/store/database.ts';
import type { MassDecision, Outbox } from '../../../../main/engine/store/outbox.ts';
import type { Save } from '../../../../main/engine/store/save.ts';
import {
  type SaveEvent,
  type SaveState,
  saveStates,
  stateAfter,
  transitions,
} from '../../../../main/engine/store/save-state-machine.ts';
import { storesOn } from '../../../../main/engine/store/stores.ts';
import type { FileId, MatterId } from '../../../../shared/model/index.ts';
import { testAuditContext } from '../../../support/audit-context.ts';

const events = Object.keys(transitions) as SaveEvent[];
const states = Object.keys(saveStates) as SaveState[];

const matterId = 'matter' as MatterId;
let ids = 0;

const database = prepareDatabase(new Database(':memory:'));
const stores = storesOn(database, testAuditContext);
/** What is done to a save is undone at its end: the next one is alone in the outbox again. */
beforeEach(() => void database.exec('BEGIN'));
afterEach(() => void database.exec('ROLLBACK'));

/** A save and nothing else in an outbox, in one of the states a save begins in. */
function newSave(state: 'waiting' | 'problem') {
  const { outbox, saves } = stores;
  ids += 1;
  const id = outbox.add({
    matterId,
    fileId: `file-${ids}` as FileId,
    kind: 'content',
    path: 'Brief.docx',
    name: 'Brief.docx',
    sha256: 'a',
    size: 1,
    capturedAt: 0,
    state,
    problem: null,
  });
  const save = (): Save => {
    const found = saves.get(id);
    if (!found) throw new Error('the save is gone');
    return found;
  };
  return { outbox, saves, save };
}

/** What is on its way stays held until it is known how that ended; of the rest only what waits is touched. */
function afterHolding(outbox: Outbox, { state }: Save, decision: MassDecision): void {
  if (state === 'sending') return;
  outbox.hold(1, matterId, 0);
  outbox.letGo(1, decision, '{"code":"one-of-many","what":"","why":"","next":""}');
}

/** Events that leave alone what they are not about, where others refuse. */
const lenient: readonly SaveEvent[] = ['fileSeparately', 'fileHeld', 'keepHeld', 'lookAtHeld', 'outcomeLost'];

/** The store method that each row of the table stands for. */
const methods: Record<SaveEvent, (outbox: Outbox, save: Save) => void> = {
  announcing: (outbox, { id }) => outbox.announcing(id, { key: 'one try', seenUpTo: 0, announced: null }, 1),
  sent: (outbox, { id }) => outbox.sent(id, 2),
  filed: (outbox, { id }) => outbox.filed(id, 'entry', 3),
  again: (outbox, { id }) => outbox.again(id, 4, '{"code":"refused","what":"","why":"trouble","next":""}'),
  needsPerson: (outbox, { id }) =>
    outbox.needsPerson(id, '{"code":"refused","what":"","why":"problem","next":""}'),
  cancel: (outbox, { id }) => outbox.cancel(id, 'not-in-service'),
  retry: (outbox, { id }) => outbox.retry(id),
  repaired: (outbox, { id }) => outbox.repaired(id),
  alreadyThere: (outbox, { id }) => outbox.alreadyThere(id),
  fileOnTop: (outbox, { id }) => outbox.fileOnTop(id, 0),
  fileSeparately: (outbox, save) => outbox.fileSeparately(save, `${save.fileId}-apart` as FileId),
  keepUnfiled: (outbox, { id }) => outbox.keepUnfiled(id),
  fileHeld: (outbox, save) => afterHolding(outbox, save, 'file'),
  keepHeld: (outbox, save) => afterHolding(outbox, save, 'keep'),
  outcomeLost: (outbox) => outbox.outcomeLost('{"code":"not-shown","what":"","why":"","next":""}'),
  handedOver: (outbox, { id }) => outbox.handedOver(id),
  lookAtHeld: (outbox, save) => afterHolding(outbox, save, 'each'),
};

test('whatever is done to a save, in whatever order, it only ever takes a step that the table has', () => {
  fc.assert(
    fc.property(
      fc.constantFrom('waiting' as const, 'problem' as const),
      fc.array(fc.constantFrom(...events), { maxLength: 12 }),
      (first, steps) => {
        database.exec('ROLLBACK; BEGIN');
        const { outbox, save } = newSave(first);
        for (const event of steps) {
          const before = save();
          const expected = stateAfter(before.state, event);
          let refused = false;
          try {
            methods[event](outbox, before);
          } catch {
            refused = true;
          }
          const after = save();
          expect(after.state).toBe(expected ?? before.state);
          // A step that cannot be taken changes nothing at all.
          expect(after).toEqual(expected === null ? before : { ...after, state: expected });
          expect(refused).toBe(expected === null && !lenient.includes(event));
        }
      },
    ),
    { numRuns: 300 },
  );
});

test('a save that is filed or kept is at its end, and every other one can still get there', () => {
  const nexts = (state: SaveState) =>
    events.flatMap((event) => stateAfter(state, event) ?? []).filter((next) => next !== state);
  for (const state of states) {
    const isEnd = state === 'filed' || state === 'kept';
    expect(nexts(state).length === 0).toBe(isEnd);
    const reached = new Set<SaveState>([state]);
    for (const one of reached) for (const next of nexts(one)) reached.add(next);
    expect(reached.has('filed')).toBe(state !== 'kept');
  }
});

test('only what history shows, or the person decides, ends a save here', () => {
  for (const event of events) {
    const { to } = transitions[event];
    expect(to === 'filed').toBe(event === 'filed');
    expect(to === 'kept').toBe(
      ['alreadyThere', 'keepUnfiled', 'keepHeld', 'cancel', 'handedOver'].includes(event),
    );
  }
});

test('a reason and a next try are gone as soon as they are over', () => {
  const { outbox, save } = newSave('waiting');
  const problem = '{"code":"refused","what":"","why":"trouble","next":""}';
  outbox.again(save().id, 50, problem);
  expect(save()).toMatchObject({ nextTryAt: 50, problem });
  outbox.announcing(save().id, { key: 'one try', seenUpTo: 0, announced: null }, 60);
  expect(save()).toMatchObject({ nextTryAt: null, problem: null, attempts: 1 });
});

test('the page about the life of a save says what the code does', () => {
  const page = readFileSync(new URL('../../../../docs/life-of-a-save.md', import.meta.url), 'utf8');
  const rows = page.split('\n').filter((line) => line.startsWith('| `'));
  const code = (word: string) => `\`${word}\``;
  expect(rows).toEqual([
    ...states.map((state) => `| ${code(state)} | ${saveStates[state]} |`),
    ...events.map((event) => {
      const { from, to, when } = transitions[event];
      return `| ${code(event)} | ${from.map(code).join(', ')} | ${code(to)} | ${when} |`;
    }),
  ]);
});

test('what the person keeps unfiled goes along when an earlier save of the same file becomes a document of its own', () => {
  const { outbox, saves, save } = newSave('problem');
  const { id, ...earlier } = save();
  const { kind, path, name, sha256, size, capturedAt } = earlier;
  const { fileId } = earlier;
  const problem = '{"code":"newer-version","what":"","why":"","next":""}';
  const later = { matterId, fileId, kind, path, name, sha256, size, capturedAt, problem } as const;
  const kept = outbox.add({ ...later, state: 'problem' });
  outbox.keepUnfiled(kept);
  outbox.fileSeparately(save(), 'own' as FileId);
  expect(saves.get(id)).toMatchObject({ fileId: 'own', state: 'waiting' });
  expect(saves.get(kept)).toMatchObject({ fileId: 'own', state: 'kept' });
});
