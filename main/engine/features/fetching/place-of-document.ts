import { join, posix } from 'node:path';
import type { FolderId } from '../../../../shared/model/index.ts';
import { documentFileName } from '../../platform/document-name.ts';
import type { Files } from '../../platform/files.ts';
import type { Stores } from '../../store/stores.ts';
import { isAway } from '../folders/folder-health.ts';
import { standsElsewhere } from '../folders/stands-elsewhere.ts';
import { whyLeftOut } from '../ignoring/ignore.ts';
import type { DocumentKey } from './wanted-version.ts';

interface Ports {
  readonly files: Files;
  readonly stores: Stores;
  /** Makes directories for the service's folders. */
  readonly mirror: (matterId: DocumentKey['matterId']) => Promise<void>;
}

/** A directory of a matter's folder. */
export interface DocumentPlace {
  /** The matter folder. */
  readonly root: string;
  /** Below it, with '/' between names; '' for the matter folder itself. */
  readonly directory: string;
}

/** The directory that stands for the folder in which the service has a document; null where none can be written to. */
export async function placeOf(ports: Ports, document: DocumentKey): Promise<DocumentPlace | null> {
  const { files, stores } = ports;
  const { matterId } = document;
  const link = stores.links.of(matterId);
  const known = shownDocument(stores, document);
  if (!link || !known) return null;
  const directory = await directoryOf(ports, document, known.folderId);
  if (directory === null) return null;
  if ((await files.facts(join(link.path, directory)))?.kind !== 'directory') return null;
  const isElsewhere = await standsElsewhere({ files, links: stores.links }, link, posix.join(directory, 'x'));
  return isElsewhere ? null : { root: link.path, directory };
}

/** True while the place of a document cannot be reached, so that nobody knows whether it has one. */
export async function isPlaceAway(
  { files, stores }: Pick<Ports, 'files' | 'stores'>,
  document: DocumentKey,
): Promise<boolean> {
  const { links } = stores;
  const link = links.of(document.matterId);
  const folderId = shownDocument(stores, document)?.folderId;
  const mapped = links.folders(document.matterId).find((folder) => folder.folderId === folderId);
  return link !== undefined && isAway({ files, links }, link, mapped?.path);
}

async function directoryOf(
  { stores, mirror }: Ports,
  { matterId }: DocumentKey,
  folderId: string | null,
): Promise<string | null> {
  if (folderId === null) return '';
  const mapped = () => stores.links.folders(matterId).find((folder) => folder.folderId === folderId)?.path;
  if (mapped() === undefined) await mirror(matterId);
  return mapped() ?? null;
}

/** What the document is called here; null where files of such a name are not filed, so that it must not be among them. */
export function nameHere(
  stores: Pick<Stores, 'ignoreRules'>,
  { matterId }: DocumentKey,
  name: string,
): string | null {
  const here = documentFileName(name);
  return whyLeftOut(here, 'file', stores.ignoreRules.of(matterId)) === null ? here : null;
}

/** As history shows a document, or else as the service lists it; undefined for one that was deleted, or is not known. */
export function shownDocument(
  { documents, listedDocuments }: Pick<Stores, 'documents' | 'listedDocuments'>,
  { matterId, fileId }: DocumentKey,
): { readonly name: string; readonly folderId: FolderId | null } | undefined {
  const known = documents.document(matterId, fileId);
  if (known || documents.deletion(matterId, fileId)) return known;
  return listedDocuments.among(matterId, [fileId])[0];
}
