import {
  type MassChangeLimits,
  massChangeLimitsSchema,
  type RequestSettings,
  requestSettingsBefore,
  requestSettingsSchema,
  usualMassChangeLimits,
} from '../../../shared/model/index.ts';
import type { MatterStore } from './matters.ts';

/** Under which name something is kept, and how its value is made out of the text that is. */
interface Setting<Value> {
  readonly name: string;
  /** @param kept null where nothing was kept yet */
  readonly read: (kept: string | null) => Value;
  readonly write: (value: Value) => string;
}

/** False unless said. */
const flag = (name: string): Setting<boolean> => ({
  name,
  read: (kept) => kept === 'yes',
  write: (value) => (value ? 'yes' : 'no'),
});

const number = <Before extends number | null>(name: string, before: Before): Setting<number | Before> => ({
  name,
  read: (kept) => (kept === null ? before : Number(kept)),
  write: String,
});

/** Null for no limit. */
const limit = (name: string, usual: number | null): Setting<number | null> => ({
  name,
  read: (kept) => (kept === null ? usual : kept === 'none' ? null : Number(kept)),
  write: (value) => String(value ?? 'none'),
});

/**
 * What is kept of a workspace by name, each with its type. Names and texts are those of earlier versions of the program. What belongs
 * to one part alone and has a shape of its own (folders to hand over, for one) is read and written there.
 */
export const settings = {
  /** Nothing is filed until the person goes on. */
  isPaused: flag('paused'),
  /** Milliseconds since 1970 of the last listing of all matters, and of the last look for changed ones. */
  mattersListedAt: number('matters-listed-at', null),
  mattersCheckedAt: number('matters-checked-at', null),
  /** Of the last time the service told no names of clients. */
  clientNamesNotToldAt: number('client-names-not-told-at', Number.NEGATIVE_INFINITY),
  /** What is known of the order of the service's answers: a `Lean`. */
  historyLean: number('history-lean', 0),
  /** What the vault keeps of filed versions at most. */
  vaultBytes: limit('vault.maxBytes', 20_000_000_000),
  /** What documents take that were fetched into matter folders, at most. */
  fetchedBytes: limit('fetched.maxBytes', null),
  vaultDays: limit('vault.maxAgeDays', null),
  massChange: {
    name: 'mass-change',
    read: (kept) => (kept === null ? usualMassChangeLimits : massChangeLimitsSchema.parse(JSON.parse(kept))),
    write: (limits) => JSON.stringify(limits),
  } satisfies Setting<MassChangeLimits>,
  /** What the firm configured of its requests; what is damaged or of another version counts as not configured. */
  requests: {
    name: 'request-settings',
    read(kept) {
      try {
        const given: unknown = JSON.parse(kept ?? '{}');
        return requestSettingsSchema.parse(Object.assign({}, requestSettingsBefore, given));
      } catch {
        return requestSettingsBefore;
      }
    },
    write: (given) => JSON.stringify(given),
  } satisfies Setting<RequestSettings>,
};

type Kept = Pick<MatterStore, 'setting' | 'putSetting'>;

export const settingOf = <Value>(kept: Kept, { name, read }: Setting<Value>): Value =>
  read(kept.setting(name));

export const putSettingOf = <Value>(kept: Kept, { name, write }: Setting<Value>, value: Value): void =>
  kept.putSetting(name, write(value));
