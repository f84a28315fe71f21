import { z } from 'zod';
import type { FolderId } from '../../../../shared/model/index.ts';

/** What was announced of a save, kept with it: directories here may get other names before history shows it. */
const announcedSchema = z.object({
  fileName: z.string(),
  folderId: z
    .string()
    .nullable()
    .transform((id) => id as FolderId | null),
  /** True for a rename or a move after which history had nothing to show: the document was there under that name. */
  wasShown: z.boolean(),
});
export type Announced = z.infer<typeof announcedSchema>;

export const writeAnnounced = ({ fileName, folderId, wasShown }: Announced): string =>
  JSON.stringify({ fileName, folderId, wasShown });
export const readAnnounced = (text: string): Announced => announcedSchema.parse(JSON.parse(text));
