import { ok, type Result } from '../../../../shared/base/result.ts';
import type {
  BillingView,
  MatterId,
  MatterRecord,
  MatterTypeView,
  StaffView,
} from '../../../../shared/model/index.ts';
import { type ActivityCode, readActivityCode } from '../../service/activity-codes.ts';
import { readBillingConfiguration } from '../../service/billing-configuration.ts';
import type { RecordsClient } from '../../service/client.ts';
import { matterTypeIdSchema, stageSetIdSchema } from '../../service/ids.ts';
import type { Json, JsonObject } from '../../service/json.ts';
import { readLayout, readLayoutContact } from '../../service/layouts.ts';
import { readMatter } from '../../service/matter.ts';
import { type MatterType, matterTypeKinds, readMatterType } from '../../service/matter-types.ts';
import { readStaff, type Staff } from '../../service/staff.ts';
import { readStageSet } from '../../service/stage-sets.ts';
import { dateFromTicks } from '../../service/ticks.ts';
import type { Reader } from '../../service/tolerant.ts';
import type { Stores } from '../../store/stores.ts';
import { keptStaff } from '../matters/kept-matter.ts';
import { allPages } from './all-pages.ts';
import type { Answers } from './answers.ts';
import { matterFields } from './matter-fields.ts';
import { layoutsOf, rolesOf, stageSetOf } from './matter-items.ts';
import { contactOf, namesIn } from './names.ts';

const minute = 60_000;
/** What seldom changes, and what a form is about to change. Milliseconds. */
const [seldom, soon] = [15 * minute, 5_000];

/** What forms choose from and screens of the firm's work show; `Answers` says when it is asked for. */
export class Records {
  readonly #client: RecordsClient;
  readonly #answers: Answers;
  readonly #stores: Stores;

  constructor(options: { client: RecordsClient; answers: Answers; stores: Stores }) {
    this.#client = options.client;
    this.#answers = options.answers;
    this.#stores = options.stores;
  }

  /** Types that can be used for new matters and leads. */
  matterTypes() {
    const { json, readAt, problem } = this.#answers.get('matter types', '', seldom, (options) =>
      allPages(this.#client.matterTypes.list({}, options)),
    );
    const types = readAll(json, readMatterType).filter(({ isDeleted }) => !isDeleted);
    return { readAt, problem, types: types.map(matterTypeView) };
  }

  matterType(id: string) {
    const { json, readAt, problem } = this.#answers.get('matter type', id, seldom, (options) =>
      rawOf(this.#client.matterTypes.read(matterTypeIdSchema.parse(id), options)),
    );
    const [type] = readAll([json], readMatterType);
    return { readAt, problem, matterType: type ? matterTypeView(type) : null };
  }

  /** Names of the types of a state or location, for the list of matters. */
  typesIn(location: string): string[] {
    const { types } = this.matterTypes();
    return types.filter((type) => type.location === location).map(({ name }) => name);
  }

