import type { MatterChanges, MatterRecord } from '../../shared/model/index.ts';

/** A matter as the person saw it when they began to change it. */
export interface SeenMatter {
  /** Null while nothing was changed in the form: it shows the matter as it is. */
  readonly version: string | null;
  /** Null where that is not kept, as of a request that is edited. */
  readonly fields: MatterChanges | null;
}

/** A field that the person has to look at before theirs is sent. */
export interface MatterDifference {
  readonly field: keyof MatterChanges;
  /** Undefined where what they saw is not known. */
  readonly seen?: unknown;
  readonly now: unknown;
  /** Undefined where they leave it alone. */
  readonly yours?: unknown;
}

/** What was changed in a matter since the person began, their own fields first; null where it is as they saw it. */
export function changedMeanwhile(
  { version, fields: seen }: SeenMatter,
  { version: versionNow, fields: now }: Pick<MatterRecord, 'version' | 'fields'>,
  changes: MatterChanges,
): readonly MatterDifference[] | null {
  if (version === null || versionNow === null || version === versionNow) return null;
  const names = (fields: MatterChanges) => Object.keys(fields) as (keyof MatterChanges)[];
  const differs = (field: keyof MatterChanges, other: MatterChanges) => !isSame(other[field], now[field]);
  const own = names(changes).filter((field) => differs(field, seen ?? changes));
  const others = seen
    ? [...new Set([...names(now), ...names(seen)])].filter(
        (field) => !(field in changes) && differs(field, seen),
      )
    : [];
  return [...own, ...others].map((field) => ({
    field,
    ...(seen && { seen: seen[field] ?? null }),
    now: now[field] ?? null,
    ...(field in changes && { yours: changes[field] ?? null }),
  }));
}

/** Nothing, an empty text and nobody are the same. */
export const isSame = (one: unknown, other: unknown): boolean =>
  JSON.stringify(orNull(one)) === JSON.stringify(orNull(other));

const orNull = (value: unknown) =>
  value === '' || (Array.isArray(value) && value.length === 0) ? null : (value ?? null);
