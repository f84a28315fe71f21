import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { EnginePorts } from '../../../../main/engine/compose.ts';
import { readProblem } from '../../../../main/engine/store/save-problem.ts';
import { failingCheckProblems } from '../../../../main/engine/view/failing-check-problems.ts';
import type { FaultRule } from '../../../service/faults/rule.ts';
import { eventually, sha256 } from '../../../support/workplace.ts';
import { filedAs, linkAnother, openDesk } from '../saving/desk.ts';

const speedUp = 60;
type Way = (route: RegExp) => FaultRule;
const location = 'https://sso.example.com/login';
const ways: [string, Way][] = [
  ['a sign-in that is not taken', (route) => ({ route, kind: 'status', status: 401, count: 'always' })],
  ['a connection that breaks off', (route) => ({ route, kind: 'reset', count: 'always' })],
  [
    'a way to another host',
    (route) => ({ route, kind: 'answer', status: 302, headers: { location }, text: '', count: 'always' }),
  ],
];

test.each(ways)(
  'promise 6: one folder whose history always answers with %s stops no other, is asked ever more seldom, and a person is told',
  async (_how, fault) => {
    await using place = await openDesk({ speedUp });
    const { clock, stores, looks, poller } = place.workspace;
    let changes = 0;
    let before = place.engine.status.value.service;
    place.engine.status.subscribe(() => {
      const { service } = place.engine.status.value;
      if (service !== before) changes += 1;
      before = service;
    });
    writeFileSync(join(place.folder, 'Brief.docx'), 'first');
    await place.allFiled();
    const other = await linkAnother(place);
    poller.look(null);
    const remove = place.service.faults.add(
      fault(new RegExp(`^GET /matters/${place.matterId}/documents/folders/.*/history`)),
    );
    writeFileSync(join(place.folder, 'Brief.docx'), 'second');
    const began = clock.now();
    const told = () => failingCheckProblems(stores, looks, clock.now());
    await expect.poll(told, eventually).toMatchObject([{ subject: 'Brief.docx' }]);
    const minutes = () => (clock.now() - began) / 60_000;
    await expect.poll(minutes, eventually).toBeGreaterThan(8);
    const [from, hitsBefore, changesBefore] = [minutes(), place.service.faults.hits, changes];
    await expect.poll(minutes, eventually).toBeGreaterThan(from + 5);
    for (const content of ['one', 'two', 'three']) {
      writeFileSync(join(other.folder, 'Lease.docx'), content);
      const [sent, at] = [sha256(content), clock.now()];
      await expect
        .poll(() => filedAs(place, 'Lease.docx', other.matterId)[0]?.versions.at(-1), eventually)
        .toBe(sent);
      // A second of this test is a minute of the engine's.
      expect(clock.now() - at).toBeLessThan(180_000);
    }
    // All folders of the matter, repeats and every name of the root included.
    expect((place.service.faults.hits - hitsBefore) / (minutes() - from)).toBeLessThan(12);
    expect(changes).toBe(changesBefore);
    expect(changes).toBeLessThan(12);
    expect(place.engine.status.value.service).toBe('online');
    remove();
    stores.outbox.waitNoLonger(looks.lookNow(place.matterId));
    place.workspace.pipeline.wake();
    await expect.poll(() => place.versionsOf('Brief.docx'), eventually).toContain(sha256('second'));
  },
  60_000,
);

test.each(ways)(
  'promise 6: one document whose announcement is always answered with %s stops no other, and is announced ever more seldom, and goes by itself',
  async (_how, fault) => {
    await using place = await openDesk({ speedUp });
    const { clock, stores } = place.workspace;
    writeFileSync(join(place.folder, 'Brief.docx'), 'first');
    await place.allFiled();
    const other = await linkAnother(place);
    const remove = place.service.faults.add(
      fault(new RegExp(`^PUT /matters/${place.matterId}/documents/files/`)),
    );
    writeFileSync(join(place.folder, 'Brief.docx'), 'second');
    const began = clock.now();
    for (let count = 0; clock.now() - began < 8 * 60_000; count += 1) {
      const content = `lease ${count}`;
      writeFileSync(join(other.folder, 'Lease.docx'), content);
      await expect
        .poll(() => filedAs(place, 'Lease.docx', other.matterId)[0]?.versions.at(-1), eventually)
        .toBe(sha256(content));
    }
    expect(place.service.faults.hits).toBeLessThan(30);
    const brief = stores.saves.heads().find(({ name }) => name === 'Brief.docx');
    expect(brief?.state).toBe('waiting');
    expect(readProblem(brief?.problem ?? null)?.code).toBe('waiting-for-service');
    expect(place.engine.status.value.service).toBe('online');
    // It goes by itself once it is over: nobody has to press anything.
    remove();
    await expect.poll(() => place.versionsOf('Brief.docx'), eventually).toContain(sha256('second'));
  },
  60_000,
);

test.each(ways)(
  'promise 6: where everything is answered with %s, the account pauses, says so, and goes on by itself',
  async (how, fault) => {
    // Each wait in full: how often it is tried does not depend on chance.
    const ports = (real: EnginePorts): EnginePorts => ({ ...real, random: () => 0.999 });
    await using place = await openDesk({ speedUp: 20, ports });
    writeFileSync(join(place.folder, 'Brief.docx'), 'first');
    await place.allFiled();
    await linkAnother(place);
    const remove = place.service.faults.add(fault(/./));
    writeFileSync(join(place.folder, 'Brief.docx'), 'second');
    const service = () => place.engine.status.value.service;
    const isSignIn = how === 'a sign-in that is not taken';
    await expect.poll(service, eventually).toBe(isSignIn ? 'signed-out' : 'offline');
    const before = place.service.faults.hits;
    const at = place.workspace.clock.now();
    await expect.poll(() => place.workspace.clock.now() - at, eventually).toBeGreaterThan(60_000);
    expect(place.service.faults.hits - before).toBeLessThan(40);
    expect(service()).not.toBe('online');
    // It is tried now and then.
    expect(place.states()).toEqual(['filed', expect.stringMatching(/^(waiting|sending)$/)]);
    remove();
    await place.allFiled(2);
    await expect.poll(service, eventually).toBe('online');
  },
  60_000,
);
