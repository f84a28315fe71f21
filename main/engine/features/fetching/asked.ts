import type { DocumentFile, DownloadInfo } from '../../service/document-files.ts';
import type { Stores } from '../../store/stores.ts';
import { viewKey } from './view-copies.ts';
import type { DocumentKey, WantedVersion } from './wanted-version.ts';

/** What is asked for: a version, and what it is called where the service says so. */
export interface Asked extends DocumentKey {
  readonly version: WantedVersion;
  /** The document as the service told of it just now; null where an earlier version is wanted, or it was not asked. */
  readonly file: DocumentFile | null;
}

/** As the service says it now, or as its history did; with its extension. */
export function knownName(
  { documents, saves }: Pick<Stores, 'documents' | 'saves'>,
  { matterId, fileId, file }: Asked,
  info: DownloadInfo | null,
): string {
  const known = documents.document(matterId, fileId)?.name ?? null;
  const savedAs = saves.versionsOf(matterId, fileId).at(-1)?.name ?? null;
  const said = info?.name ? info : file?.name ? file : null;
  const name = said?.name ?? known ?? savedAs ?? 'Document';
  return withEnding(name, info?.fileExtension ?? file?.fileExtension ?? null);
}

/** A name with its extension, which services keep apart, or repeat. */
export function withEnding(name: string, extension: string | null): string {
  const ending = extensionIn(extension);
  return name.toLowerCase().endsWith(ending.toLowerCase()) ? name : name + ending;
}

/** With its dot, whether the service writes it or not; empty when there is none. */
const extensionIn = (extension: string | null): string =>
  extension === null || extension === '' ? '' : `.${extension.replace(/^\.+/, '')}`;

/** What the service calls the version; null where it does not say. */
export const nameOf = ({ version, file }: Asked): string | null =>
  version.documentVersionId ?? file?.versionId ?? null;

/**
 * Null for a version that nothing tells from the others. Where its content is known, nothing else that was ever kept for it is found.
 */
export function keyOf(asked: Asked): string | null {
  const { entryId, sha256 } = asked.version;
  const named = nameOf(asked) ?? entryId;
  if (named === null) return null;
  return viewKey(asked, sha256 === null ? named : `${named} ${sha256}`);
}
