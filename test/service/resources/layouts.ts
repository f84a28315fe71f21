import { notFound, ok, problem } from '../answer.ts';
import { int64 } from '../int64.ts';
import { link, pagedAnswer, readPage, withSelf } from '../links.ts';
import type { Operation } from '../operation.ts';
import { recordsOf } from '../store/records.ts';
import { isUuid } from '../validation.ts';
import { type World } from '../world.ts';
import { readMatter } from './matter-record.ts';

export interface LayoutRecord {
  readonly versionId: string;
  readonly name: string;
}

/** GET /layouts and GET /matters/{matterId}/layouts/{itemId}/contacts (spec: Layouts). */
export function layoutOperations(world: World): Operation[] {
  const layouts = recordsOf<LayoutRecord>(world.store, 'layout');
  return [
    {
      name: 'layouts.list',
      method: 'GET',
      path: '/layouts',
      handle(request) {
        const page = readPage(request, 500);
        if ('refusal' in page) return page.refusal;
        const all = layouts.all();
        const value = all
          .slice(page.offset, page.offset + page.limit)
          .map(({ id, ticks, value: layout }) => ({
            ...withSelf(link(world, 'Layouts', id, `/layouts/${id}`)),
            ...layout,
            lastUpdated: int64(ticks),
          }));
        return pagedAnswer(world, request, {
          page,
          size: all.length,
          value,
          relation: 'Layouts',
          naturalShape: 'full',
        });
      },
    },
    {
      name: 'layouts.contacts',
      method: 'GET',
      path: '/matters/{matterId}/layouts/{itemId}/contacts',
      handle(request) {
        const { matterId, itemId } = request.params;
        if (!isUuid(matterId) || !isUuid(itemId)) return problem(400, 'matterId and itemId must be uuids.');
        const matter = readMatter(world, matterId)?.matter;
        if (!matter?.layoutIds.includes(itemId)) return notFound('layout on a matter');
        const people = [...matter.clientIds, ...matter.otherSideIds];
        return ok(
          people.map((contactId, index) => ({
            ...withSelf(link(world, 'LayoutContacts', contactId, `${request.path}/${contactId}`)),
            key: `contact_${index + 1}`,
            contact: link(world, 'Contacts', contactId, `/contacts/${contactId}`),
          })),
        );
      },
    },
  ];
}
