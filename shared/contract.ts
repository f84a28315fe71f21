import { eventIterator, oc } from '@orpc/contract';
import { z } from 'zod';
import { leavingSchema, signOutSchema, unfiledSchema } from './leaving.ts';
import {
  awakeSchema,
  changeSchema,
  connectionSchema,
  connectionViewSchema,
  custodyEntrySchema,
  diagnosisStepSchema,
  documentSchema,
  documentVersionSchema,
  engineStatusSchema,
  fileIdSchema,
  filingSchema,
  folderIdSchema,
  folderSchema,
  foundSchema,
  ignoreRulesSchema,
  leadSchema,
  lockAfterMinutesSchema,
  managedSchema,
  massChangeLimitsSchema,
  matterDetailsSchema,
  matterIdSchema,
  matterRowSchema,
  matterSchema,
  notFiledSchema,
  preferencesSchema,
  problemSchema,
  profilesSchema,
  recentDocumentSchema,
  refusalSchema,
  requestLimitSchema,
  sendLimitSchema,
  sessionSchema,
  timelineEntrySchema,
  timelineFilterSchema,
  vaultLimitsSchema,
  vaultUsageSchema,
} from './model.ts';
import { proxyQuestionSchema, proxyRouteSchema } from './proxy.ts';
import { updatesSchema } from './updates.ts';

/** Every procedure may refuse, with words for a person and a code for the program. */
const procedure = oc.errors({ REFUSED: { status: 422, data: refusalSchema } });

const inMatter = z.object({ matterId: matterIdSchema });
const inDocument = inMatter.extend({ fileId: fileIdSchema });
const ofVersion = inDocument.extend({ versionId: z.string().min(1).max(2_000) });
/** Longest path any supported system takes, in UTF-16 units. */
const pathSchema = z.string().min(1).max(32_767);

/** What main alone answers: the window, the person's session, dialogs and the shell. */
const app = {
  info: procedure.output(
    z.object({
      version: z.string(),
      platform: z.enum(['win32', 'darwin', 'linux']),
      rootFolder: pathSchema.nullable(),
      /** True when secrets outlive the program on this computer. */
      secretsKept: z.boolean(),
      /** What an administrator decided, and the window shows and does not change. */
      managed: z.array(managedSchema).default([]),
      /** What is wrong with what the administrator wrote. */
      policyProblems: z.array(refusalSchema).default([]),
      /** What is done where nobody asks: the administrator's decision, or else the person's. */
      removeOnSignOut: z.boolean().default(false),
      /** Bytes of contents a second that are sent at most; null for no limit. */
      sendLimit: sendLimitSchema.nullable().default(null),
      /** Minutes without use after which the window is locked; null for never. */
      lockAfterMinutes: lockAfterMinutesSchema.nullable().default(null),
    }),
  ),
  session: procedure.output(eventIterator(sessionSchema)),
  connection: procedure.output(connectionViewSchema.nullable()),
  saveConnection: procedure.input(connectionSchema),
  signIn: procedure,
  cancelSignIn: procedure,
  /** Refused when it would remove what is on this computer alone. */
  signOut: procedure.input(signOutSchema),
  /** How the program is kept new. */
  updates: procedure.output(eventIterator(updatesSchema)),
  lookForUpdate: procedure,
  /** Ends the program, installs and starts again; refused while anything is not filed. */
  installUpdate: procedure,
  profiles: procedure.output(profilesSchema),
  /** Makes a profile and shows it: the page is loaded anew. */
  addProfile: procedure.input(z.object({ name: z.string().max(1_000) })),
  /** Shows another profile: the page is loaded anew, with nothing of the one before. */
  showProfile: procedure.input(z.object({ id: z.string().max(100) })),
  renameProfile: procedure.input(z.object({ id: z.string().max(100), name: z.string().max(1_000) })),
  /** Whether the window shows nothing until somebody signs in again; the page is loaded anew when that changes. */
  locked: procedure.output(z.boolean()),
  /** Whether the person waits to be signed out. */
  leaving: procedure.output(eventIterator(leavingSchema)),
  /** The person does not want to be signed out any more. */
  stay: procedure,
  /** A system dialog; the folder chosen may then be linked. Null when cancelled. */
  chooseFolder: procedure
    .input(z.object({ purpose: z.enum(['matter-folder', 'root-folder']) }))
    .output(z.object({ path: pathSchema }).nullable()),
  /** Where new matter folders are made; takes only a folder that was chosen in the dialog. */
  setRootFolder: procedure.input(z.object({ path: pathSchema })),
  /** What the person prefers, as it outlives the program. */
  preferences: procedure.output(preferencesSchema),
  /** Changes what is given, and leaves the rest. */
  setPreferences: procedure.input(preferencesSchema.partial()).output(preferencesSchema),
  /** Looks at network, service, clock, disk and watching, one after the other. */
  diagnose: procedure.output(eventIterator(diagnosisStepSchema)),
  /** Looks at the same and writes it, with the end of the log, to a text file; a dialog asks where to. Null when cancelled. */
  exportDiagnosis: procedure.output(z.object({ path: pathSchema }).nullable()),
  /** The proxy of the network that waits for a name and password; null when none does. */
  proxyQuestion: procedure.output(eventIterator(proxyQuestionSchema.nullable())),
  /** For the proxy that asks. They are kept with the other secrets and shown to that proxy alone. */
  answerProxy: procedure.input(
    z.object({
      proxy: z.string().min(1).max(300),
      name: z.string().min(1).max(300),
      password: z.string().max(300),
    }),
  ),
  /** Where the person wants to be led, each once: what they chose in the tray, or a notification they clicked. */
  leads: procedure.output(eventIterator(leadSchema)),
  /** Whether the program starts with the person's session, in the background; null where the system offers no way. */
  startAtLogin: procedure.output(z.object({ on: z.boolean() }).nullable()),
  setStartAtLogin: procedure.input(z.object({ on: z.boolean() })),
  /** Files on battery after all, until the computer was plugged in once. */
  fileOnBattery: procedure,
  /** What `exportDiagnosis` writes, for reading first. */
  readDiagnosis: procedure.output(z.object({ text: z.string() })),
};

