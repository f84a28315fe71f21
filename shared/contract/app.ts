import { eventIterator } from '@orpc/contract';
import { z } from 'zod';
import {
  addressChangeSchema,
  connectionSchema,
  connectionViewSchema,
  diagnosisStepSchema,
  heldSchema,
  keptScreenSchema,
  lockAfterMinutesSchema,
  managedSchema,
  navigationTargetSchema,
  preferencesSchema,
  profilesSchema,
  refusalSchema,
  sendLimitSchema,
  sessionSchema,
} from '../model/index.ts';
import { proxyQuestionSchema } from '../model/proxy.ts';
import { signingOutSchema, signOutSchema } from '../model/sign-out.ts';
import { updatesSchema } from '../model/updates.ts';
import { pathSchema, procedure } from './parts.ts';
import { requestKeys } from './requests.ts';

/** What main alone answers: the window, the person's session, dialogs and the shell. */
export const app = {
  info: procedure.output(
    z.object({
      version: z.string(),
      platform: z.enum(['win32', 'darwin', 'linux']),
      rootFolder: pathSchema.nullable(),
      /** What an administrator decided, and the window shows and does not change. */
      managed: z.array(managedSchema).default([]),
      /** What is wrong with the settings on this computer, and with what the administrator wrote. */
      configurationProblems: z.array(refusalSchema).default([]),
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
  /** Refused (`connection-in-use`) when the service address changes and the old one has something here, until `links` says what becomes of it. */
  saveConnection: procedure.input(
    connectionSchema.extend({
      ...addressChangeSchema.shape,
      /** Where no client secret is typed, the one that is kept for this same connection stays. */
      keepClientSecret: z.boolean().default(false),
    }),
  ),
  /** Takes the connection that a file says; a dialog asks which. Null when cancelled; refused like `saveConnection`. */
  importConnection: procedure.output(z.object({ path: pathSchema }).nullable()),
  signIn: procedure,
  cancelSignIn: procedure,
  /** Puts the address of the sign-in page into the clipboard, which the page itself may not write to. */
  copySignInAddress: procedure,
  /** The page is loaded anew: it cannot do so itself, since it may go nowhere. */
  reloadWindow: procedure,
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
  signingOut: procedure.output(eventIterator(signingOutSchema)),
  /** The person does not want to be signed out any more. */
  cancelSignOut: procedure,
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
  /** Lets the next window begin with what this one shows. */
  keepScreen: procedure.input(keptScreenSchema),
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
  /** That what files documents does not stay running; null while it does. */
  engineProblem: procedure.output(eventIterator(refusalSchema.nullable())),
  /** Where the person wants to be led, each once: what they chose in the tray, or a notification they clicked. */
  leads: procedure.output(eventIterator(navigationTargetSchema)),
  /** Whether the program starts with the person's session, in the background; null where the system offers no way. */
  startAtLogin: procedure.output(z.object({ on: z.boolean() }).nullable()),
  setStartAtLogin: procedure.input(z.object({ on: z.boolean() })),
  /** Files after all, until the reason to wait was gone once: the computer plugged in, or on another network. */
  fileAnyway: procedure.input(z.object({ held: heldSchema })),
  /** Whether the network is metered; null when this computer does not tell. */
  metered: procedure.output(z.boolean().nullable()),
  /** What `exportDiagnosis` writes, for reading first. */
  readDiagnosis: procedure.output(z.object({ text: z.string() })),
  requestKeys,
};
