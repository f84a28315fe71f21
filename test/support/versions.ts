import { randomUUID } from 'node:crypto';
import { readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { CaptureTurns } from '../../main/engine/features/capture/capture-turns.ts';
import { StagingFiles } from '../../main/engine/features/folders/staging-files.ts';
import type { ReplacedFiles } from '../../main/engine/features/replaced-files/replaced-files.ts';
import { Restorer } from '../../main/engine/features/versions/restorer.ts';
import type { Files } from '../../main/engine/platform/files.ts';
import { systemFiles } from '../../main/engine/platform/system-files.ts';
import { GroupCommit } from '../../main/engine/store/group-commit.ts';
import { versionList } from '../../main/engine/view/version-list.ts';
import { type Clock, systemClock } from '../../shared/base/clock.ts';
import type { FileId } from '../../shared/model/index.ts';
import { sha256, type Workplace } from './workplace.ts';

/** The id of the document that is known under this path below the matter folder. */
export const fileIdOf = (place: Workplace, name: string): FileId => {
  const file = place.workspace.stores.links.file(place.matterId, name);
  if (!file) throw new Error(`${name} is not known`);
  return file.fileId;
};

/** The names of the files, not of the directories, that stand in a directory. */
export const filesIn = (directory: string): string[] =>
  readdirSync(directory).filter((name) => statSync(join(directory, name)).isFile());

/** The same without those that the program keeps under a second name, or writes just now. */
export const documentsIn = (directory: string): string[] =>
  filesIn(directory).filter((name) => !name.startsWith('.matterline-'));

/** What the window lists of a document, the newest first. */
export const versionsOf = (place: Workplace, name: string) =>
  versionList(place.workspace.stores, place.matterId, fileIdOf(place, name));

/** The id of the oldest listed version with this content; one that does not exist when there is none. */
export const versionWith = (place: Workplace, name: string, content: string): string =>
  versionsOf(place, name).findLast((version) => version.sha256 === sha256(content))?.id ?? 'none';

/** Has the program restore the version with this content. */
export const restore = (place: Workplace, name: string, content: string) =>
  place.workspace.restorer.restore(place.matterId, fileIdOf(place, name), versionWith(place, name, content));

/** Saves one content after the other, each once the one before is filed; gives the absolute path. */
export async function saved(place: Workplace, name: string, ...contents: string[]): Promise<string> {
  const path = join(place.folder, name);
  for (const content of contents) {
    const before = place.states().length;
    writeFileSync(path, content);
    await place.allFiled(before + 1);
  }
  return path;
}

/** The restorer of a workplace whose files do something else in between. */
export const restorerWith = (
  place: Workplace,
  change: Partial<Files>,
  clock: Clock = systemClock,
  replacedFiles: Pick<ReplacedFiles, 'begins' | 'ended'> = place.workspace.replacedFiles,
): Restorer => {
  const { stores, vault, newFileId } = place.workspace;
  const commits = new GroupCommit(stores.database, systemFiles);
  const files = { ...systemFiles, ...change };
  const uniqueName = randomUUID;
  const stagingFiles = new StagingFiles({ files, stores, clock });
  onTestFinished(() => stagingFiles.stop());
  return new Restorer({
    stagingFiles,
    replacedFiles,
    files,
    stores,
    vault,
    commits,
    turns: new CaptureTurns(),
    clock,
    uniqueName,
    newFileId,
    onChange: () => {},
  });
};

/** Has a restorer whose files do something else in between restore the version with this content. */
export const restoreWith = (place: Workplace, change: Partial<Files>, name: string, content: string) =>
  restorerWith(place, change).restore(
    place.matterId,
    fileIdOf(place, name),
    versionWith(place, name, content),
  );
