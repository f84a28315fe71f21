import { randomUUID } from 'node:crypto';
import { systemClock } from '../../shared/base/clock.ts';

/** Whoever writes the custody log of a database that a test opens by itself. */
export const testAuditContext = {
  clock: systemClock,
  newId: randomUUID,
  computer: { hostName: 'desk', userName: 'ann' },
  service: 'https://api.example.com',
};
