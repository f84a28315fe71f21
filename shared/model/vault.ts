import { z } from 'zod';

/** How much of the past is kept on this computer; null for no limit. What is not filed stays whatever the limits. */
export const vaultLimitsSchema = z.object({
  /** Bytes in all. */
  maxBytes: z.int().min(100_000_000).max(Number.MAX_SAFE_INTEGER).nullable(),
  /** Days since a version was saved. */
  maxAgeDays: z.int().min(1).max(36_500).nullable(),
});
export type VaultLimits = z.infer<typeof vaultLimitsSchema>;

export const vaultUsageSchema = vaultLimitsSchema.extend({
  /** Bytes of the versions kept now, and how many different ones. */
  bytes: z.int().nonnegative(),
  contents: z.int().nonnegative(),
});
