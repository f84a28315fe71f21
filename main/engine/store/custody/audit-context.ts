import type { Clock } from '../../../../shared/base/clock.ts';

/** Who and what writes the log, passed in like every effect. */
export interface AuditContext {
  readonly clock: Pick<Clock, 'now'>;
  readonly newId: () => string;
  readonly computer: { readonly hostName: string | null; readonly userName: string | null };
  /** The service's address: each service has a log of its own. */
  readonly service: string;
  /** The signed-in user's id in the service; null while it is not known. */
  readonly person: () => string | null;
  /** Who is at the computer; its own person where nobody says otherwise. */
  readonly presence?: () => Presence;
}

/**
 * Who is at the computer: the person whose workspace it is, or nobody; somebody who was not asked yet who they are; or another
 * person.
 */
export type Presence = 'own' | 'unknown' | 'another';

/** What a capture says of somebody else at the computer. */
export const presenceDetail = {
  own: null,
  unknown: 'unknown-person-signed-in',
  another: 'another-person-signed-in',
} as const satisfies Record<Presence, string | null>;
