import type { Store } from './database.ts';

/** Small facts kept with the state: ports, the signing key, whether it was seeded. */
export function readSetting(store: Store, name: string): string | undefined {
  return store.prepare<[string], string>('select value from settings where name = ?').pluck().get(name);
}

export function writeSetting(store: Store, name: string, value: string): void {
  store.prepare('insert or replace into settings (name, value) values (?, ?)').run(name, value);
}
