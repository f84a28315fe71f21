import { z } from 'zod';
import type { PreviewKind } from '../rules/preview.ts';
import { fetchingSchema } from './fetching.ts';
import { refusalSchema } from './refusal.ts';

/** Longest picture, as a data address of a PNG: no other kind of picture leaves the viewer. */
const longestPicture = 24_000_000;
const pictureSchema = z
  .string()
  .max(longestPicture)
  .regex(/^data:image\/png;base64,[\w+/]+={0,2}$/);
const textSchema = z.string().max(2_000_000);
const sidesSchema = { width: z.int().min(1).max(20_000), height: z.int().min(1).max(20_000) };

/** A part of a text, as plain text. */
const textBlockSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('heading'), level: z.int().min(1).max(6), text: textSchema }),
  z.object({ kind: z.literal('paragraph'), text: textSchema }),
  z.object({ kind: z.literal('item'), text: textSchema }),
  z.object({ kind: z.literal('row'), cells: z.array(textSchema).max(1_000) }),
]);
export type TextBlock = z.infer<typeof textBlockSchema>;

const sheetSchema = z.object({
  name: textSchema,
  rows: z.array(z.array(textSchema).max(1_000)).max(10_000),
  /** How many there are, shown or not. */
  rowsInAll: z.int().nonnegative(),
  columnsInAll: z.int().nonnegative(),
});
export type Sheet = z.infer<typeof sheetSchema>;

const pageSchema = z.object({
  step: z.literal('page'),
  number: z.int().positive(),
  of: z.int().positive(),
  picture: pictureSchema,
  ...sidesSchema,
  /** What stands on it; empty for a picture of a page, as a scanner makes it. */
  text: textSchema,
});
export type PreviewPage = z.infer<typeof pageSchema>;

/** What the viewer makes of a document: pictures and plain text, nothing else. */
const shownSchemas = [
  pageSchema,
  z.object({ step: z.literal('picture'), picture: pictureSchema, ...sidesSchema }),
  z.object({
    step: z.literal('text'),
    blocks: z.array(textBlockSchema).max(50_000),
    /** Only its beginning is shown. */
    isCut: z.boolean(),
  }),
  z.object({ step: z.literal('sheets'), sheets: z.array(sheetSchema).max(1_000), isCut: z.boolean() }),
] as const;

/** Why the viewer has nothing to show. */
export const viewerFaultSchema = z.enum(['not-what-its-name-says', 'damaged', 'locked', 'too-large-inside']);
export type ViewerFault = z.infer<typeof viewerFaultSchema>;

/** A paragraph of two versions; `text` of what only one of them has, or both. */
const comparedSchema = z.object({
  parts: z.array(z.object({ kind: z.enum(['same', 'inserted', 'deleted']), text: textSchema })).max(20_000),
});
export type ComparedParagraph = z.infer<typeof comparedSchema>;

const differencesSchema = z.object({
  step: z.literal('differences'),
  paragraphs: z.array(comparedSchema).max(100_000),
  /** Only the beginning of one of them, or of both, was compared. */
  isCut: z.boolean(),
});

/** All that main believes of the viewer, a process that reads what anybody may have made. */
export const viewerAnswerSchema = z.discriminatedUnion('step', [
  ...shownSchemas,
  differencesSchema,
  z.object({ step: z.literal('end') }),
  z.object({ step: z.literal('fault'), fault: viewerFaultSchema }),
]);
export type ViewerAnswer = z.infer<typeof viewerAnswerSchema>;

const readingSchema = z.object({ step: z.literal('reading') });
const refusedSchema = z.object({ step: z.literal('refused'), refusal: refusalSchema });

/** How a document comes to be shown in the window; the last step is `end` or `refused`. */
export const previewStepSchema = z.discriminatedUnion('step', [
  fetchingSchema,
  readingSchema,
  ...shownSchemas,
  z.object({ step: z.literal('end') }),
  refusedSchema,
]);
export type PreviewStep = z.infer<typeof previewStepSchema>;

export const compareStepSchema = z.discriminatedUnion('step', [
  fetchingSchema,
  readingSchema,
  differencesSchema,
  refusedSchema,
]);
export type CompareStep = z.infer<typeof compareStepSchema>;

/** What main asks of the viewer. Contents go with it, as bytes. */
export type ViewerRequest =
  | {
      readonly ask: 'show';
      readonly kind: PreviewKind;
      readonly bytes: Uint8Array;
      readonly isCut: boolean;
      readonly fromPage: number;
    }
  | { readonly ask: 'compare'; readonly before: ComparedText; readonly after: ComparedText };
export interface ComparedText {
  readonly kind: 'word' | 'text';
  readonly bytes: Uint8Array;
  readonly isCut: boolean;
}
