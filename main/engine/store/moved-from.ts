import { z } from 'zod';

/** What a document was in the matter from whose folder it was moved. Ids only: a name may be another client's. */
const movedFromSchema = z.object({ movedFromMatter: z.string(), movedFromFile: z.string() });
export type MovedFrom = z.infer<typeof movedFromSchema>;

export const writeMovedFrom = (from: MovedFrom): string => JSON.stringify(from);
export const readMovedFrom = (text: string): MovedFrom => movedFromSchema.parse(JSON.parse(text));