/** What main checks and the engine does: paths must have been chosen or dropped by the person. */
const folders = {
  /** The folder that would be made for this matter under the root folder; null when there is no root folder. */
  suggest: procedure.input(inMatter).output(z.object({ path: pathSchema }).nullable()),
  /** `path` null makes the suggested folder. */
  link: procedure
    .input(inMatter.extend({ path: pathSchema.nullable() }))
    .output(z.object({ path: pathSchema })),
  /** Stops filing from the folder; removes nothing from disk and nothing unsent. */
  unlink: procedure.input(inMatter),
  show: procedure.input(inMatter),
};

/** `name` is what the person typed, unchanged. */
const renameSchema = inDocument.extend({ name: z.string().max(1_000) });

const documents = {
  list: procedure
    .input(inMatter)
    .output(z.object({ folders: z.array(folderSchema), documents: z.array(documentSchema) })),
  /** Copies files into the matter folder, where they are captured like every save. Never overwrites. */
  add: procedure
    .input(
      inMatter.extend({ folderId: folderIdSchema.nullable(), paths: z.array(pathSchema).min(1).max(10_000) }),
    )
    .output(
      z.array(
        z.discriminatedUnion('outcome', [
          z.object({ path: pathSchema, outcome: z.literal('added'), name: z.string() }),
          z.object({ path: pathSchema, outcome: z.literal('refused'), refusal: refusalSchema }),
        ]),
      ),
    ),
  open: procedure.input(inDocument),
  /** With another program: the system or a dialog asks which. */
  openWith: procedure.input(inDocument),
  showInFolder: procedure.input(inDocument),
  /** Newest first. */
  versions: procedure.input(inDocument).output(z.array(documentVersionSchema)),
  /** Opens a read-only copy; the document in the matter folder stays as it is. */
  openVersion: procedure.input(ofVersion),
  /** Captures what is in the matter folder, then puts the version there, where it becomes the newest version. */
  restoreVersion: procedure.input(ofVersion),
  /** Puts the path of the document on this computer into the clipboard, one a line for several. */
  copyPaths: procedure.input(inMatter.extend({ fileIds: z.array(fileIdSchema).min(1).max(1_000) })),
  /**
   * Gives the file in the matter folder another name: a new name of the same document, filed like every change. Refused
   * for a name that something there has, and for one that not every system can keep.
   */
  rename: procedure.input(renameSchema).output(z.object({ name: z.string() })),
  /** The person drags documents out of the window: the system takes over with the files in the matter folder. */
  drag: procedure.input(inMatter.extend({ fileIds: z.array(fileIdSchema).min(1).max(100) })),
};

/** What part of the custody log is written to a file, and how. The rest is there by its hashes only. */
const exportSchema = z.object({
  part: z.discriminatedUnion('scope', [
    z.object({ scope: z.literal('document'), ...inDocument.shape }),
    z.object({ scope: z.literal('matter'), ...inMatter.shape }),
    z.object({ scope: z.literal('all') }),
  ]),
  format: z.enum(['csv', 'json']),
});

const custody = {
  /** A system dialog asks where to; null when cancelled. Nothing is overwritten: the name may get a number. */
  export: procedure.input(exportSchema).output(z.object({ path: pathSchema }).nullable()),
};

