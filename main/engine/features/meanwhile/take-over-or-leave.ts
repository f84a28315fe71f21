import type { FileId } from '../../../../shared/model/index.ts';
import { codeOfFullDisk, localStorageErrorCode } from '../../platform/local-storage-errors.ts';
import { listIncomplete, meanwhileLeft } from '../../store/contents.ts';
import type { MeanwhileDatabase } from '../../store/meanwhile.ts';
import { type MeanwhileDamage, type MeanwhileLeft, meanwhileDamaged } from '../../store/meanwhile-problem.ts';
import type { Stores } from '../../store/stores.ts';
import { takeOverMeanwhile } from './take-over.ts';

/**
 * `takeOverMeanwhile`, of what can be: a damaged one is set aside and what can be read of it taken over; one that a newer program
 * wrote, or that there is no room to make anew, stays where it is. Neither keeps anything else from being opened.
 */
export function takeOverOrLeave(
  meanwhile: MeanwhileDatabase,
  stores: Stores,
  directory: string,
  now: number,
  newFileId: () => FileId,
): void {
  const { matters } = stores;
  const left = leftBehind(meanwhile, directory, now);
  const noted = matters.setting(meanwhileLeft) || null;
  if (left !== null) {
    const before: MeanwhileLeft | null = noted === null ? null : JSON.parse(noted);
    matters.putSetting(meanwhileLeft, JSON.stringify({ why: left, at: before?.at ?? now }));
    return;
  }
  const salvaged = meanwhile.salvaged(directory);
  if (salvaged) {
    // Before it is taken over and gone: what is to be told and found must not be forgotten by a kill.
    const { at, damagedFile } = salvaged;
    const damage: MeanwhileDamage = { at, damagedFile, savesToTell: true };
    stores.together(() => {
      matters.putSetting(meanwhileDamaged, JSON.stringify(damage));
      // Contents that it listed may be in no list any more, and be all there is of a save.
      matters.putSetting(listIncomplete, 'yes');
    });
  }
  takeOverMeanwhile(meanwhile, stores, directory, now, newFileId);
  if (noted !== null) matters.putSetting(meanwhileLeft, '');
}

/** Why one stays where it is; null when what is there can be taken over. */
function leftBehind(
  meanwhile: MeanwhileDatabase,
  directory: string,
  now: number,
): MeanwhileLeft['why'] | null {
  const found = meanwhile.look(directory);
  if (found === 'newer') return 'newer';
  if (found !== 'damaged') return null;
  try {
    meanwhile.salvage(directory, now);
    return null;
  } catch (failure) {
    if (localStorageErrorCode(failure) === null && codeOfFullDisk(failure) === null) throw failure;
    return 'disk';
  }
}
