import { z } from 'zod';

/** Whether a group of operations beyond the specification is used where the service turns out to offer it. */
export const capabilitySchema = z.enum(['auto', 'off']);
export type Capability = z.infer<typeof capabilitySchema>;

export const capabilitiesSchema = z.object({
  documents: capabilitySchema.default('auto'),
  /** Folders made, renamed and moved; as documents are, unless said. */
  folders: capabilitySchema.optional(),
});
export type Capabilities = z.infer<typeof capabilitiesSchema>;

export const capabilitiesUnlessSaid: Capabilities = { documents: 'auto' };
