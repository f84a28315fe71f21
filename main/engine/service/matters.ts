import { err, type Result } from '../../../shared/base/result.ts';
import { type MatterId, type MatterStatus, matterStatuses } from '../../../shared/model/index.ts';
import { firstViolation, integerIn, largestInt32, oneOf, rule, uuid } from '../../../shared/rules/checks.ts';
import { type MatterPatch, matterPatchViolations } from '../../../shared/rules/matter-patch.ts';
import { type NewMatter, newMatterViolations } from '../../../shared/rules/new-matter.ts';
import { acceptedBy, answerTo, callOf } from './calls.ts';
import type { ServiceError } from './errors.ts';
import { type Matter, readMatter } from './matter.ts';
import { type MatterNames, named } from './new-matter.ts';
import type { Page } from './page.ts';
import { readPages } from './paging.ts';
import { ticksIn } from './ticks.ts';
import type { Link } from './tolerant.ts';
import type { CallOptions, Transport } from './transport.ts';

/** spec: Matters, GET /matters, query parameters. */
export interface MatterQuery {
  /** Page size, 1 or more; the service's default is 500. */
  readonly limit?: number | undefined;
  readonly offset?: number | undefined;
  readonly matterTypeId?: string | undefined;
  readonly contactId?: string | undefined;
  readonly status?: MatterStatus | undefined;
  readonly isLead?: boolean | undefined;
  /** Only matters changed at or after these ticks. */
  readonly updatedSince?: bigint | undefined;
  readonly sort?: readonly MatterSort[] | undefined;
  readonly fields?: readonly 'Items'[] | undefined;
}

export interface MatterSort {
  readonly by: 'Status' | 'LastUpdated';
  readonly order: 'asc' | 'desc';
}

export function createMatters(transport: Transport) {
  let names: MatterNames = 'asPost';
  return {
    /** Matters page by page, each once; ends after an error (spec: GET /matters). */
    async *list(
      query: MatterQuery = {},
      options: CallOptions = {},
    ): AsyncGenerator<Result<Page<Matter>, ServiceError>, void> {
      const call = callOf(
        transport,
        'matters.list',
        {},
        { query: queryOf(query), violation: check(query) },
        options,
      );
      if (call.ok) yield* readPages(transport, call.value, readMatter, (matter) => matter.id);
      else yield err(call.error);
    },

    /**
     * Creates a matter or lead; the link names it, and it is there a moment later (spec: POST /matters). Where a service
     * refuses it, the two names that PATCH spells otherwise are tried so once, and used from then on when they are taken.
     */
    async create(matter: NewMatter, options: CallOptions = {}): Promise<Result<Link, ServiceError>> {
      const violation = firstViolation(...newMatterViolations(matter));
      const send = (body: object) =>
        acceptedBy(
          transport,
          callOf(transport, 'matters.create', {}, { body, violation, anyBody: true }, options),
        );
      const first = await send(named(matter, names));
      const hasOther = matter.otherSidesIds !== undefined || matter.dateOpened !== undefined;
      if (first.ok || first.error.kind !== 'rejected' || !hasOther) return first;
      const others = names === 'asPost' ? 'asPatch' : 'asPost';
      const second = await send(named(matter, others));
      if (second.ok) names = others;
      // Refused both ways, the first refusal says most; anything else leaves open whether it was made.
      return !second.ok && second.error.kind === 'rejected' ? first : second;
    },

    /** Changes a matter, or turns a lead into one; applies a moment later (spec: PATCH /matters/{matterId}; UUID). */
    patch(
      matterId: MatterId,
      patch: MatterPatch,
      options: CallOptions = {},
    ): Promise<Result<Link, ServiceError>> {
      const violation = firstViolation(
        uuid('matterId', matterId),
        ...matterPatchViolations(patch, transport.region),
      );
      const parts = { body: patch, violation, anyBody: true };
      return acceptedBy(transport, callOf(transport, 'matters.patch', { matterId }, parts, options));
    },

    /** One matter with its items, roles and relationships (spec: GET /matters/{matterId}). */
    read(matterId: MatterId, options: CallOptions = {}): Promise<Result<Matter, ServiceError>> {
      return answerTo(transport, callOf(transport, 'matters.read', { matterId }, {}, options), readMatter);
    },
  };
}

function queryOf({ sort, fields, ...plain }: MatterQuery) {
  return {
    ...plain,
    sort: sort?.length ? sort.map(({ by, order }) => `${order}(${by})`).join(',') : undefined,
    fields: fields?.length ? fields.join(',') : undefined,
  };
}

function check(query: MatterQuery) {
  const { updatedSince, sort = [], fields = [] } = query;
  return firstViolation(
    integerIn('limit', query.limit, 1, largestInt32),
    integerIn('offset', query.offset, 0, largestInt32),
    oneOf('status', query.status, matterStatuses),
    ticksIn('updatedSince', updatedSince),
    rule(
      'sort',
      sort.every(
        ({ by, order }) => (by === 'Status' || by === 'LastUpdated') && (order === 'asc' || order === 'desc'),
      ),
      'must be asc or desc of Status or LastUpdated',
    ),
    rule(
      'fields',
      fields.every((field) => field === 'Items'),
      'must be Items',
    ),
  );
}
