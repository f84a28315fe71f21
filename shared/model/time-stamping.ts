import { z } from 'zod';

/** The time-stamping authority (RFC 3161) that the firm trusts. */
export const timeStampingSchema = z.object({
  address: z
    .url({ protocol: /^https?$/ })
    .max(2_000)
    .describe('Where it takes requests.'),
  certificate: z
    .string()
    .max(100_000)
    .regex(
      /^-----BEGIN CERTIFICATE-----[A-Za-z0-9+/=\s]+-----END CERTIFICATE-----\s*$/,
      'must be one certificate in PEM',
    )
    .describe(
      'The certificate in PEM that its answers are held against: its own, or the one it was issued with.',
    ),
  policy: z
    .string()
    .regex(/^[012](\.\d+)+$/, 'must be an object identifier')
    .nullable()
    .default(null)
    .describe('The policy under which it stamps, as an object identifier; null for any of its own.'),
});
export type TimeStamping = z.infer<typeof timeStampingSchema>;

/** The matter in which checkpoints of the custody log are filed. */
export const checkpointMatterSchema = z
  .string()
  .min(1)
  .max(200)
  .describe('The number of the matter, or its id in the service.');
