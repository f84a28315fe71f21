import { z } from 'zod';
import { refusalSchema } from './index.ts';

/** What would not be found at the service if this computer were lost now. */
export const unfiledSchema = z.object({
  /** Saves that the service's history does not show yet. */
  unfinished: z.int().nonnegative(),
  /** Contents that the person chose not to file and that are kept on this computer alone. */
  kept: z.int().nonnegative(),
  /** Files of matter folders that changed and were not captured yet: still being written, or not readable. */
  unread: z.int().nonnegative(),
  /** Matter folders in which it is not known yet what changed. */
  looking: z.int().nonnegative(),
  /** Documents that were dropped and are still to be added to a matter folder. */
  adding: z.int().nonnegative().default(0),
  /** Requests that are not done: waiting, on their way, or a problem. */
  requests: z.int().nonnegative().optional(),
});
export type Unfiled = z.infer<typeof unfiledSchema>;

/** True when nothing more will be filed by waiting. */
export const isAllFiled = ({ unfinished, unread, looking, adding, requests = 0 }: Unfiled): boolean =>
  unfinished + unread + looking + adding + requests === 0;

/**
 * What a person has to say, in these words, before anything is removed that is nowhere else; null when nothing would be
 * lost. Files of matter folders stay where they are: they are only not filed.
 */
export function lossWords({
  unfinished,
  kept,
  unread,
  requests = 0,
}: Pick<Unfiled, 'unfinished' | 'kept' | 'unread' | 'requests'>) {
  const lost = unfinished + kept;
  const parts = [
    lost > 0 ? `lose ${lost} ${lost === 1 ? 'version' : 'versions'}` : null,
    requests > 0 ? `lose ${requests} ${requests === 1 ? 'request' : 'requests'}` : null,
    unread > 0 ? `leave ${unread} ${unread === 1 ? 'file' : 'files'} unfiled` : null,
  ].filter((part) => part !== null);
  return parts.length === 0 ? null : parts.join(' and ');
}

/** Whether a person said it, whatever the case and the spaces. */
export const saysLoss = (said: string, words: string): boolean =>
  said.trim().replace(/\s+/g, ' ').toLowerCase() === words;

/** How a person leaves. */
export const signOutSchema = z.object({
  when: z.enum(['now', 'all-filed']),
  /** Removes what is kept on this computer: lists, timelines, earlier versions. Never a matter folder. */
  remove: z.boolean(),
  /** `lossWords` as the person typed them; empty when nothing would be lost. */
  loss: z.string().max(200),
});
export type SignOut = z.infer<typeof signOutSchema>;

export const signingOutSchema = z.discriminatedUnion('state', [
  /** `refusal` says why a sign-out that was waited for did not happen. */
  z.object({ state: z.literal('staying'), refusal: refusalSchema.nullable() }),
  /** The person is signed out as soon as everything is filed. */
  z.object({ state: z.literal('waiting'), remove: z.boolean() }),
]);
export type SigningOutState = z.infer<typeof signingOutSchema>;
