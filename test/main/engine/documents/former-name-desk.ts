import { readdirSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FileId } from '../../../../shared/model/index.ts';
import type { Workplace } from '../../../support/workplace.ts';
import { filedAs } from '../saving/desk.ts';

export const at = ({ folder }: Workplace, name: string) => join(folder, name);

export async function filed(place: Workplace, name: string): Promise<FileId> {
  writeFileSync(at(place, name), 'one');
  await place.allFiled();
  return place.workspace.stores.links.file(place.matterId, name)?.fileId as FileId;
}

/** As programs save: another file is written, and put in the place of the one that has the name. */
export function saveByReplacing(place: Workplace, name: string, content: string): void {
  writeFileSync(at(place, '~WRD0000.tmp'), content);
  renameSync(at(place, '~WRD0000.tmp'), at(place, name));
}

export const documentsIn = ({ folder }: Workplace) =>
  readdirSync(folder).filter((name) => /^[A-Z].*\.(docx|odt)$/.test(name));

export const versions = (place: Workplace, name: string) => filedAs(place, name).map((file) => file.versions);

export const rename = (place: Workplace, fileId: FileId, name: string) =>
  place.workspace.renamer.rename({ matterId: place.matterId, fileId, name });
