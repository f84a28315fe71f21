import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { trayMenu, trayTooltip } from '../../../main/tray/tray-menu.ts';
import { trayPicture } from '../../../main/tray/tray-picture.ts';
import { type TrayKind, trayStateOf } from '../../../main/tray/tray-state.ts';
import {
  type EngineStatus,
  type RecentDocument,
  recentDocumentSchema,
  statusBefore,
} from '../../../shared/model/index.ts';

const online: EngineStatus = { ...statusBefore, service: 'online' };
const kinds: readonly TrayKind[] = ['filed', 'waiting', 'person', 'offline', 'paused', 'starting'];
const actions = { open() {}, showProblems() {}, showProfile() {}, pause() {}, openDocument() {}, quit() {} };

test('the tray says how things stand, the most important first', () => {
  const shown = (change: Partial<EngineStatus>) => trayStateOf({ ...online, ...change });
  expect(shown({})).toEqual({ kind: 'filed', lines: ['All saves are filed'] });
  expect(shown({ kept: 2 })).toEqual({ kind: 'filed', lines: ['All other saves are filed, 2 kept unfiled'] });
  expect(shown({ waiting: 1_200, sending: 1 })).toEqual({
    kind: 'waiting',
    lines: ['1,200 waiting, 1 sending'],
  });
  expect(shown({ sent: 2 })).toEqual({ kind: 'waiting', lines: ['2 sent, not yet filed'] });
  expect(shown({ unread: 1 })).toEqual({ kind: 'waiting', lines: ['1 changed and not read yet'] });
  expect(shown({ problems: 1, paused: true, waiting: 2 })).toEqual({
    kind: 'person',
    lines: ['1 problem needs you', 'Filing is paused', '2 waiting'],
  });
  expect(shown({ service: 'signed-out', waiting: 2 }).lines).toEqual([
    'Sign in to resume filing',
    '2 waiting',
  ]);
  expect(shown({ service: 'offline' }).kind).toBe('offline');
  expect(shown({ service: 'offline', paused: true }).kind).toBe('paused');
  expect(shown({ held: 'metered' })).toEqual({
    kind: 'paused',
    lines: ['Filing waits for an unmetered connection'],
  });
  expect(shown({ engine: 'stopped', problems: 3 }).kind).toBe('starting');
});

test('“filed” is never said while a save is on its way, whatever else is true', () => {
  const some = fc.record({
    engine: fc.constantFrom('running' as const, 'stopped' as const),
    service: fc.constantFrom('online', 'offline', 'signed-out', 'rate-limited', 'unknown' as const),
    paused: fc.boolean(),
    waiting: fc.nat(3),
    sending: fc.nat(3),
    sent: fc.nat(3),
    problems: fc.nat(3),
    looking: fc.nat(3),
    unread: fc.nat(3),
  });
  fc.assert(
    fc.property(some, (change) => {
      const status = { ...statusBefore, ...change };
      const { kind, lines } = trayStateOf(status);
      const open =
        status.waiting + status.sending + status.sent + status.problems + status.looking + status.unread;
      const allFiled =
        open === 0 && status.engine === 'running' && status.service === 'online' && !status.paused;
      expect(kind === 'filed').toBe(allFiled);
      expect(lines.includes('All saves are filed')).toBe(allFiled);
      expect(lines.length).toBeGreaterThan(0);
    }),
  );
});

test('each state has a shape of its own, also where the system paints it in one colour', () => {
  const picture = (name: string) => readFileSync(join(import.meta.dirname, '../../..', name));
  const shapes = kinds.map((kind) => picture(trayPicture(kind, true)).toString('hex'));
  expect(new Set(shapes).size).toBe(kinds.length);
  for (const [density, side] of [
    ['', 16],
    ['@2x', 32],
  ] as const) {
    for (const name of kinds.flatMap((kind) => [trayPicture(kind, true), trayPicture(kind, false)])) {
      const header = picture(name.replace('.png', `${density}.png`));
      expect([header.readUInt32BE(16), header.readUInt32BE(20)]).toEqual([side, side]);
    }
  }
});

test('the menu offers to resume what is paused, and leads to what needs a person', () => {
  const state = trayStateOf({ ...online, problems: 2, paused: true });
  const menu = trayMenu(state, true, [], actions);
  expect(menu.map(({ label }) => label).filter(Boolean)).toEqual([
    '2 problems need you',
    'Filing is paused',
    'Open Matterline',
    'Resume filing',
    'Recent documents',
    'Quit Matterline',
  ]);
  expect(menu[0]?.click).toBe(actions.showProblems);
  expect(menu[1]?.enabled).toBe(false);
});

test('names of documents are shown as they are and do nothing to the menu', () => {
  const named = (name: string): RecentDocument =>
    recentDocumentSchema.parse({ matterId: 'm', fileId: 'f', name });
  const labels = (name: string): string | undefined => {
    const item = trayMenu(trayStateOf(online), false, [named(name)], actions).find(
      ({ label }) => label === 'Recent documents',
    );
    return Array.isArray(item?.submenu) ? item.submenu[0]?.label : undefined;
  };
  expect(labels('Smith & Sons.docx')).toBe('Smith && Sons.docx');
  expect(labels('fdp.\u202Ecod\n.docx')).toBe('fdp. cod .docx');
  expect(labels('x'.repeat(300))).toHaveLength(60);
  expect(trayTooltip({ kind: 'person', lines: ['y'.repeat(300)] }).length).toBeLessThan(128);
});

test('the tray says which other profile needs a person, and leads there', () => {
  const shown: string[] = [];
  const elsewhere = [{ id: 'b', name: 'Firm in Toronto', need: 'Sign in to resume filing' }];
  const menu = trayMenu(
    trayStateOf(online),
    false,
    [],
    { ...actions, showProfile: (id) => void shown.push(id) },
    elsewhere,
  );
  const line = menu.find(({ label }) => label === 'Firm in Toronto: Sign in to resume filing');
  line?.click?.(undefined as never, undefined, undefined as never);
  expect(shown).toEqual(['b']);
  expect(trayTooltip(trayStateOf(online), elsewhere)).toBe(
    'Matterline: All saves are filed. Firm in Toronto: Sign in to resume filing',
  );
});
