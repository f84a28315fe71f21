import { ok, type Result } from '../../../../shared/base/result.ts';
import type { ServiceError } from '../../service/errors.ts';
import type { Json, JsonObject } from '../../service/json.ts';
import type { Page } from '../../service/page.ts';

/** All records of a collection as the service gave them, or the error that ended it. */
export async function allPages(
  pages: AsyncIterable<Result<Page<{ readonly raw: JsonObject }>, ServiceError>>,
): Promise<Result<Json[], ServiceError>> {
  const all: Json[] = [];
  for await (const page of pages) {
    if (!page.ok) return page;
    all.push(...page.value.items.map(({ raw }) => raw));
  }
  return ok(all);
}
