import { z } from 'zod';
import { accepted, notFound, ok } from '../answer.ts';
import { type FileRow } from '../documents/files.ts';
import { isGone } from '../documents/folders.ts';
import { readPage } from '../links.ts';
import type { ApiRequest, Operation } from '../operation.ts';
import { recordsOf } from '../store/records.ts';
import { parseBody } from '../validation.ts';
import type { World } from '../world.ts';
import { fileShown } from './document-files.ts';
import { matterExists } from './matter-record.ts';
import { offeredBy } from './offered-by.ts';
import { type StageSetRecord, stageSetShown } from './stage-sets.ts';
import { type WebhookRecord, webhookShown } from './webhooks.ts';

export interface ReferralTypeRecord {
  readonly name: string;
  readonly isDeleted: boolean;
}

const eventTypes = ['matter.created', 'matter.updated', 'file.created', 'file.updated', 'contact.created'];

const searchBody = z.object({
  query: z.string().min(1, 'must not be empty'),
  filters: z
    .looseObject({
      includeFileExtensions: z.array(z.string()).nullish(),
      excludeFileExtensions: z.array(z.string()).nullish(),
    })
    .nullish(),
});

/** Searching and small lists beyond the spec, where the variants `fileSearch` and `firmLists` offer them. */
export function firmListOperations(world: World): Operation[] {
  const offered = offeredBy(world, 'firmLists');
  const stageSets = recordsOf<StageSetRecord>(world.store, 'stageSet');
  const referralTypes = recordsOf<ReferralTypeRecord>(world.store, 'referralType');
  const webhooks = recordsOf<WebhookRecord>(world.store, 'webhook');
  return [
    {
      name: 'search.files',
      method: 'POST',
      path: '/search/files',
      handle: offeredBy(world, 'fileSearch')((request) => searchFiles(world, request)),
    },
    {
      name: 'referralTypes.list',
      method: 'GET',
      path: '/referraltypes',
      handle: offered(() => ok({ value: referralTypes.all().map(({ id, value }) => ({ id, ...value })) })),
    },
    {
      name: 'stageSets.list',
      method: 'GET',
      path: '/stagesets',
      handle: offered(() => ok({ value: stageSets.all().map((stored) => stageSetShown(world, stored)) })),
    },
    {
      name: 'stages.ofMatter',
      method: 'GET',
      path: '/matters/{matterId}/stages',
      handle: offered(({ params }) => {
        if (!matterExists(world, params['matterId'] ?? '')) return notFound('matter');
        const [first] = stageSets.all();
        return ok({ value: first ? stageSetShown(world, first).stages : [] });
      }),
    },
    {
      name: 'webhooks.list',
      method: 'GET',
      path: '/webhooks',
      handle: offered(({ caller }) => {
        const own = webhooks.all().filter(({ value }) => value.clientId === caller.clientId);
        return ok({ value: own.map((stored) => webhookShown(world, stored)) });
      }),
    },
    {
      name: 'webhooks.types',
      method: 'GET',
      path: '/webhooks/types',
      handle: offered(() => ok(eventTypes)),
    },
    {
      name: 'webhooks.delete',
      method: 'DELETE',
      path: '/webhooks/{id}',
      handle: offered(({ params, caller }) => {
        const { id = '' } = params;
        if (webhooks.get(id)?.value.clientId !== caller.clientId) return notFound('webhook');
        webhooks.remove(id);
        return accepted(undefined);
      }),
    },
  ];
}

/** By name, in all matters. */
function searchFiles(world: World, request: ApiRequest) {
  const page = readPage(request, 500);
  if ('refusal' in page) return page.refusal;
  const parsed = parseBody(searchBody, request.body);
  if ('refusal' in parsed) return parsed.refusal;
  const { query, filters } = parsed.value;
  const extension = ({ name }: FileRow) => /\.([^.]+)$/.exec(name)?.[1]?.toLowerCase() ?? '';
  const named = (all: readonly string[]) => all.map((each) => each.replace(/^\./, '').toLowerCase());
  const [included, excluded] = [filters?.includeFileExtensions, filters?.excludeFileExtensions];
  const found = world.store
    .prepare<[string], FileRow>(
      'select * from files where deleted = 0 and instr(lower(name), lower(?)) > 0 order by id',
    )
    .all(query)
    .filter((file) => !isGone(world, file))
    .filter((file) => !included?.length || named(included).includes(extension(file)))
    .filter((file) => !named(excluded ?? []).includes(extension(file)));
  return ok(found.slice(page.offset, page.offset + page.limit).map((file) => fileShown(world, file)));
}
