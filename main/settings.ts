import { z } from 'zod';
import {
  capabilitiesSchema,
  checkpointMatterSchema,
  connectionSchema,
  type Preferences,
  preferencesSchema,
  type Refusal,
  requestLimitSchema,
  timeStampingSchema,
} from '../shared/model/index.ts';

/** Before the person preferred anything. */
const usualPreferences: Preferences = {
  theme: 'system',
  notifications: true,
  pinned: [],
  recent: [],
  show: 'usual',
  place: '',
  formats: null,
  pauseOnBattery: false,
};

/** What an earlier or a later version of the program wrote and this one does not know is as usual; the rest stays as it was. */
function eachByItself(kept: unknown): Partial<Preferences> {
  const known = Object.entries(preferencesSchema.shape).flatMap(([name, schema]) => {
    const value: unknown = Reflect.get(Object(kept), name);
    return value !== undefined && schema.safeParse(value).success ? [[name, value]] : [];
  });
  return { ...usualPreferences, ...Object.fromEntries(known) };
}

const settingsSchema = z.object({
  /** A typed connection without its secrets, which are in the secret store. */
  connection: connectionSchema.omit({ apiKey: true, clientSecret: true }).nullable().catch(null),
  rootFolder: z.string().nullable().catch(null),
  /** The service address of the connection that was in use last. */
  lastAddress: z.string().nullable().catch(null),
  /** What a connection file that was imported says apart from the connection, for the service address `of`. */
  imported: z
    .object({
      of: z.string(),
      rootFolder: z.string().nullable(),
      capabilities: capabilitiesSchema.nullable(),
      timeStamping: timeStampingSchema.nullable(),
      /** Left out by earlier programs. */
      checkpointMatter: checkpointMatterSchema.nullable().default(null),
    })
    .nullable()
    .catch(null),
  /** Requests the firm's service takes, where they are not the default. */
  requestLimit: requestLimitSchema.nullable().catch(null),
  window: z
    .object({
      bounds: z.object({ x: z.int(), y: z.int(), width: z.int(), height: z.int() }),
      maximized: z.boolean(),
    })
    .nullable()
    .catch(null),
  preferences: z.preprocess(eachByItself, preferencesSchema).catch(usualPreferences),
  /** When notices of the system were shown lately, in milliseconds since 1970. */
  noticesAt: z.array(z.number()).max(100).catch([]),
  /** What this profile is called; null while nobody gave it a name. */
  profileName: z.string().max(1_000).nullable().catch(null),
  /** Of the first profile alone: which one the window shows. */
  shownProfile: z.string().nullable().catch(null),
  /** The person knows that the program goes on without its window. */
  toldOfGoingOn: z.boolean().nullable().catch(null),
  /** Whose pinned and recent matters the preferences hold: the id of a workspace. */
  person: z.string().nullable().catch(null),
  /** Those of the others, by the ids of their workspaces. */
  remembered: z
    .record(z.string(), preferencesSchema.pick({ pinned: true, recent: true, place: true }))
    .catch({}),
  /** The person signed out, and nobody has signed in since. */
  left: z.boolean().nullable().catch(null),
  /** What is to be removed of sign-ins that are over, once it can be: by the service and the sign-in it was kept by. */
  toRemove: z
    .array(z.object({ service: z.string(), signIn: z.string() }))
    .nullable()
    .catch(null),
  /** The window shows nothing until somebody signs in again. */
  locked: z.boolean().nullable().catch(null),
});

export type Settings = z.infer<typeof settingsSchema>;
export type WindowSettings = NonNullable<Settings['window']>;

/** Where the settings are kept (`settings-file.ts`). */
export interface SettingsFile {
  /** What the person has to know of it: what they chose was damaged. */
  readonly problem?: Refusal | null;
  get(name: string): unknown;
  set(name: string, value: unknown): void;
}

/** What the person chose, as it outlives the program; a value that makes no sense counts as not chosen. */
export class SettingsStore {
  readonly #file: SettingsFile;
  readonly #log: (message: string) => void;
  /** What the disk has not taken yet. */
  readonly #unwritten = new Map<keyof Settings, unknown>();

  constructor(file: SettingsFile, log: (message: string) => void) {
    this.#file = file;
    this.#log = log;
  }

  /** What was damaged, and what is not kept now. */
  get problems(): Refusal[] {
    const { problem } = this.#file;
    return [...(problem ? [problem] : []), ...(this.#unwritten.size > 0 ? [notKept] : [])];
  }

  get<Name extends keyof Settings>(name: Name): Settings[Name] {
    const value = this.#unwritten.has(name) ? this.#unwritten.get(name) : this.#file.get(name);
    return settingsSchema.shape[name].parse(value ?? null) as Settings[Name];
  }

  /** Takes effect at once. What the disk does not take is logged, and written with what is set next. */
  set<Name extends keyof Settings>(name: Name, value: Settings[Name]): void {
    this.#unwritten.set(name, value);
    for (const [each, chosen] of this.#unwritten) {
      try {
        this.#file.set(each, chosen);
        this.#unwritten.delete(each);
      } catch (failure) {
        const code = failure instanceof Error && 'code' in failure ? failure.code : null;
        if (typeof code !== 'string') throw failure;
        this.#log(`The settings could not be kept on disk (${code}); they last until the program ends.`);
        return;
      }
    }
  }

  /** Changes what is given, and leaves the rest. */
  prefer(change: { readonly [Name in keyof Preferences]?: Preferences[Name] | undefined }): Preferences {
    const given = Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined));
    const preferences = preferencesSchema.parse({ ...this.get('preferences'), ...given });
    this.set('preferences', preferences);
    return preferences;
  }
}

const notKept: Refusal = {
  code: 'configuration-invalid',
  what: 'The settings cannot be kept on this computer.',
  why: 'What was chosen last holds until Matterline is closed: the disk may be full, or its folder not writable.',
  next: 'Make room on the disk, and change any setting: all of them are kept then.',
};
