import { z } from 'zod';
import { err, type Result } from '../../../shared/base/result.ts';
import { firstViolation, pageWindow } from '../../../shared/rules/checks.ts';
import { answerTo, callOf } from './calls.ts';
import { contactName } from './contact-name.ts';
import type { ServiceError } from './errors.ts';
import type { Page } from './page.ts';
import { readPages } from './paging.ts';
import { ticksIn } from './ticks.ts';
import {
  flag,
  linkMembers,
  type Reader,
  recordReader,
  textOrNull,
  ticksOrNull,
  versionId,
} from './tolerant.ts';
import type { CallOptions, Transport } from './transport.ts';

/** Beyond the spec: Contacts, GET /contacts. */
export interface ContactQuery {
  readonly offset?: number | undefined;
  /** 1 to 500. */
  readonly limit?: number | undefined;
  /** Only contacts changed at or after these ticks. */
  readonly updatedSince?: bigint | undefined;
  readonly excludeDeleted?: boolean | undefined;
  /** `Person`, `Organisation` and others. */
  readonly type?: string | undefined;
  /** In e-mail addresses, telephone numbers and names. */
  readonly search?: string | undefined;
  readonly sort?: 'lastUpdated' | undefined;
}

const contactSchema = z.object({
  ...linkMembers,
  id: z.string().min(1).max(1024),
  externalSystemId: textOrNull,
  versionId,
  isDeleted: flag,
  lastUpdated: ticksOrNull,
});
const readRecord = recordReader(contactSchema);

/** Beyond the spec: Contacts, *contact*; what kind it is and all its fields are in `raw`. */
export type Contact = z.infer<typeof contactSchema> & {
  /** What it goes by; null when its record tells none. */
  readonly name: string | null;
  readonly raw: object;
};

const readContact: Reader<Contact> = (json) => {
  const record = readRecord(json);
  return record.ok ? { ok: true, value: { ...record.value, name: contactName(json) } } : record;
};

/** Contacts, where a service has operations to read them. */
export function createContactRecords(transport: Transport) {
  return {
    /** Contacts page by page, each once; ends after an error. */
    async *listContacts(
      query: ContactQuery = {},
      options: CallOptions = {},
    ): AsyncGenerator<Result<Page<Contact>, ServiceError>, void> {
      const { updatedSince, excludeDeleted, offset, limit, type, search, sort } = query;
      const parameters = {
        ...{
          Offset: offset,
          Limit: limit,
          UpdatedSince: updatedSince,
          ExcludeDeletedContacts: excludeDeleted,
        },
        ...{ Type: type, Search: search, Sort: sort },
      };
      const violation = firstViolation(
        pageWindow({ offset: 'Offset', limit: 'Limit' }, query),
        ticksIn('UpdatedSince', updatedSince),
      );
      const call = callOf(transport, 'contacts.list', {}, { query: parameters, violation }, options);
      if (call.ok) yield* readPages(transport, call.value, readContact, (contact) => contact.id);
      else yield err(call.error);
    },
    readContact(id: string, options: CallOptions = {}): Promise<Result<Contact, ServiceError>> {
      return answerTo(transport, callOf(transport, 'contacts.read', { id }, {}, options), readContact);
    },
  };
}
