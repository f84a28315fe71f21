import { eventIterator, oc } from '@orpc/contract';
import { z } from 'zod';
import {
  capabilitiesSchema,
  capabilitiesUnlessSaid,
  checkpointMatterSchema,
  connectionSchema,
  fetchedLimitSchema,
  fetchStepSchema,
  heldSchema,
  identityPolicySchema,
  keptHereSchema,
  requestKeyIdSchema,
  requestLimitSchema,
  sendLimitSchema,
  signInSchema,
  timeStampingSchema,
  vaultLimitsSchema,
} from '../model/index.ts';
import { proxyRouteSchema } from '../model/proxy.ts';
import { signOutSchema } from '../model/sign-out.ts';
import { app } from './app.ts';
import { custody, exportSchema, exposureInput, recordPartSchema } from './custody.ts';
import { addSome, documents, folders } from './documents.ts';
import { engine } from './engine.ts';
import { inDocument, inMatter, ofVersion, ofVersionOrNewest, pathSchema, procedure } from './parts.ts';
import { matters, mattersExportInput } from './requests.ts';
import { timeline, timelineInput } from './timeline.ts';

/** Window to main: the whole conversation. */
export const contract = { app, folders, documents, engine, custody, timeline, matters };

/** Main to engine. */
export const engineContract = {
  /** Sent first, and again whenever something in it changes. */
  configure: procedure.input(
    z.object({
      connection: connectionSchema
        .pick({ baseUrl: true, apiKey: true, hub: true, withoutHub: true })
        .nullable(),
      signedIn: z.boolean(),
      /** Which sign-in it is; null where nobody is signed in, and for a program that does not tell sign-ins apart. */
      signIn: signInSchema.nullable().default(null),
      /** Nobody is signed in because the person signed out: what is kept is shown to nobody before they sign in again. */
      left: z.boolean().default(false),
      /** Hash of the sign-in server's address; null where nobody tells it. */
      signInServer: z.string().max(200).nullable().default(null),
      /** Whether a workspace is opened by what a person says of themselves. */
      identity: identityPolicySchema.default('stated'),
      rootFolder: pathSchema.nullable(),
      /** What the firm's service takes; null for the default of 5 a second, 5 at once. */
      requestLimit: requestLimitSchema.nullable().default(null),
      /** Why filing waits by itself, whatever the person paused or resumed; null when it does not. */
      held: heldSchema.nullable().default(null),
      /** What an administrator decided about what is kept; null for what the person chose. */
      vaultLimits: vaultLimitsSchema.nullable().default(null),
      /** The same of the disk space for documents that were fetched. */
      fetchedLimit: fetchedLimitSchema.nullable().default(null),
      /** Bytes of contents a second; null for no limit. */
      sendLimit: sendLimitSchema.nullable().default(null),
      /** Which operations beyond the specification are used where the service offers them. */
      capabilities: capabilitiesSchema.default(capabilitiesUnlessSaid),
      /** Who stamps checkpoints of the custody log; null for nobody. */
      timeStamping: timeStampingSchema.nullable().default(null),
      /** Where checkpoints of the custody log are filed; null for nowhere. */
      checkpointMatter: checkpointMatterSchema.nullable().default(null),
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
    pathOf: folders.show.output(z.object({ path: pathSchema })),
  },
  documents: {
    list: documents.list,
    add: addSome,
    rename: documents.rename,
    /** `isFetched` while what was captured of it last came from the service, and from nobody here. */
    pathOf: procedure
      .input(inDocument)
      .output(z.object({ path: pathSchema, isFetched: z.boolean().default(false) })),
    versions: documents.versions,
    copyOfVersion: procedure.input(ofVersion).output(z.object({ path: pathSchema })),
    /** Where the bytes of a version lie in the vault, which were found to be as they were captured, for main to read and show. */
    placeOfVersion: procedure.input(ofVersion).output(
      z.object({
        name: z.string(),
        path: pathSchema,
        start: z.int().nonnegative(),
        size: z.int().nonnegative(),
      }),
    ),
    restoreVersion: documents.restoreVersion,
    /**
     * Has a version on this computer, as a copy in the program's own directory, or in its place in the matter's folder where that is
     * wanted and there is one. Who ends the stream cancels it.
     */
    fetch: procedure
      .input(ofVersionOrNewest.extend({ toPlace: z.boolean().default(false) }))
      .output(eventIterator(fetchStepSchema)),
    /** Copies such a copy to a path that the person chose; answers where it stands. `elsewhere` as in `folders.link`. */
    saveFetched: procedure
      .input(
        z.object({
          from: pathSchema,
          to: pathSchema,
          elsewhere: z.array(pathSchema).max(100_000).default([]),
        }),
      )
      .output(z.object({ path: pathSchema })),
  },
  engine,
  custody: {
    /** To a path that the person chose. `version` is the program's. */
    export: procedure
      .input(exportSchema.extend({ path: pathSchema, version: z.string() }))
      .output(z.object({ path: pathSchema })),
    exportExposure: procedure
      .input(exposureInput.extend({ path: pathSchema }))
      .output(z.object({ path: pathSchema })),
    /** `path` is the page's. */
    saveRecord: procedure
      .input(z.object({ part: recordPartSchema, path: pathSchema, version: z.string() }))
      .output(z.object({ path: pathSchema, proofs: pathSchema })),
  },
  /** Writes the timeline, as filtered, to a CSV file; answers where it stands. */
  timelineExport: procedure
    .input(timelineInput.extend({ path: pathSchema }))
    .output(z.object({ path: pathSchema })),
  /** Writes the list of matters, as narrowed down, to a CSV file; answers where it stands. */
  mattersExport: procedure
    .input(mattersExportInput.extend({ path: pathSchema }))
    .output(z.object({ path: pathSchema })),
  /** Scheme and host of the storage to which a document was sent last; null when none was since the engine started. */
  storage: procedure.output(z.object({ origin: z.string() }).nullable()),
  /**
   * Removes all that is kept of the service with this address for the person of this sign-in, and of no other. Refused while
   * another person's is shown, and while something would be lost that is nowhere else, unless `loss` names it (`lossWords`).
   */
  removeKept: procedure
    .input(
      z.object({
        service: z.string(),
        signIn: z.string(),
        loss: signOutSchema.shape.loss,
        version: z.string(),
      }),
    )
    /** Whose it was, as `person.now` names them; null when nothing is kept of them. */
    .output(z.object({ person: z.string().nullable() })),
  /** What is kept of the service in use, for a person who is about to use another. */
  keptHere: procedure.output(keptHereSchema),
  /** The folders of the shown person leave this service; they are linked again once the one at `to` tells the same matters. */
  takeLinks: procedure.input(z.object({ to: z.string() })),
  /** Answered at once by an engine that can answer at all. */
  alive: procedure,
  /** Resolves when everything in hand is safely on disk. */
  stop: procedure,
};

/** Engine to main: access tokens, the way through the network, what other profiles have, signatures, the wastebasket, and the keys that requests are sent with; no other secret is ever asked for. */
export const hostContract = {
  accessToken: oc
    .input(
      z.object({
        /** An access token the service has just refused; null when none was tried. */ rejected: z
          .string()
          .nullable(),
        /** The sign-in in whose name it is asked for: no other's token is given out. */
        signIn: z.string(),
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
  /** A secret that a request is about to be sent with; null when it is not kept any more. */
  requestKey: oc.input(z.object({ id: requestKeyIdSchema })).output(z.object({ key: z.string() }).nullable()),
  /** Folders that belong to other profiles of the program; null while one of them cannot say. */
  foldersElsewhere: oc.output(z.array(pathSchema).nullable()),
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
  /**
   * A signature of this device's key on a checkpoint of the custody log, in base64; null for what is none. `proof`: that it adds to
   * what was signed of the log last. Where it does not show that, what was signed is answered, and nothing is signed.
   * `place`: the directory of the log; where another log was signed last for it, this one is only where it begins with that, `after`.
   */
  signCheckpoint: oc
    .input(
      z.object({
        text: z.string().max(2_000),
        proof: z.string().max(10_000),
        place: z.string().max(10_000),
        after: z.string().max(5_000).nullable(),
      }),
    )
    .output(
      z
        .union([
          z.object({
            publicKey: z.string(),
            signature: z.string(),
            /** False where this computer has no place for secrets: the key is gone when the program ends. */
            lasting: z.boolean(),
          }),
          z.object({ known: z.string() }),
        ])
        .nullable(),
    ),
  /** Moves what stands at a path in a matter's folder to the system's wastebasket; fails where there is none for it. */
  toWastebasket: oc.input(z.object({ path: pathSchema })).output(z.void()),
  /** What is kept is being migrated or recovered: the engine takes its configuration later, and nothing is wrong. */
  stillPreparing: oc.output(z.void()),
};
