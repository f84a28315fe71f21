import { notFound, ok, problem } from '../answer.ts';
import { link, pagedAnswer, readPage, withSelf } from '../links.ts';
import type { Operation } from '../operation.ts';
import { recordsOf } from '../store/records.ts';
import type { World } from '../world.ts';

/** A matter type or lead type (spec: Matter type). */
export interface MatterTypeRecord {
  readonly versionId: string;
  readonly name: string;
  readonly category: string;
  /** 0 matter type, 1 lead type. */
  readonly type: 0 | 1;
  readonly representativeOptions: readonly string[];
  readonly location: string;
  readonly isDeleted: boolean;
  readonly items: ReadonlyArray<{ readonly id: string; readonly name: string }>;
}

/** GET /mattertypes and GET /mattertypes/{id} (spec: Matter types). */
export function matterTypeOperations(world: World): Operation[] {
  const types = recordsOf<MatterTypeRecord>(world.store, 'matterType');
  const members = (id: string, { isDeleted: _isDeleted, items, ...record }: MatterTypeRecord) => ({
    ...withSelf(link(world, 'MatterTypes', id, `/mattertypes/${id}`)),
    ...record,
    items: items.map((item) => ({
      ...withSelf(link(world, 'MatterItems', item.id, `/mattertypes/${id}/items/${item.id}`)),
      providerId: null,
      itemId: item.id,
      name: item.name,
      subItems: [],
    })),
  });
  return [
    {
      name: 'matterTypes.list',
      method: 'GET',
      path: '/mattertypes',
      handle(request) {
        const page = readPage(request, 500);
        if ('refusal' in page) return page.refusal;
        const location = request.query.get('Location')?.toLowerCase();
        const type = readType(request.query.get('Type'));
        if (type === 'malformed') return problem(400, 'Type must be 0, 1, Matter or Lead.');
        const fitting = types
          .all()
          .filter(({ value }) => location === undefined || value.location.toLowerCase() === location)
          .filter(({ value }) => type === undefined || value.type === type);
        const value = fitting
          .slice(page.offset, page.offset + page.limit)
          .map(({ id, value: record }) => ({ ...members(id, record), deleted: record.isDeleted }));
        return pagedAnswer(world, request, {
          page,
          size: fitting.length,
          value,
          relation: 'MatterTypes',
          naturalShape: 'full',
        });
      },
    },
    {
      name: 'matterTypes.read',
      method: 'GET',
      path: '/mattertypes/{id}',
      handle(request) {
        const stored = types.get(request.params.id ?? '');
        if (stored === undefined) return notFound('matter type');
        return ok({ ...members(stored.id, stored.value), isDeleted: stored.value.isDeleted });
      },
    },
  ];
}

/** The values of the query are not shown: the number and the word are both taken. */
function readType(text: string | undefined): 0 | 1 | undefined | 'malformed' {
  if (text === undefined || text === '') return undefined;
  if (/^(?:0|matter(?:\s?type)?)$/i.test(text)) return 0;
  return /^(?:1|lead(?:\s?type)?)$/i.test(text) ? 1 : 'malformed';
}
