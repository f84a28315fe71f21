import { type Answer, notFound, ok, problem } from '../answer.ts';
import { pagedAnswer, readPage } from '../links.ts';
import type { ApiRequest, Operation } from '../operation.ts';
import { recordsOf } from '../store/records.ts';
import type { World } from '../world.ts';
import {
  type MatterRow,
  matterItems,
  matterMembers,
  matterStatuses,
  readMatter,
  type StoredMatter,
  storedMatter,
} from './matter-record.ts';

const mostPerPage = 500;

/** GET /matters and GET /matters/{matterId} (spec: Matters). */
export function matterReadOperations(world: World): Operation[] {
  return [
    {
      name: 'matters.list',
      method: 'GET',
      path: '/matters',
      handle: (request) => listMatters(world, request),
    },
    {
      name: 'matters.read',
      method: 'GET',
      path: '/matters/{matterId}',
      handle(request) {
        const stored = readMatter(world, request.params.matterId ?? '');
        if (stored === undefined) return notFound('matter');
        const { more } = stored.matter;
        const extra = world.variants.extraMembers ? { ...more, leadReference: null } : {};
        return ok({
          ...matterMembers(world, stored),
          items: matterItems(world, stored),
          ...extra,
          ...(world.variants.matterStageSet === 'stated' && {
            stageSetId: recordsOf(world.store, 'stageSet').all()[0]?.id,
          }),
        });
      },
    },
  ];
}

function listMatters(world: World, request: ApiRequest): Answer {
  const asked = readPage(request, Number.MAX_SAFE_INTEGER);
  if ('refusal' in asked) return asked.refusal;
  // No maximum is shown for this list; more than a full page is cut down rather than refused.
  const page = { offset: asked.offset, limit: Math.min(asked.limit, mostPerPage) };
  const filter = readFilter(request);
  if ('refusal' in filter) return filter.refusal;
  const order = readSort(request.query.get('sort'));
  if (order === undefined)
    return problem(400, 'sort must be asc(field) or desc(field) of Status or LastUpdated.');
  const withItems = readFields(request.query.get('fields'));
  if (withItems === undefined) return problem(400, 'fields supports only Items.');

  const sorting = [...order, 'seq'].join(', ');
  const where = filter.conditions.length === 0 ? '' : `where ${filter.conditions.join(' and ')}`;
  const size = world.store
    .prepare<unknown[], number>(`select count(*) from matters ${where}`)
    .pluck()
    .get(...filter.values);
  const rows = world.store
    .prepare<unknown[], MatterRow>(
      `select id, ticks, json from
         (select seq, id, status, ticks from matters ${where} order by ${sorting} limit ? offset ?)
       join matter_records using (seq) order by ${sorting}`,
    )
    .safeIntegers()
    .all(...filter.values, page.limit, page.offset);
  const typeNames = matterTypeNames(world);
  const value = rows.map((row) => listForm(world, storedMatter(row), typeNames, withItems));
  const answer = pagedAnswer(world, request, {
    page,
    size: size ?? 0,
    value,
    relation: 'Matters',
    naturalShape: 'short',
  });
  return { ...answer, status: world.variants.mattersListStatus };
}

function listForm(
  world: World,
  stored: StoredMatter,
  typeNames: ReadonlyMap<string, string>,
  withItems: boolean,
) {
  const members = matterMembers(world, stored);
  const { matter } = stored;
  return {
    ...members,
    matterType: { ...members.matterType, name: typeNames.get(matter.matterTypeId) ?? '' },
    clientIds: matter.clientIds,
    otherSideIds: matter.otherSideIds,
    ...(withItems ? { items: matterItems(world, stored) } : {}),
  };
}

function matterTypeNames(world: World): ReadonlyMap<string, string> {
  const types = recordsOf<{ name: string }>(world.store, 'matterType').all();
  return new Map(types.map(({ id, value }) => [id, value.name]));
}

interface Filter {
  readonly conditions: string[];
  readonly values: unknown[];
}

function readFilter({ query }: ApiRequest): Filter | { readonly refusal: Answer } {
  const conditions: string[] = [];
  const values: unknown[] = [];
  const add = (condition: string, value: unknown): void => {
    conditions.push(condition);
    values.push(value);
  };
  const matterTypeId = query.get('matterTypeId');
  if (matterTypeId !== undefined) add('matter_type_id = ?', matterTypeId);
  const contactId = query.get('contactId');
  if (contactId !== undefined)
    add('id in (select matter_id from matter_contacts where contact_id = ?)', contactId);
  const status = query.get('status');
  if (status !== undefined) {
    const known = matterStatuses.find((word) => word.toLowerCase() === status.toLowerCase());
    if (known === undefined)
      return { refusal: problem(400, `status must be one of ${matterStatuses.join(', ')}.`) };
    add('status = ?', known);
  }
  const isLead = query.get('isLead')?.toLowerCase();
  if (isLead !== undefined) {
    if (isLead !== 'true' && isLead !== 'false')
      return { refusal: problem(400, 'isLead must be true or false.') };
    add('is_lead = ?', Number(isLead === 'true'));
  }
  const updatedSince = readTicks(query.get('updatedSince'));
  if (updatedSince === 'malformed') return { refusal: problem(400, 'updatedSince must be .NET ticks.') };
  if (updatedSince !== undefined) add('ticks >= ?', updatedSince);
  return { conditions, values };
}

const int64Max = 9_223_372_036_854_775_807n;

export function readTicks(text: string | undefined): bigint | undefined | 'malformed' {
  if (text === undefined) return undefined;
  if (!/^\d{1,19}$/.test(text)) return 'malformed';
  const ticks = BigInt(text);
  return ticks > int64Max ? 'malformed' : ticks;
}

const sortColumns: Readonly<Record<string, string>> = { status: 'status', lastupdated: 'ticks' };

function readSort(text: string | undefined): string[] | undefined {
  if (text === undefined) return [];
  const terms = text.split(',').map((term) => {
    const [, direction = '', field = ''] = /^\s*(asc|desc)\((\w+)\)\s*$/i.exec(term) ?? [];
    const column = sortColumns[field.toLowerCase()];
    return column === undefined ? undefined : `${column} ${direction}`;
  });
  return terms.includes(undefined) ? undefined : terms.filter((term) => term !== undefined);
}

function readFields(text: string | undefined): boolean | undefined {
  if (text === undefined || text === '') return false;
  return text.split(',').every((field) => field.trim().toLowerCase() === 'items') ? true : undefined;
}
