import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { createAnswering } from '../../../main/hub/answering.ts';
import { keyedHash, validatorOf } from '../../../main/hub/keyed-hash.ts';
import type { AskService } from '../../../main/hub/service-behind.ts';
import { ok } from '../../../shared/base/result.ts';
import { pseudoRandom } from '../../service/pseudo-random.ts';
import { FakeClock } from '../../support/fake-clock.ts';

const quarter = 15 * 60_000;
const folders = ['f0', 'f1', 'f2', 'f3'];
const matterOf = (folder: string) => (folder < 'f2' ? 'm0' : 'm1');

type Act =
  | { do: 'follow'; person: number; view: number; linked: readonly number[] }
  | { do: 'leave'; stream: number }
  | { do: 'add' | 'event'; what: number }
  | { do: 'forbid' | 'permit'; person: number; what: number }
  | { do: 'sign-out'; person: number }
  | { do: 'wait'; ms: number };

const is = <Word extends string>(...words: Word[]) => fc.constantFrom(...words);
const person = fc.nat(4);
const what = fc.nat(3);
const act: fc.Arbitrary<Act> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ do: is('follow'), person, view: what, linked: fc.array(what) }) },
  { weight: 1, arbitrary: fc.record({ do: is('leave'), stream: fc.nat(5) }) },
  { weight: 3, arbitrary: fc.record({ do: is('add', 'event'), what }) },
  { weight: 2, arbitrary: fc.record({ do: is('forbid', 'permit'), person, what }) },
  { weight: 1, arbitrary: fc.record({ do: is('sign-out'), person }) },
  { weight: 6, arbitrary: fc.record({ do: is('wait'), ms: fc.constantFrom(300, 2_000, 10_000, 60_000) }) },
  { weight: 1, arbitrary: fc.record({ do: is('wait'), ms: fc.constantFrom(quarter / 3, quarter + 30_000) }) },
);

async function play(acts: readonly Act[], seed: number) {
  const clock = new FakeClock(0);
  const random = pseudoRandom(seed);
  const versions = new Map(folders.map((folder) => [folder, 0]));
  const forbidden = new Set<string>();
  const signedOut = new Set<number>();
  const showed: { person: number; folder: string; leftAt: number; at: number; validator: string }[] = [];
  const denied: { person: number; matter: string; leftAt: number; at: number }[] = [];
  const told: { person: number; folder: string; validator: string; at: number; age: number }[] = [];
  const askService: AskService = async ({ request: { path }, token }) => {
    const folder = /folders\/(f\d)/.exec(path)?.[1] ?? '';
    const who = Number(token);
    const leftAt = clock.steady();
    await clock.sleep(random() * 2_000);
    const isOut = signedOut.has(who);
    const isRefused = isOut || forbidden.has(`${who} ${folder}`);
    const body = JSON.stringify({ folder, version: versions.get(folder) });
    await clock.sleep(random() * 2_000);
    const at = clock.steady();
    if (isRefused) {
      for (const matter of isOut ? ['m0', 'm1'] : [matterOf(folder)])
        denied.push({ person: who, matter, leftAt, at });
      return ok({ status: isOut ? 401 : 403, headers: {}, body: '' });
    }
    showed.push({ person: who, folder, leftAt, at, validator: validatorOf(body) });
    return ok({ status: 200, headers: {}, body });
  };
  const answering = createAnswering({
    ...{ clock, random: () => 0.5, limit: { perSecond: 2, burst: 4 } },
    ...{ hash: keyedHash(Buffer.alloc(32, 1)), askService, onPause: () => {} },
  });
  const streams: (() => void)[] = [];
  for (const one of acts) {
    switch (one.do) {
      case 'follow': {
        const linked: Record<string, string[]> = {};
        for (const index of one.linked) {
          const folder = folders[index] ?? '';
          linked[matterOf(folder)] = [...(linked[matterOf(folder)] ?? []), folder];
        }
        const view = folders[one.view] ?? '';
        const opened = answering.stream({
          ...{ token: String(one.person), lastId: undefined, close: () => {} },
          body: JSON.stringify({ view: { [matterOf(view)]: [view] }, linked }),
          tell(said) {
            for (const [, folder, validator, age] of said.folders)
              if (validator !== null)
                told.push({ person: one.person, folder, validator, age, at: clock.steady() });
            return true;
          },
        });
        if (opened.ok) streams.push(opened.value);
        break;
      }
      case 'leave':
        streams[one.stream]?.();
        break;
      case 'add':
        versions.set(folders[one.what] ?? '', (versions.get(folders[one.what] ?? '') ?? 0) + 1);
        break;
      case 'event':
        answering.named(new Set([matterOf(folders[one.what] ?? '')]));
        break;
      case 'forbid':
        forbidden.add(`${one.person} f${one.what}`);
        break;
      case 'permit':
        forbidden.delete(`${one.person} f${one.what}`);
        break;
      case 'sign-out':
        signedOut.add(one.person);
        break;
      case 'wait':
        await clock.advance(one.ms);
    }
  }
  await clock.advance(10_000);
  answering.stop();
  return { showed, denied, told };
}

test('nobody hears of a folder that the service did not show to their own token in the last quarter of an hour, nor after a refusal', async () => {
  let heard = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(act, { minLength: 10, maxLength: 40 }), fc.nat(), async (acts, seed) => {
      const { showed, denied, told } = await play(acts, seed);
      heard += told.length;
      for (const { person: who, folder, validator, at, age } of told) {
        const own = showed.filter(
          (one) => one.person === who && one.folder === folder && one.at <= at && at - one.leftAt <= quarter,
        );
        expect(own.length).toBeGreaterThan(0);
        const refusals = denied.filter(
          (one) => one.person === who && one.matter === matterOf(folder) && one.at < at,
        );
        for (const refusal of refusals) expect(own.some((one) => one.leftAt > refusal.leftAt)).toBe(true);
        // It is as new as it says, and what the service said of this very folder.
        expect(
          showed.some(
            (one) => one.folder === folder && one.validator === validator && one.leftAt >= at - age - 1,
          ),
        ).toBe(true);
      }
    }),
    { numRuns: 40 },
  );
  expect(heard).toBeGreaterThan(40);
}, 300_000);

test('every folder that is followed is shown to each who may see it within a quarter of an hour, again and again', async () => {
  const everybody = [0, 1, 2, 3, 4].map(
    (one): Act => ({ do: 'follow', person: one, view: 0, linked: [1, 2, 3] }),
  );
  const wait: Act = { do: 'wait', ms: quarter };
  const { showed } = await play([...everybody, wait, wait, wait], 1);
  for (const who of [0, 1, 2, 3, 4]) {
    for (const folder of folders) {
      const times = showed
        .filter((one) => one.person === who && one.folder === folder)
        .map(({ leftAt }) => leftAt);
      const gaps = times.map((time, index) => time - (times[index - 1] ?? 0));
      expect(Math.max(...gaps)).toBeLessThanOrEqual(quarter);
      expect(times.length).toBeGreaterThanOrEqual(3);
    }
  }
}, 120_000);
