import { setImmediate } from 'node:timers/promises';
import type { Result } from '../../../../shared/base/result.ts';
import type { ServiceError } from '../../service/errors.ts';
import type { Matter } from '../../service/matter.ts';
import type { Page } from '../../service/page.ts';
import type { KeptMatter } from '../../store/matters.ts';
import { keptMatter } from './kept-matter.ts';

/** Matters gathered and put in the order of their random ids, so that neighbours in the index are written together. */
const gathered = 2_000;
/** Matters kept at once, so that nobody waits long for it. */
const slice = 500;

/**
 * Keeps listed matters, the first page at once so that something is shown, the others a slice after each page.
 * @param keep called with each slice, and with all there is before an error
 * @param each called with each matter as it is listed
 * @returns the error that ended the list, or null
 */
export async function keepPages(
  pages: AsyncIterable<Result<Page<Matter>, ServiceError>>,
  keep: (matters: readonly KeptMatter[]) => void,
  each: (matter: Matter) => void = () => {},
): Promise<ServiceError | null> {
  let coming: KeptMatter[] = [];
  let going: KeptMatter[] = [];
  let wanted = 1;
  let failure: ServiceError | null = null;
  for await (const page of pages) {
    if (!page.ok) {
      failure = page.error;
      break;
    }
    for (const matter of page.value.items) {
      each(matter);
      coming.push(keptMatter(matter));
    }
    if (going.length === 0 && coming.length >= wanted) {
      going = inOrder(coming);
      coming = [];
      wanted = gathered;
    }
    if (going.length > 0) keep(going.splice(0, slice));
  }
  for (const rest of [going, inOrder(coming)]) {
    while (rest.length > 0) {
      keep(rest.splice(0, slice));
      await setImmediate();
    }
  }
  return failure;
}

const inOrder = (matters: readonly KeptMatter[]): KeptMatter[] =>
  matters.toSorted((a, b) => (a.id < b.id ? -1 : 1));
