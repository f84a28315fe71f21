import type { Clock } from '../../../../shared/base/clock.ts';
import { err, ok, type Result } from '../../../../shared/base/result.ts';
import type { MatterId, Refusal } from '../../../../shared/model/index.ts';
import { noProblem } from '../../domain/refusals.ts';
import type { Files } from '../../platform/files.ts';
import type { Stores } from '../../store/stores.ts';
import { checkFolder } from './folder-health.ts';
import { isSameDirectory } from './same-directory.ts';

/**
 * The person says that the other directory which stands at the path of the matter's folder is that folder: a copy of it, or one
 * from a backup. A document in it whose content is the one known is what it was, and of another content the person is asked
 * before it is filed over what the service has.
 */
export async function sayItIsTheSame(
  { files, stores, clock }: { files: Files; stores: Pick<Stores, 'links'>; clock: Clock },
  matterId: MatterId,
): Promise<Result<void, Refusal>> {
  const { links } = stores;
  const folder = links.of(matterId);
  if (!folder) return err(noProblem);
  const there = await files.facts(folder.path).catch(() => null);
  const { issue } = await checkFolder({ files, links }, folder);
  if (there?.kind !== 'directory' || issue !== 'another-folder') return err(noProblem);
  const isAnothers = links
    .foldersOfOthers(matterId)
    .some((other) => isSameDirectory(other.inode, there.inode));
  if (isAnothers) return err(ofAnother);
  links.isTheSame(matterId, folder.path, there.inode, clock.now());
  return ok(undefined);
}

const ofAnother: Refusal = {
  code: 'folder-linked-elsewhere',
  what: 'This folder is the one of another matter',
  why: 'Matterline knows it by more than its name. What is in it would be filed into the wrong matter.',
  next: 'Put both folders back in their places. If it belongs to this matter from now on, unlink both matters and link it again.',
};