const timelinePosition = {
  /** `next` of the page before. */
  before: z.string().nullable().default(null),
  limit: z.int().min(1).max(500).default(100),
  /** `run.id` of an entry: shows what it stands for, one by one, instead of everything. */
  run: z.string().nullable().default(null),
};
const timelineSchema = z.object({ entries: z.array(timelineEntrySchema), next: z.string().nullable() });

const timelineInput = inMatter.extend({
  ...timelineFilterSchema.shape,
  fileId: fileIdSchema.nullable().default(null),
  /** Only what happened in this folder and the folders in it; null for the whole matter. */
  folderId: folderIdSchema.nullable().default(null),
});

/** What the engine answers, forwarded by main as it is. */
const engine = {
  status: procedure.output(eventIterator(engineStatusSchema)),
  changes: procedure.output(eventIterator(changeSchema)),
  pause: procedure.input(z.object({ paused: z.boolean() })),
  matters: {
    list: procedure
      .input(
        z.object({
          text: z.string().max(500).default(''),
          show: z.enum(['open', 'all', 'leads', 'linked']).default('open'),
          sort: z
            .object({
              by: z.enum(['number', 'title', 'status', 'lastChange', 'responsible']),
              direction: z.enum(['up', 'down']),
            })
            .default({ by: 'number', direction: 'down' }),
          /** Only matters of this person responsible. */
          responsibleId: z.string().min(1).max(1024).nullable().default(null),
          /** Only matters with this status, as the service words it. */
          status: z.string().max(1024).nullable().default(null),
          offset: z.int().nonnegative().default(0),
          limit: z.int().min(1).max(500).default(100),
        }),
      )
      .output(z.object({ rows: z.array(matterRowSchema), total: z.int().nonnegative() })),
    get: procedure.input(inMatter).output(matterSchema),
    /** What is kept of the read form, at once; newer is asked for meanwhile, and a change of the matter told. */
    details: procedure.input(inMatter).output(matterDetailsSchema),
    refresh: procedure,
    /** The person looks at this matter now: its history is read soon, and often. */
    look: procedure.input(z.object({ matterId: matterIdSchema.nullable() })),
  },
  /** The window was brought forward or put away, the computer woke, or the network came back. */
  awake: procedure.input(awakeSchema),
  /** What is on its way to the service, what waits and why, and what was filed lately. */
  filing: {
    now: procedure.output(filingSchema),
    /** What waits of a document for its next try is tried at once. */
    tryNow: procedure.input(inDocument),
  },
  /** Newest first; saves that are not filed yet come before everything else. */
  timeline: procedure.input(timelineInput.extend(timelinePosition)).output(timelineSchema),
  /** People who did something in the matter, for the filter. */
  timelinePeople: procedure
    .input(inMatter)
    .output(z.array(z.object({ userId: z.string(), name: z.string() }))),
  /** What happened in all matters, newest first. */
  activity: procedure.input(timelineFilterSchema.extend({ ...timelinePosition })).output(timelineSchema),
  /** One box for everything: words in any order, each as it begins, whatever is typed. */
  search: procedure
    .input(z.object({ text: z.string().max(500), limit: z.int().min(1).max(50).default(8) }))
    .output(foundSchema),
  problems: {
    list: procedure.output(z.array(problemSchema)),
    act: procedure.input(z.object({ id: z.string(), action: problemSchema.shape.actions.element })),
  },
  custody: {
    /** What this computer did with a document, newest first. `next` is the `before` of the next page. */
    entries: procedure
      .input(
        inDocument.extend({
          before: z.int().positive().nullable().default(null),
          limit: z.int().min(1).max(500).default(100),
        }),
      )
      .output(z.object({ entries: z.array(custodyEntrySchema), next: z.int().positive().nullable() })),
    /** Looks at the whole log: `fault` says where it is not as it was written, null when it is. */
    check: procedure.output(
      z.object({
        entries: z.int().nonnegative(),
        fault: z
          .object({
            seq: z.int().positive().nullable(),
            fault: z.enum(['altered', 'missing', 'repeated', 'reordered']),
            why: z.string(),
          })
          .nullable(),
      }),
    ),
  },
  /** The versions kept on this computer. */
  vault: {
    get: procedure.output(vaultUsageSchema),
    setLimits: procedure.input(vaultLimitsSchema),
  },
  /** Saves of the matter go on being captured, and wait. Whatever is on its way arrives. */
  pauseMatter: procedure.input(inMatter.extend({ paused: z.boolean() })),
  /** What lies in the matter's folder and is not filed: the first so many in order of path, and how many in all. */
  notFiled: procedure
    .input(inMatter.extend({ limit: z.int().min(1).max(1_000).default(200) }))
    .output(z.object({ files: z.array(notFiledSchema), total: z.int().nonnegative() })),
  ignoreRules: {
    get: procedure.input(inMatter).output(ignoreRulesSchema),
    /** `off` has ids of built-in rules; the folder is looked at anew, and what was left out so far is filed. */
    set: procedure.input(
      inMatter.extend({ own: z.array(z.string()).max(1_000), off: z.array(z.string()).max(1_000) }),
    ),
  },
  massChange: {
    limits: procedure.output(massChangeLimitsSchema),
    setLimits: procedure.input(massChangeLimitsSchema),
  },
  /** Saves of the document go on being captured, and wait. Whatever is on its way arrives. */
  pauseDocument: procedure.input(inDocument.extend({ paused: z.boolean() })),
  /** Documents saved on this computer lately and still here, newest first. */
  recent: procedure.input(z.object({ limit: z.int().min(1).max(50) })).output(z.array(recentDocumentSchema)),
  /** What is on this computer alone. */
  unfiled: procedure.output(unfiledSchema),
};

