import { ORPCError } from '@orpc/client';
import { describe, expect, it } from 'vitest';
import { refusalOf } from '../../../renderer/conversation/refusal.ts';

describe('a refusal', () => {
  it('is told in its own words', () => {
    const data = { code: 'offline', what: 'A.', why: 'B.', next: 'C.' };
    expect(refusalOf(new ORPCError('REFUSED', { data }))).toEqual(data);
  });

  it('is told honestly when something unforeseen happened, without inner details', () => {
    for (const error of [new Error('ECONNRESET /home/x'), new ORPCError('REFUSED', { data: 'x' }), null]) {
      expect(refusalOf(error).what).toBe('That did not work.');
      expect(JSON.stringify(refusalOf(error))).not.toContain('/home');
    }
  });
});
