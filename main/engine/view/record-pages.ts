import type { ActivityCodeView, MatterTypeView } from '../../../shared/model/index.ts';
import { activityCodeView } from '../features/records/activity-code-view.ts';
import type { Records } from '../features/records/records.ts';

interface Page {
  readonly offset: number;
  readonly limit: number;
}

const hasWords = (text: string, words: string): boolean => {
  const searched = text.toLowerCase();
  return words
    .toLowerCase()
    .split(/\s+/)
    .every((word) => searched.includes(word));
};

const pageOf = <Row>(rows: readonly Row[], { offset, limit }: Page): { rows: Row[]; total: number } => ({
  rows: rows.slice(offset, offset + limit),
  total: rows.length,
});

const distinct = (values: readonly (string | null)[]): string[] =>
  [...new Set(values.filter((value) => value !== null && value !== ''))].toSorted((a, b) =>
    String(a).localeCompare(String(b)),
  ) as string[];

/** Types that fit, by name. Where the service does not say whether one is for leads, it fits both. */
export function matterTypesPage(
  { types, readAt, problem }: ReturnType<Records['matterTypes']>,
  query: Page & {
    readonly text: string;
    readonly location: string | null;
    readonly category: string | null;
    readonly kind: 'matter' | 'lead' | null;
  },
) {
  const { text, location, category, kind } = query;
  const fits = (type: MatterTypeView): boolean =>
    hasWords(`${type.name} ${type.category ?? ''} ${type.location ?? ''}`, text) &&
    (location === null || type.location === location) &&
    (category === null || type.category === category) &&
    (kind === null || type.kind === kind || type.kind === 'unknown');
  return {
    ...{ readAt, problem },
    ...pageOf(
      types.filter(fits).toSorted((a, b) => a.name.localeCompare(b.name)),
      query,
    ),
    locations: distinct(types.map((type) => type.location)),
    categories: distinct(types.map((type) => type.category)),
  };
}

/** Codes that fit, by code. */
export function activityCodesPage(
  { codes, readAt, problem }: ReturnType<Records['activityCodes']>,
  query: Page & {
    readonly text: string;
    readonly type: number | null;
    readonly isBillable: boolean | null;
    readonly withDeleted: boolean;
  },
) {
  const fits = ({ fields, type, isDeleted }: ActivityCodeView): boolean =>
    hasWords(`${fields.code ?? ''} ${fields.description ?? ''}`, query.text) &&
    (query.type === null || type === query.type) &&
    (query.isBillable === null || fields.isBillable === query.isBillable) &&
    (query.withDeleted || !isDeleted);
  const rows = codes
    .map(activityCodeView)
    .filter(fits)
    .toSorted((a, b) => (a.fields.code ?? '').localeCompare(b.fields.code ?? ''));
  return { ...{ readAt, problem }, ...pageOf(rows, query) };
}
