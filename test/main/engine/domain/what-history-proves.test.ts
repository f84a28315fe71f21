import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Attempt, Outcome } from '../../../../main/engine/domain/attempt.ts';
import { type Base, newestNotIncluded, type Version } from '../../../../main/engine/domain/version.ts';
import { type Evidence, whatHistoryProves } from '../../../../main/engine/domain/what-history-proves.ts';

/** Who made a version: one of the save's attempts, another computer of the same person, or a colleague. */
type Maker = { readonly by: 'attempt'; readonly index: number } | { readonly by: 'device' | 'colleague' };

interface Story {
  readonly attempts: readonly {
    readonly outcome: Outcome;
    readonly arrived: boolean;
    readonly after: number;
  }[];
  /** Every version that the service has, in the order in which its history shows them. */
  readonly shown: readonly { readonly maker: Maker; readonly named: boolean }[];
  /** Versions that history shows so far. */
  readonly visible: number;
  readonly person: string | null;
}

const outcomes: readonly Outcome[] = ['unknown', 'refused', 'accepted'];

/** Any interleaving of a save's own attempts, other computers of the same person, and other people. */
const stories = fc
  .record({
    tries: fc.array(fc.record({ outcome: fc.constantFrom(...outcomes), heard: fc.boolean() }), {
      maxLength: 3,
    }),
    others: fc.array(
      fc.record({ by: fc.constantFrom('device' as const, 'colleague' as const), named: fc.boolean() }),
      { maxLength: 4 },
    ),
    order: fc.array(fc.nat(1000), { minLength: 8, maxLength: 8 }),
    afters: fc.array(fc.nat(6), { minLength: 3, maxLength: 3 }),
    visible: fc.nat(8),
    knows: fc.boolean(),
  })
  .map(({ tries, others, order, afters, visible, knows }): Story => {
    // What was accepted has arrived, what was refused has not, and of the rest nobody knows.
    const arrived = tries.map(
      ({ outcome, heard }) => outcome === 'accepted' || (outcome === 'unknown' && heard),
    );
    const makers = [
      ...arrived.flatMap((is, index) =>
        is ? [{ maker: { by: 'attempt' as const, index }, named: true }] : [],
      ),
      ...others.map(({ by, named }) => ({ maker: { by }, named })),
    ];
    const shown = makers
      .map((made, index) => ({ made, at: order[index] ?? 0 }))
      .toSorted((a, b) => a.at - b.at)
      .map(({ made }) => made);
    // Nothing of an attempt is visible before it.
    const attempts = tries.map(({ outcome }, index) => {
      const own = shown.findIndex(({ maker }) => maker.by === 'attempt' && maker.index === index);
      return {
        outcome,
        arrived: own >= 0,
        after: Math.min(afters[index] ?? 0, own >= 0 ? own : shown.length),
      };
    });
    return { attempts, shown, visible: Math.min(visible, shown.length), person: knows ? 'us' : null };
  });

const idOf = (index: number) => `e${index + 1}`;

function evidenceOf({ attempts, shown, visible, person }: Story): Evidence {
  const versions = shown.slice(0, visible).map(({ maker, named }, index): Version => {
    const userId = !named ? null : maker.by === 'colleague' ? 'them' : 'us';
    const timestamp = { timestamp: null, at: index };
    return {
      seq: index + 1,
      entryId: idOf(index),
      userId,
      ...timestamp,
      begins: index === 0 ? 'surely' : 'no',
    };
  });
  return {
    attempts: attempts.map(
      ({ outcome, after }, index): Attempt => ({
        ...{ id: index, saveId: 1, key: `try ${index}`, seenUpTo: after, outcome, entryId: null },
      }),
    ),
    versions,
    person,
    filedHere: new Set(),
    agreedUpTo: null,
  };
}

const runs = { numRuns: 20_000 };

test('a save is filed only if content of it was accepted and something shown since may be it', () => {
  fc.assert(
    fc.property(stories, (story) => {
      const evidence = evidenceOf(story);
      if (whatHistoryProves(evidence).kind !== 'filed') return;
      const accepted = evidence.attempts.filter(({ outcome }) => outcome === 'accepted');
      expect(accepted).not.toEqual([]);
      const since = evidence.versions.filter(({ seq }) => accepted.some(({ seenUpTo }) => seq > seenUpTo));
      expect(since.some(({ userId }) => story.person === null || userId !== 'them')).toBe(true);
    }),
    runs,
  );
});

test('what was accepted is filed once history shows all of it, whoever else filed meanwhile', () => {
  fc.assert(
    fc.property(stories, (story) => {
      if (!story.attempts.some(({ outcome }) => outcome === 'accepted')) return;
      const proof = whatHistoryProves(evidenceOf({ ...story, visible: story.shown.length, person: 'us' }));
      expect(proof.kind).toBe('filed');
    }),
    runs,
  );
});

test('what was refused, or never tried, is never filed, and nothing is asked about it', () => {
  fc.assert(
    fc.property(stories, (story) => {
      const attempts = story.attempts.map((one) => ({ ...one, outcome: 'refused' as const }));
      expect(whatHistoryProves(evidenceOf({ ...story, attempts }))).toEqual({ kind: 'not-shown' });
    }),
    runs,
  );
});

