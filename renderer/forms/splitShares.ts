import type { MatterChanges } from '../../shared/model/index.ts';
import { equalRatios, wholeRatio } from '../../shared/rules/split-staff.ts';

/** Originating staff and their shares, in hundredths of a percent. */
export interface Share {
  readonly staffId: string;
  readonly ratio: number;
}

export interface Split {
  readonly isEnabled: boolean;
  readonly method: 'equal' | 'ratio';
  readonly shares: readonly Share[];
  /** Who takes what does not divide; null for nobody in particular. */
  readonly remainder: string | null;
}

export function splitOf({
  originatingStaffIds,
  splitOriginatingStaffSettings: settings,
}: MatterChanges): Split {
  const ids = [
    ...new Set(originatingStaffIds ?? settings?.splitMatterStaffs?.map((one) => one.matterStaffId)),
  ];
  const said = new Map(
    settings?.splitMatterStaffs?.map((one) => [one.matterStaffId, one.matterStaffRatio ?? 0]),
  );
  const ratios = ids.map((id) => said.get(id) ?? 0);
  const isWhole = ratios.reduce((sum, ratio) => sum + ratio, 0) === wholeRatio;
  return {
    isEnabled: settings?.isEnabled ?? false,
    method: settings?.splitMethod === 'UseRatio' ? 'ratio' : 'equal',
    shares: withRatios(ids, isWhole ? ratios : equalRatios(ids.length)),
    remainder: ids.find((id) => id === settings?.remainderStaffId) ?? null,
  };
}

const withRatios = (ids: readonly string[], ratios: readonly number[]): Share[] =>
  ids.map((staffId, index) => ({ staffId, ratio: ratios[index] ?? 0 }));

const equally = (split: Split, ids: readonly string[]): Split => ({
  ...split,
  shares: withRatios(ids, equalRatios(ids.length)),
  remainder: ids.find((id) => id === split.remainder) ?? null,
});

/** Nobody is in it twice; whoever joins or leaves, everybody has the same share until it is said otherwise. */
export function withStaff(split: Split, staffId: string): Split {
  const ids = split.shares.map((share) => share.staffId);
  return ids.includes(staffId) ? split : equally(split, [...ids, staffId]);
}
export const withoutStaff = (split: Split, staffId: string): Split =>
  equally(
    split,
    split.shares.map((share) => share.staffId).filter((id) => id !== staffId),
  );

export const splitEqually = (split: Split): Split =>
  equally(
    { ...split, method: 'equal' },
    split.shares.map((share) => share.staffId),
  );

/**
 * Gives one of them a share; the others take what is left, in the proportion they had, so that the whole is always shared out.
 * @param ratio hundredths of a percent; what is no share is taken for the nearest that is one
 */
export function withShare(split: Split, staffId: string, ratio: number): Split {
  const others = split.shares.filter((share) => share.staffId !== staffId);
  const given = others.length === 0 ? wholeRatio : Math.min(wholeRatio, Math.max(0, Math.round(ratio) || 0));
  const left = wholeRatio - given;
  const had = others.reduce((sum, share) => sum + share.ratio, 0);
  let rest = left;
  const taken = new Map(
    others.map(({ staffId: id, ratio: before }, index) => {
      const isLast = index === others.length - 1;
      const part = had === 0 ? Math.floor(left / others.length) : Math.floor((left * before) / had);
      const share = isLast ? rest : part;
      rest -= share;
      return [id, share];
    }),
  );
  return {
    ...split,
    method: 'ratio',
    shares: split.shares.map(({ staffId: id }) => ({
      staffId: id,
      ratio: id === staffId ? given : (taken.get(id) ?? 0),
    })),
  };
}

/** As the service takes it. @param equalWord the service's word for an equal split; ratios are sent where it is not known */
export function changesOf(split: Split, equalWord: string | null): MatterChanges {
  const ids = split.shares.map((share) => share.staffId);
  if (!split.isEnabled || ids.length === 0) {
    return { originatingStaffIds: ids, splitOriginatingStaffSettings: { isEnabled: false } };
  }
  const isByWord = split.method === 'equal' && equalWord !== null;
  return {
    originatingStaffIds: ids,
    splitOriginatingStaffSettings: {
      isEnabled: true,
      splitMethod: isByWord ? equalWord : 'UseRatio',
      splitMatterStaffs: split.shares.map(({ staffId, ratio }) => ({
        matterStaffId: staffId,
        ...(!isByWord && { matterStaffRatio: ratio }),
      })),
      remainderStaffId: split.remainder,
    },
  };
}

/** What was typed in percent; what is no number counts as nothing. */
export const ratioTyped = (percent: string): number => Math.round(Number(percent) * 100) || 0;

/** "33.34 %". */
export const percentOf = (ratio: number): string => `${(ratio / 100).toFixed(2).replace(/\.?0+$/u, '')} %`;
