import { z } from 'zod';
import type { Result } from '../../../shared/base/result.ts';
import type { MatterId } from '../../../shared/model/index.ts';
import { answerTo, callOf } from './calls.ts';
import type { ServiceError } from './errors.ts';
import {
  flagOrNull,
  linkMembers,
  links,
  numberOrNull,
  recordReader,
  textOrNull,
  versionId,
  type WithRaw,
  wordOrNull,
} from './tolerant.ts';
import type { CallOptions, Transport } from './transport.ts';

/** spec: Billing configuration, `billingType`; 7 is allowed too, its meaning is not shown. */
export const billingTypes = {
  none: 0,
  fixedFee: 1,
  fixedFeePerAppearance: 2,
  timeBased: 3,
  contingencyDollars: 4,
  contingencyPercent: 5,
  notBillable: 6,
} as const;

const billingConfigurationSchema = z.object({
  ...linkMembers,
  id: textOrNull,
  versionId,
  /** One of `billingTypes`, or whatever else the service said. */
  billingType: wordOrNull,
  /** Currency; for fixed fees and time based billing. */
  amount: numberOrNull,
  /** Currency; AU and UK only. */
  disbursementAmount: numberOrNull,
  /** Percent; for contingency in percent. */
  contingencyAmount: numberOrNull,
  debtors: links,
  /** AU and UK only. */
  rateSetId: textOrNull,
  /** US only, and all that follow. */
  isUtbmsEnabled: flagOrNull,
  ledesFirmId: textOrNull,
  ledesMatterId: textOrNull,
  ledesClientMatterId: textOrNull,
  /** 0 Length6, 1 Length2, 2 UseFirmDefault. */
  ledesTimekeeperClassificationType: wordOrNull,
});

/** spec: Billing configuration (per matter). */
export type BillingConfiguration = WithRaw<z.infer<typeof billingConfigurationSchema>>;

export const readBillingConfiguration = recordReader(billingConfigurationSchema);

export function createBillingConfiguration(transport: Transport) {
  return {
    /** spec: GET /matters/{matterId}/billingconfiguration. */
    read(matterId: MatterId, options: CallOptions = {}): Promise<Result<BillingConfiguration, ServiceError>> {
      const call = callOf(transport, 'billingConfiguration.read', { matterId }, {}, options);
      return answerTo(transport, call, readBillingConfiguration);
    },
  };
}