test('an unknown outcome is never called filed; what may be it is shown', () => {
  fc.assert(
    fc.property(stories, (story) => {
      const attempts = story.attempts.map((one) => ({ ...one, outcome: 'unknown' as const }));
      const evidence = evidenceOf({ ...story, attempts });
      const proof = whatHistoryProves(evidence);
      expect(proof.kind).not.toBe('filed');
      const first = Math.min(...evidence.attempts.map(({ seenUpTo }) => seenUpTo));
      const maybe = evidence.versions.filter(
        ({ seq, userId }) => seq > first && (story.person === null || userId !== 'them'),
      );
      expect(proof.kind === 'may-be-filed' ? proof.versions : []).toEqual(maybe);
    }),
    runs,
  );
});

test('after filing, every version that is somebody else’s or another computer’s is asked about, unless it alone may be ours', () => {
  fc.assert(
    fc.property(stories, (story) => {
      const evidence = evidenceOf(story);
      const proof = whatHistoryProves(evidence);
      if (proof.kind !== 'filed') return;
      const seen = evidence.attempts.findLast(({ outcome }) => outcome === 'accepted')?.seenUpTo ?? 0;
      const later = evidence.versions.filter(({ seq }) => seq > seen);
      const covered = later.filter((version) => isCovered(later, version, proof.base));
      // At most one of them is taken for ours, and never a version that is known to be somebody else's.
      expect(covered.length).toBeLessThanOrEqual(1);
      for (const { entryId, userId } of covered) {
        expect(entryId).toBe(proof.entryId);
        expect(story.person !== null && userId === 'them').toBe(false);
      }
      // The next save is asked about any other.
      const next = newestNotIncluded(evidence.versions, proof.base, new Set([proof.entryId ?? '']));
      expect(next?.entryId).toBe(later.findLast(({ entryId }) => entryId !== proof.entryId)?.entryId);
    }),
    runs,
  );
});

const isCovered = (versions: readonly Version[], { entryId, seq }: Version, base: Base): boolean =>
  entryId === base.entryId || (seq <= base.upTo && versions.some((version) => version.entryId === entryId));

test('filed stays filed, whatever history shows later', () => {
  fc.assert(
    fc.property(stories, (story) => {
      if (whatHistoryProves(evidenceOf(story)).kind !== 'filed') return;
      for (let visible = story.visible; visible <= story.shown.length; visible += 1) {
        expect(whatHistoryProves(evidenceOf({ ...story, visible })).kind).toBe('filed');
      }
    }),
    runs,
  );
});

test('the version that the service’s own record names is the one, however many others came', () => {
  fc.assert(
    fc.property(stories, (story) => {
      const evidence = evidenceOf({ ...story, visible: story.shown.length });
      const at = story.shown.findIndex(({ maker }) => maker.by === 'attempt');
      const maker = story.shown[at]?.maker;
      if (maker?.by !== 'attempt') return;
      const attempts = evidence.attempts.map((attempt, index) =>
        index === maker.index ? { ...attempt, outcome: 'accepted' as const, entryId: idOf(at) } : attempt,
      );
      const others = attempts.map((attempt, index) =>
        index === maker.index ? attempt : { ...attempt, outcome: 'refused' as const },
      );
      expect(whatHistoryProves({ ...evidence, attempts: others })).toMatchObject({ entryId: idOf(at) });
    }),
    runs,
  );
});

test('where neither words nor times tell which of two versions a document made here began with, neither is taken for ours', () => {
  const version = (seq: number, userId: string | null): Version => ({
    ...{ seq, entryId: idOf(seq - 1), userId, timestamp: null, at: null, begins: 'perhaps' },
  });
  const attempt = { id: 1, saveId: 1, key: 'try', seenUpTo: 0, outcome: 'accepted', entryId: null } as const;
  const proof = (...users: readonly (string | null)[]) =>
    whatHistoryProves({
      ...{ attempts: [attempt], filedHere: new Set<string>(), person: null, agreedUpTo: null },
      versions: users.map((userId, index) => version(index + 1, userId)),
    });
  // From this computer and another one of the same person: the next save asks about both.
  const asks = { kind: 'filed', entryId: null, base: { entryId: null, upTo: 0 } };
  expect(proof('us', 'us')).toEqual(asks);
  expect(proof(null, null)).toEqual(asks);
  expect(proof('us', 'them')).toEqual({ kind: 'not-shown' });
  expect(proof('us')).toMatchObject({ kind: 'filed', entryId: 'e1' });
});

test('what the person agreed to cover is the version they were shown, and none that came later', () => {
  const version = (seq: number): Version => ({
    ...{ seq, entryId: idOf(seq - 1), userId: 'them', timestamp: null, at: seq, begins: 'no' },
  });
  const base = { entryId: null, upTo: 1 };
  const none = new Set<string>();
  expect(newestNotIncluded([version(2)], base, none, 2)).toBeUndefined();
  expect(newestNotIncluded([version(2), version(3)], base, none, 2)?.entryId).toBe('e3');
});