const timeline = {
  /** A system dialog asks where to; null when cancelled. Nothing is overwritten: the name may get a number. */
  export: procedure.input(timelineInput).output(z.object({ path: pathSchema }).nullable()),
};

/** Window to main: the whole conversation. */
export const contract = { app, folders, documents, engine, custody, timeline };

/** Main to engine. */
export const engineContract = {
  /** Sent first, and again whenever something in it changes. */
  configure: procedure.input(
    z.object({
      connection: connectionSchema.pick({ baseUrl: true, apiKey: true }).nullable(),
      signedIn: z.boolean(),
      rootFolder: pathSchema.nullable(),
      /** What the firm's service takes; null for the default of 5 a second, 5 at once. */
      requestLimit: requestLimitSchema.nullable().default(null),
      /** Why filing waits by itself, whatever the person paused or resumed; null when it does not. */
      held: z.enum(['battery']).nullable().default(null),
      /** What an administrator decided about what is kept; null for what the person chose. */
      vaultLimits: vaultLimitsSchema.nullable().default(null),
      /** Bytes of contents a second; null for no limit. */
      sendLimit: sendLimitSchema.nullable().default(null),
    }),
  ),
  folders: {
    suggest: folders.suggest,
    /** `elsewhere` are folders that belong to other profiles, and everything in and around them. */
    link: procedure
      .input(
        inMatter.extend({
          path: pathSchema.nullable(),
          elsewhere: z.array(pathSchema).max(100_000).default([]),
        }),
      )
      .output(z.object({ path: pathSchema })),
    /** Every folder that is linked. */
    all: procedure.output(z.array(pathSchema)),
    unlink: folders.unlink,
    pathOf: procedure.input(inMatter).output(z.object({ path: pathSchema })),
  },
  documents: {
    list: documents.list,
    add: documents.add,
    rename: documents.rename,
    pathOf: procedure.input(inDocument).output(z.object({ path: pathSchema })),
    versions: documents.versions,
    copyOfVersion: procedure.input(ofVersion).output(z.object({ path: pathSchema })),
    restoreVersion: documents.restoreVersion,
  },
  engine,
  custody: {
    /** To a path that the person chose. `version` is the program's. */
    export: procedure
      .input(exportSchema.extend({ path: pathSchema, version: z.string() }))
      .output(z.object({ path: pathSchema })),
  },
  /** Writes the timeline, as filtered, to a CSV file; answers where it stands. */
  timelineExport: procedure
    .input(timelineInput.extend({ path: pathSchema }))
    .output(z.object({ path: pathSchema })),
  /** Scheme and host of the storage to which a document was sent last; null when none was since the engine started. */
  storage: procedure.output(z.object({ origin: z.string() }).nullable()),
  /**
   * Removes all that is kept of the service with this address, and of no other. Refused while something would be lost
   * that is nowhere else, unless `loss` names it (`lossWords`).
   */
  removeKept: procedure.input(
    z.object({ service: z.string(), loss: signOutSchema.shape.loss, version: z.string() }),
  ),
  /** Resolves when everything in hand is safely on disk. */
  stop: procedure,
};

/** Engine to main: access tokens, and the way through the network; no other secret is ever asked for. */
export const hostContract = {
  accessToken: oc
    .input(
      z.object({
        /** An access token the service has just refused; null when none was tried. */ rejected: z
          .string()
          .nullable(),
      }),
    )
    .output(
      z.discriminatedUnion('outcome', [
        z.object({ outcome: z.literal('token'), token: z.string() }),
        z.object({ outcome: z.literal('signed-out') }),
        /** The sign-in server cannot be reached; try again later. */
        z.object({ outcome: z.literal('unreachable'), why: z.string() }),
      ]),
    ),
  /** Through which proxies an origin is reached, best first. Asked often: the network may have changed. */
  proxyFor: oc
    .input(
      z.object({
        origin: z.url(),
        /** A proxy that wants another name and password than it was shown; null when none does. */
        refused: proxyRouteSchema.options[1].nullable(),
      }),
    )
    .output(z.array(proxyRouteSchema)),
};
