import { oc } from '@orpc/contract';
import { z } from 'zod';
import { fileIdSchema, matterIdSchema, refusalSchema } from '../model/index.ts';

/** Every procedure may refuse, with words for a person and a code for the program. */
export const procedure = oc.errors({ REFUSED: { status: 422, data: refusalSchema } });

export const inMatter = z.object({ matterId: matterIdSchema });
export const inDocument = inMatter.extend({ fileId: fileIdSchema });
export const ofVersion = inDocument.extend({ versionId: z.string().min(1).max(2_000) });
/** Null for what the service has now. */
export const ofVersionOrNewest = inDocument.extend({ versionId: ofVersion.shape.versionId.nullable() });
/** Longest path any supported system takes, in UTF-16 units. */
export const pathSchema = z.string().min(1).max(32_767);