  staff() {
    const { json, readAt, problem } = this.#answers.get('staff', '', seldom, async (options) => {
      const page = await this.#client.staff.list(options);
      return page.ok ? ok(page.value.items.map(({ raw }) => raw)) : page;
    });
    return { readAt, problem, rows: readAll(json, readStaff).map(staffView) };
  }

  matter(matterId: MatterId): MatterRecord {
    const { json, readAt, problem } = this.#answers.get('matter', matterId, soon, (options) =>
      rawOf(this.#client.matters.read(matterId, options)),
    );
    const [matter] = readAll([json], readMatter);
    const names = namesIn(this.#stores);
    return {
      readAt,
      problem,
      version: matter?.versionId ?? null,
      isLead: matter?.isLead ?? false,
      title: matter?.title ?? '',
      fields: matter ? matterFields(matter, names) : {},
      matterTypeName: matter?.matterType?.name ?? this.#stores.matters.get(matterId)?.matterType ?? null,
      roles: matter ? rolesOf(matter, names) : [],
      layouts: matter ? layoutsOf(matter) : [],
      stageSetId: matter ? stageSetOf(matter) : null,
    };
  }

  layouts() {
    const { json, readAt, problem } = this.#answers.get('layouts', '', seldom, (options) =>
      allPages(this.#client.layouts.list({}, options)),
    );
    const rows = readAll(json, readLayout).map(({ id, name, lastUpdated }) => ({
      id,
      name,
      lastUpdated: lastUpdated === null ? null : dateFromTicks(lastUpdated).toISOString(),
    }));
    return { readAt, problem, rows };
  }

  layoutContacts(matterId: MatterId, itemId: string) {
    const key = JSON.stringify([matterId, itemId]);
    const { json, readAt, problem } = this.#answers.get('layout contacts', key, minute, async (options) => {
      const page = await this.#client.layouts.contacts(matterId, itemId, options);
      return page.ok ? ok(page.value.items.map(({ raw }) => raw)) : page;
    });
    const names = namesIn(this.#stores);
    const rows = readAll(json, readLayoutContact).map(({ key: name, contact }) => ({
      key: name,
      contact: contact && contactOf(contact, names),
    }));
    return { readAt, problem, rows };
  }

  stageSet(matterId: MatterId) {
    const { stageSetId, ...ofMatter } = this.matter(matterId);
    if (stageSetId === null) return { readAt: ofMatter.readAt, problem: ofMatter.problem, set: null };
    const { json, readAt, problem } = this.#answers.get('stage set', stageSetId, seldom, (options) =>
      rawOf(this.#client.stageSets.read(stageSetIdSchema.parse(stageSetId), options)),
    );
    const [set] = readAll([json], readStageSet);
    return {
      readAt,
      problem,
      set: set
        ? {
            name: set.name,
            isDeleted: set.isDeleted,
            stages: set.stages.map(({ id, name, isDeleted }) => ({ id, name, isDeleted })),
          }
        : null,
    };
  }

  billing(matterId: MatterId): BillingView {
    const { json, readAt, problem } = this.#answers.get('billing', matterId, minute, (options) =>
      rawOf(this.#client.billingConfiguration.read(matterId, options)),
    );
    const [read] = readAll([json], readBillingConfiguration);
    if (!read) return { readAt, problem, configuration: null };
    const names = namesIn(this.#stores);
    const { debtors, raw: _raw, id: _id, href: _href, relation: _relation, method: _method, ...rest } = read;
    const { self: _self, versionId: _version, ...plain } = rest;
    const configuration = { ...plain, debtors: debtors.map((link) => contactOf(link, names)) };
    return { readAt, problem, configuration };
  }

  /** All of them, deleted ones too. */
  activityCodes() {
    const { json, readAt, problem } = this.#answers.get('activity codes', '', minute, (options) =>
      allPages(this.#client.activityCodes.list({}, options)),
    );
    return { readAt, problem, codes: readAll<ActivityCode>(json, readActivityCode) };
  }
}

function readAll<Value>(json: Json, read: Reader<Value>): Value[] {
  return (Array.isArray(json) ? json : []).flatMap((each) => {
    const one = read(each);
    return one.ok ? [one.value] : [];
  });
}

async function rawOf<Failure>(
  reading: Promise<Result<{ readonly raw: JsonObject }, Failure>>,
): Promise<Result<Json, Failure>> {
  const read = await reading;
  return read.ok ? ok(read.value.raw) : read;
}

function matterTypeView(type: MatterType): MatterTypeView {
  const { id, name, category, location, representativeOptions } = type;
  const kind =
    type.type === matterTypeKinds.matter ? 'matter' : type.type === matterTypeKinds.lead ? 'lead' : 'unknown';
  return { id, name, category, location, kind, representativeOptions };
}

function staffView(person: Staff): StaffView {
  const { id, title, phone, cell, email, former, enabled } = person;
  return { id, name: keptStaff(person).name, title, phone, cell, email, former: former ?? false, enabled };
}
