import { notFound } from '../answer.ts';
import type { ApiRequest, Operation } from '../operation.ts';
import type { Variants } from '../options.ts';
import type { World } from '../world.ts';

type Group = 'contactReads' | 'documentFiles' | 'documentFolders' | 'fileSearch' | 'firmLists';

/** An operation beyond the specification: there where the variant says that its group is offered. */
export const offeredBy =
  (world: World, group: Group & keyof Variants) => (handle: Operation['handle']) => (request: ApiRequest) =>
    world.variants[group] === 'offered' ? handle(request) : notFound('operation');
