import { eventIterator } from '@orpc/contract';
import { z } from 'zod';
import { addingSchema, addOutcomeSchema } from '../model/adding.ts';
import {
  compareStepSchema,
  documentSchema,
  documentsAtOnce,
  documentVersionSchema,
  fileIdSchema,
  folderIdSchema,
  folderSchema,
  leavingSchema,
  previewStepSchema,
  unlinkingSchema,
  viewStepSchema,
} from '../model/index.ts';
import { inDocument, inMatter, ofVersion, ofVersionOrNewest, pathSchema, procedure } from './parts.ts';

/** What main checks and the engine does: paths must have been chosen or dropped by the person. */
export const folders = {
  /** The folder that would be made for this matter under the root folder; null when there is no root folder. */
  suggest: procedure.input(inMatter).output(z.object({ path: pathSchema }).nullable()),
  /** `path` null makes the suggested folder. */
  link: procedure
    .input(inMatter.extend({ path: pathSchema.nullable() }))
    .output(z.object({ path: pathSchema })),
  /**
   * Stops filing from the folder; removes nothing from disk and nothing unsent. Where files in it changed and are not captured within
   * some seconds, more than the person said may stay unfiled, it says so and does nothing.
   */
  unlink: procedure.input(inMatter.extend({ leaving: leavingSchema.default(0) })).output(unlinkingSchema),
  /** Shows the matter folder, or one in it, in the file manager. */
  show: procedure.input(inMatter.extend({ folderId: folderIdSchema.nullable().default(null) })),
};

/** `name` is what the person typed, unchanged. */
const renameSchema = inDocument.extend({ name: z.string().max(1_000) });

const addSchema = inMatter.extend({
  folderId: folderIdSchema.nullable(),
  paths: z.array(pathSchema).min(1).max(10_000),
});

/** Of the engine: copies some files, one outcome for each. */
export const addSome = procedure.input(addSchema).output(z.array(addOutcomeSchema));

export const documents = {
  /**
   * All folders, and a page of the documents, in the order of their ids: those after the id `after`, the `next` of the page before.
   * Or those of some ids alone; what is not there any more is left out.
   */
  list: procedure
    .input(
      inMatter.extend({
        after: fileIdSchema.nullable().default(null),
        only: z.array(fileIdSchema).max(documentsAtOnce).optional(),
      }),
    )
    .output(
      z.object({
        folders: z.array(folderSchema),
        documents: z.array(documentSchema),
        /** Null on the last page. */
        next: fileIdSchema.nullable(),
      }),
    ),
  /**
   * Has files copied into the matter folder, where they are captured like every save. Never overwrites. It goes on whatever becomes of
   * the page; `adding` tells how far it is, and what became of it.
   */
  add: procedure.input(addSchema.extend({ folderName: z.string().max(2_000) })),
  /** How far adding is, and what became of what was added until the person has read it. */
  adding: procedure.output(eventIterator(addingSchema)),
  /** Begins nothing more of what is being added. */
  stopAdding: procedure,
  /** The person was told what became of it. */
  addedRead: procedure.input(z.object({ id: z.string().max(100) })),
  /** Refused (`kind-not-known`) where it may be anything, until the person was asked: `anyway`. */
  open: procedure.input(inDocument.extend({ anyway: z.boolean().default(false) })),
  /** With another program: the system or a dialog asks which. */
  openWith: procedure.input(inDocument),
  showInFolder: procedure.input(inDocument),
  /** Newest first. */
  versions: procedure.input(inDocument).output(z.array(documentVersionSchema)),
  /** Opens a read-only copy; the document in the matter folder stays as it is. */
  openVersion: procedure.input(ofVersion),
  /**
   * Fetches a version that anybody filed, and opens it: the newest one in its place in the matter's folder, where there is one, any
   * other as a read-only copy. Who ends the stream cancels it. Only where the service
   * offers it; refused in words elsewhere.
   */
  view: procedure
    .input(ofVersionOrNewest.extend({ anyway: z.boolean().default(false) }))
    .output(eventIterator(viewStepSchema)),
  /** The same, saved where the person chooses in a dialog instead of opened. Nothing is overwritten. */
  saveCopy: procedure.input(ofVersionOrNewest).output(eventIterator(viewStepSchema)),
  /**
   * Shows a version as pictures and plain text, without opening it; null for what is in the matter's folder or else the newest. Who
   * ends the stream ends the reading. Of a PDF, some pages from one on.
   */
  preview: procedure
    .input(ofVersionOrNewest.extend({ fromPage: z.int().positive().max(1_000_000).default(1) }))
    .output(eventIterator(previewStepSchema)),
  /** What the later of two versions of a Word document or plain text has that the earlier has not, and the other way round. */
  compare: procedure
    .input(
      inDocument.extend({
        before: ofVersionOrNewest.shape.versionId,
        after: ofVersionOrNewest.shape.versionId,
      }),
    )
    .output(eventIterator(compareStepSchema)),
  /** Captures what is in the matter folder, then puts the version there, where it becomes the newest version. */
  restoreVersion: procedure
    /** `asItIs`: only where the folder has that content, what was kept unfiled is filed; nothing is put in the place of anything. */
    .input(ofVersion.extend({ asItIs: z.boolean().default(false) }))
    /**
     * `same`: the document in the matter folder has this content already, and nothing was changed. `to-file`: the same, but it
     * was kept unfiled, and is filed now.
     */
    .output(z.object({ outcome: z.enum(['restored', 'same', 'to-file']) })),
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
