import { basename } from 'node:path';
import type { Problem } from '../../../shared/model/index.ts';
import { instant } from '../domain/instant.ts';
import { meanwhileLeft } from './contents.ts';
import type { Stores } from './stores.ts';

/** What `meanwhileLeft` holds. */
export interface MeanwhileLeft {
  /** 'disk': it is damaged, and the disk does not take what can be read of it. */
  readonly why: 'newer' | 'disk';
  /** Since when, in milliseconds since 1970. */
  readonly at: number;
}

/** The setting that tells of a damaged one that was set aside, as JSON, until the person read it; empty then. */
export const meanwhileDamaged = 'meanwhile-damaged';

export interface MeanwhileDamage {
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly damagedFile: string | null;
  /** True until `findSavesAgain` told of every save that needs a person now. */
  readonly savesToTell: boolean;
}

export const damageOf = ({ matters }: Pick<Stores, 'matters'>): MeanwhileDamage | null => {
  const setting = matters.setting(meanwhileDamaged);
  return setting ? JSON.parse(setting) : null;
};

/** The id of the problem that is told until it was read. */
export const meanwhileDamagedId = 'meanwhile-damaged';

/** That saves captured while there was no room could not be taken over, or not all of them. */
export function meanwhileProblems(stores: Pick<Stores, 'matters'>): Problem[] {
  const none = { matterId: null, matterTitle: null, subject: null, fileId: null, conflict: null };
  const problems: Problem[] = [];
  const damage = damageOf(stores);
  if (damage) {
    problems.push({
      ...none,
      id: meanwhileDamagedId,
      what: 'Some saves captured while the disk was full may be lost from the records',
      why: `The disk returned something else than was written. The damaged file is kept${
        damage.damagedFile === null ? '' : ` as ${basename(damage.damagedFile)}`
      }.`,
      next: 'What could be read is filed, and contents found without a record are listed here. The newest version of each document is in its folder, and is filed from there.',
      since: instant(damage.at),
      nextTryAt: null,
      actions: ['dismiss'],
    });
  }
  const setting = stores.matters.setting(meanwhileLeft);
  const left: MeanwhileLeft | null = setting ? JSON.parse(setting) : null;
  if (left) {
    problems.push({
      ...none,
      id: 'meanwhile-left',
      what: 'Saves captured while the disk was full are not filed yet',
      ...(left.why === 'newer'
        ? {
            why: 'A newer version of Matterline captured them, and this one cannot read its records. They stay where they are.',
            next: 'Install the newer version again: it files them. The newest version of each document is in its folder, and is filed from there.',
          }
        : {
            why: 'Their records are damaged, and the disk does not take what can still be read of them.',
            next: 'Make room on the disk and start Matterline again. The newest version of each document is in its folder, and is filed from there.',
          }),
      since: instant(left.at),
      nextTryAt: null,
      actions: [],
    });
  }
  return problems;
}
