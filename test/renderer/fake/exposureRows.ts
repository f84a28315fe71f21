import type { Exposure, ExposureRow, FileId, MatterId } from '../../../shared/model/index.ts';
import { hostileName } from './firm.ts';

const sha256 = '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08';
type Row = Pick<ExposureRow, 'name' | 'from' | 'came' | 'end'> & Partial<ExposureRow>;
const rows: readonly Row[] = [
  {
    ...{ name: 'Brief.docx', from: '2026-03-12T09:14:02.015Z', came: 'saved' },
    end: { kind: 'here', copies: ['folder', 'vault'] },
  },
  {
    ...{ name: 'Brief.docx', from: '2026-03-10T16:38:12.450Z', came: 'saved' },
    end: { kind: 'gone', at: '2026-03-20T11:00:00.000Z', why: 'vault' },
  },
  {
    ...{ name: 'Reply of the other side.pdf', from: '2026-03-09T08:00:00.000Z', came: 'fetched' },
    end: { kind: 'gone', at: '2026-03-11T17:30:00.000Z', why: 'evicted' },
  },
  {
    ...{ name: 'Costs.xlsx', from: '2026-03-08T08:00:00.000Z', came: 'fetched' },
    end: { kind: 'not-known', since: '2026-03-09T12:00:00.000Z', why: 'wastebasket' },
  },
  {
    ...{ name: 'Will.docx', from: '2025-12-01T08:00:00.000Z', came: 'saved', isEarlier: true, matter: null },
    end: { kind: 'gone', at: '2026-02-01T18:00:00.000Z', why: 'signed-out' },
  },
  {
    ...{ name: 'Deed.docx', from: null, came: 'found', isEarlier: true },
    end: { kind: 'not-known', since: '2026-02-01T18:00:00.000Z', why: 'left-at-sign-out' },
  },
];

/** What was on this computer, of any matter. */
export function exposureOf({ long, bare }: { long: boolean; bare?: boolean }, onlyHere: boolean): Exposure {
  const all = bare ? [] : rows;
  const shown = all.filter(({ end }) => !onlyHere || end.kind !== 'gone');
  return {
    rows: shown.map((row, index) => ({
      matterId: 'matter-0' as MatterId,
      matter: { number: '2026-0001', title: long ? hostileName : 'Ashdown v. Marlow' },
      fileId: `file-${index}` as FileId,
      ...{ sha256, size: 24_576, versionId: null, isEarlier: false },
      ...row,
      name: long ? hostileName : row.name,
    })),
    total: bare ? 0 : 731,
    here: bare ? 0 : 512,
    notKnown: bare ? 0 : 2,
    signOuts: bare ? [] : [{ at: '2026-02-01T18:00:00.000Z', removed: 57, left: 12 }],
    notShown: bare ? { others: 0, damaged: 0 } : { others: 1, damaged: 1 },
  };
}
