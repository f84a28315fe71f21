import type { Refusal } from '../../../../shared/model/index.ts';
import type { ChainFault } from '../../store/custody/chain-check.ts';
import type { Custody } from '../../store/custody/custody.ts';
import type { CheckRecord } from './check-aside.ts';

/** Why a record is not handed out: by the check that anyone makes of it, in the words of the check of the log. Null for one that holds. */
export async function whyNotWhole(
  text: string,
  custody: Custody,
  check: CheckRecord,
): Promise<Refusal | null> {
  const found = await check(text);
  if (found.outcome === 'whole') return null;
  const altered = await whyAltered(custody);
  if (altered) return altered;
  const ofRecord =
    found.outcome === 'broken' ? ` In the record: ${found.fault.what}. ${found.fault.why}` : '';
  return notHolding(`What was made does not pass the check that everybody makes of a record.${ofRecord}`);
}

/** By the log itself: null for one that is whole. */
export async function whyAltered(custody: Custody): Promise<Refusal | null> {
  const { fault } = await custody.check();
  return fault && refusalFor(fault);
}

export const refusalFor = ({ seq, fault, why }: ChainFault): Refusal =>
  notHolding(
    `Entry ${seq} of the custody log is ${fault}: something other than Matterline changed its data. ${why}`,
  );

const notHolding = (why: string): Refusal => ({
  code: 'not-permitted',
  what: 'The record was not made: it would not hold',
  why,
  next: 'Tell the person who looks after your computers, and keep the exports and records you have. Filing goes on.',
});
