import { z } from 'zod';
import { ok, type Result } from '../../../shared/base/result.ts';
import type { MatterId } from '../../../shared/model/index.ts';
import { acceptedBy, answerTo, callOf, wholeCollection } from './calls.ts';
import type { ServiceError } from './errors.ts';
import type { Page } from './page.ts';
import { readStage, readStageSet, type Stage, type StageSet } from './stage-sets.ts';
import { flag, type Link, type Reader, recordReader, text, type WithRaw } from './tolerant.ts';
import type { CallOptions, Transport } from './transport.ts';
import { readWebhook, type Webhook } from './webhooks.ts';

const referralTypeSchema = z.object({ id: z.string().min(1), name: text, isDeleted: flag });
export type ReferralType = WithRaw<z.infer<typeof referralTypeSchema>>;
const readReferralType = recordReader(referralTypeSchema);

/** An event type is its name, or a record that has one. */
const readTypeName: Reader<string> = (json) => {
  if (typeof json === 'string') return ok(json);
  const record = recordReader(z.object({ name: z.string() }))(json);
  return record.ok ? ok(record.value.name) : record;
};

/** Small lists of the firm, where a service gives them (beyond the spec: Search, lists). */
export function createFirmLists(transport: Transport) {
  return {
    listReferralTypes(options: CallOptions = {}): Promise<Result<Page<ReferralType>, ServiceError>> {
      const call = callOf(transport, 'referralTypes.list', {}, {}, options);
      return answerTo(transport, call, wholeCollection(readReferralType));
    },
    listStageSets(options: CallOptions = {}): Promise<Result<Page<StageSet>, ServiceError>> {
      return answerTo(
        transport,
        callOf(transport, 'stageSets.list', {}, {}, options),
        wholeCollection(readStageSet),
      );
    },
    listStages(matterId: MatterId, options: CallOptions = {}): Promise<Result<Page<Stage>, ServiceError>> {
      const call = callOf(transport, 'stages.ofMatter', { matterId }, {}, options);
      return answerTo(transport, call, wholeCollection(readStage));
    },
    listWebhooks(options: CallOptions = {}): Promise<Result<Page<Webhook>, ServiceError>> {
      return answerTo(
        transport,
        callOf(transport, 'webhooks.list', {}, {}, options),
        wholeCollection(readWebhook),
      );
    },
    /** Names of events that can be subscribed to. */
    async listWebhookTypes(options: CallOptions = {}): Promise<Result<readonly string[], ServiceError>> {
      const call = callOf(transport, 'webhooks.types', {}, {}, options);
      const page = await answerTo(transport, call, wholeCollection(readTypeName));
      return page.ok ? ok(page.value.items) : page;
    },
    /** Ends a subscription. */
    deleteWebhook(id: string, options: CallOptions = {}): Promise<Result<Link, ServiceError>> {
      return acceptedBy(transport, callOf(transport, 'webhooks.delete', { id }, { anyBody: true }, options));
    },
  };
}
