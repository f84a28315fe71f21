import type { NewMatter } from '../../../shared/rules/new-matter.ts';

/** Whose spelling of two names a service takes (spec: POST and PATCH differ). */
export type MatterNames = 'asPost' | 'asPatch';

/** The body with these names. */
export function named({ otherSidesIds, dateOpened, ...matter }: NewMatter, names: MatterNames): object {
  return names === 'asPost'
    ? { ...matter, otherSidesIds, dateOpened }
    : { ...matter, otherSideIds: otherSidesIds, openedDate: dateOpened };
}
