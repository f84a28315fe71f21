import { err, ok, type Result } from '../../../../shared/base/result.ts';
import type { Refusal } from '../../../../shared/model/index.ts';
import { notKept } from '../../platform/file-refusals.ts';
import { failureCode } from '../../platform/files.ts';
import { notWrittenDown } from '../../platform/local-storage-errors.ts';
import type { NotOffered } from '../../service/capabilities.ts';
import type { EngineClient } from '../../service/client.ts';
import type { DocumentFile, DownloadInfo } from '../../service/document-files.ts';
import { retryable, type ServiceError } from '../../service/errors.ts';
import type { ContentFault } from '../../service/get-content.ts';
import { isSameId } from '../../service/tolerant.ts';
import type { CallOptions } from '../../service/transport.ts';
import type { Stores } from '../../store/stores.ts';
import type { Vault } from '../vault/vault.ts';
import type { DownloadsOffered } from './downloads-offered.ts';
import {
  cancelled,
  failedWords,
  missingWords,
  notFetched,
  notNamed,
  onlyNewest,
  overtaken,
  signedOut,
} from './fetch-words.ts';
import { type OnlyNewest, VersionAddresses } from './version-addresses.ts';
import { type Unfinished, type ViewCopies, viewKey, viewName } from './view-copies.ts';
import { type DocumentKey, versionsShown, type WantedVersion, wantedVersion } from './wanted-version.ts';
import { asMissing, type Missing, mayBeNoOperation, whatIsMissing, whyNotTold } from './what-is-missing.ts';

/** A copy that can be opened. */
export interface ViewCopy {
  readonly path: string;
  /** False where the service could not be asked whether there is a newer version. */
  readonly isChecked: boolean;
}

interface FetchOptions {
  readonly signal: AbortSignal;
  /** Called with the bytes that are here, and how many there are in all; null when nobody says. */
  readonly onProgress: (done: number, of: number | null) => void;
}

interface Ports {
  readonly client: Pick<EngineClient, 'beyondSpec' | 'matters'>;
  readonly stores: Stores;
  readonly vault: Pick<Vault, 'has' | 'read'>;
  readonly copies: ViewCopies;
  readonly downloadsOffered: DownloadsOffered;
  readonly newId: () => string;
}

/** The setting that says that there are, or were, view copies: whoever has none is not made to wait for a look at the start. */
const viewCopiesSetting = 'view-copies';

/** What is asked for: a version, and what it is called where the service says so. */
interface Asked extends DocumentKey {
  readonly version: WantedVersion;
  /** The document as the service told of it just now; null where an earlier version is wanted, or it was not asked. */
  readonly file: DocumentFile | null;
}

/** `overtaken`: what came may be of a newer version than was asked for. */
type FromService = Result<ViewCopy, Refusal> | 'overtaken';
/** Times that the newest version is asked for anew after it was overtaken. */
const mostOvertaken = 2;

/** Has versions of documents, by whomever they were filed, on this computer to be looked at. */
export class Fetcher {
  readonly #ports: Ports;
  readonly #leaving = new AbortController();
  #signedIn = new AbortController();
  readonly #underWay = new Set<Promise<unknown>>();

  constructor(ports: Ports) {
    this.#ports = ports;
  }

  /** What an earlier run of the program left unfinished goes, and what is old. */
  async open(): Promise<void> {
    const { stores, copies } = this.#ports;
    if (stores.matters.setting(viewCopiesSetting) === 'yes') await copies.open();
  }

  /** @param versionId as the list of versions names it; null for what the service has now */
  async fetch(
    document: DocumentKey,
    versionId: string | null,
    { signal, onProgress }: FetchOptions,
  ): Promise<Result<ViewCopy, Refusal>> {
    const signedIn = this.#signedIn.signal;
    const either = AbortSignal.any([signal, this.#leaving.signal, signedIn]);
    const whyEnded = () => err(signedIn.aborted ? signedOut : cancelled);
    const fetching = this.#fetch(document, versionId, { signal: either, onProgress });
    this.#underWay.add(fetching);
    try {
      const got = await fetching;
      return either.aborted ? whyEnded() : got;
    } catch (failure) {
      if (either.aborted) return whyEnded();
      const code = failureCode(failure);
      if (code === 'UNKNOWN') throw failure;
      return err(notWrittenDown(code));
    } finally {
      this.#underWay.delete(fetching);
    }
  }

  /** True when a version of the document is on this computer. */
  hasKept({ matterId, fileId }: DocumentKey): boolean {
    const { saves, contents } = this.#ports.stores;
    return saves.versionsOf(matterId, fileId).some(({ sha256 }) => contents.get(sha256) !== null);
  }

  /** Whoever is signed in is another now, or nobody: nothing under way goes on for them. */
  signInEnds(): void {
    this.#signedIn.abort();
    this.#signedIn = new AbortController();
  }

  /** Whatever is under way ends, and leaves nothing behind. */
  async stop(): Promise<void> {
    this.#leaving.abort();
    await Promise.allSettled(this.#underWay);
  }

  async #fetch(
    document: DocumentKey,
    versionId: string | null,
    options: FetchOptions,
  ): Promise<Result<ViewCopy, Refusal>> {
    const { stores, copies } = this.#ports;
    if (stores.matters.setting(viewCopiesSetting) !== 'yes')
      stores.matters.putSetting(viewCopiesSetting, 'yes');
    await copies.tidy();
    if (versionId === null) return this.#newest(document, options);
    const version = wantedVersion(stores, document, versionId);
    if (!version) return err(notKept);
    const asked = { ...document, version, file: null };
    const here = await this.#onThisComputer(asked);
    if (here) return here;
    const notGiven = await this.#whyNotGiven(asked, options);
    if (notGiven) return notGiven;
    const got = await this.#fromService(asked, options);
    return got === 'overtaken' ? err(overtaken) : got;
  }

  /** Null where the service may be asked for the content of a version: it is not of one that was announced, and has not arrived. */
  async #whyNotGiven(asked: Asked, options: FetchOptions): Promise<Result<never, Refusal> | null> {
    const { client, downloadsOffered } = this.#ports;
    const { state } = downloadsOffered;
    if (state === 'off' || state === 'not-offered') return err(notFetched(state));
    const { matterId, fileId, version } = asked;
    if (version.documentVersionId === null) return err(notNamed);
    const call = callOptions(options);
    const file = await client.beyondSpec.readFile(matterId, fileId, call);
    if (!file.ok) return this.#missing(asked, await whyNotTold(client, asked, file.error, call));
    if (file.value.isDeleted === true) return this.#missing(asked, 'document');
    const { versionId: newest } = file.value;
    const isOlder = newest !== null && !isSameId(newest, version.documentVersionId);
    return file.value.isUploaded === false && !isOlder ? this.#missing(asked, 'content') : null;
  }

  async #newest(
    document: DocumentKey,
    options: FetchOptions,
    triesLeft: number = mostOvertaken,
  ): Promise<Result<ViewCopy, Refusal>> {
    const { client, stores, downloadsOffered } = this.#ports;
    const { state } = downloadsOffered;
    if (state === 'off' || state === 'not-offered') return err(notFetched(state));
    const { matterId, fileId } = document;
    const shown = versionsShown(stores, document);
    const call = callOptions(options);
    const file = await client.beyondSpec.readFile(matterId, fileId, call);
    if (!file.ok) {
      if (mayBeNoOperation(file.error)) {
        return this.#missing(document, await whyNotTold(client, document, file.error, call));
      }
      const newest = shown.at(-1);
      const isLater = file.error.kind !== 'not-offered' && retryable(file.error) !== 'never';
      const here =
        newest && isLater && !options.signal.aborted
          ? await this.#onThisComputer({ ...document, version: newest, file: null })
          : null;
      if (here?.ok) return ok({ ...here.value, isChecked: false });
      return this.#missing(document, asMissing(file.error));
    }
    const { versionId, isDeleted, isUploaded } = file.value;
    if (isDeleted === true) return this.#missing(document, 'document');
    // What was announced has another content than what there was before it, which the service may still give out.
    if (isUploaded === false) return this.#missing(document, 'content');
    const known = shown.find(
      ({ documentVersionId }) => versionId !== null && documentVersionId === versionId,
    );
    const unknown = { entryId: null, documentVersionId: null, sha256: null, at: null };
    const asked = { ...document, version: known ?? unknown, file: file.value };
    const got = (await this.#onThisComputer(asked)) ?? (await this.#fromService(asked, options));
    if (got !== 'overtaken') return got;
    return triesLeft > 0 ? this.#newest(document, options, triesLeft - 1) : err(overtaken);
  }

  /** Null when its bytes are not here. */
  async #onThisComputer(asked: Asked): Promise<Result<ViewCopy, Refusal> | null> {
    const { copies, vault } = this.#ports;
    const { version } = asked;
    const key = keyOf(asked);
    const there = key === null ? null : await copies.find(key);
    if (there !== null) return ok({ path: there, isChecked: true });
    if (version.sha256 === null || !(await vault.has(version.sha256))) return null;
    const copy = await copies.begin();
    try {
      for await (const chunk of vault.read(version.sha256)) await copy.write(chunk);
      const path = await copy.keep(
        key ?? viewKey(asked, version.sha256),
        version.sha256,
        viewName(this.#knownName(asked, null), version.at),
      );
      return ok({ path, isChecked: true });
    } catch (failure) {
      await copy.drop().catch(() => undefined);
      // What is damaged here is as good as not here.
      if (failureCode(failure) === 'DAMAGED') return null;
      throw failure;
    }
  }

  async #fromService(asked: Asked, options: FetchOptions): Promise<FromService> {
    const copy = await this.#ports.copies.begin();
    try {
      const got = await this.#into(copy, asked, options);
      if (got === 'overtaken' || !got.ok) await copy.drop();
      return got;
    } catch (failure) {
      await copy.drop().catch(() => undefined);
      throw failure;
    }
  }

  async #into(copy: Unfinished, asked: Asked, options: FetchOptions): Promise<FromService> {
    const { client, stores, downloadsOffered, newId } = this.#ports;
    const { matterId, fileId, version, file } = asked;
    const call = callOptions(options);
    const named = nameOf(asked);
    const isNewest = named !== null && named === file?.versionId;
    const { beyondSpec } = client;
    const addresses = new VersionAddresses(
      { beyondSpec, downloadsOffered, newId },
      asked,
      { versionId: named, isNewest },
      call,
    );
    let info: DownloadInfo | null = null;
    const addressOf = async (): Promise<Result<DownloadInfo, ServiceError | NotOffered | OnlyNewest>> => {
      const answer = await addresses.next();
      if (!answer.ok) return answer;
      const isFirst = info === null;
      info = { ...answer.value, sizeBytes: answer.value.sizeBytes ?? file?.sizeBytes ?? null };
      // Of what comes again at another address, a part is here.
      return !isFirst || (await copy.hasRoomFor(info.sizeBytes ?? 0)) ? ok(info) : err(noRoom);
    };
    const got = await client.beyondSpec.getContent(addressOf, copy, options);
    if (info !== null) downloadsOffered.showed('offered');
    if (!got.ok) return this.#failed(asked, got.error, call);
    const { sha256, size } = got.value;
    if (addresses.mayBeNewer) {
      // Whatever was the newest after all of it came was the newest before.
      const now = await client.beyondSpec.readFile(matterId, fileId, call);
      if (!now.ok) return this.#missing(asked, await whyNotTold(client, asked, now.error, call));
      if (now.value.versionId !== named) return 'overtaken';
    }
    if (version.sha256 !== null && version.sha256 !== sha256) {
      return this.#failed(asked, { kind: 'not-as-stated', what: 'hash' }, call);
    }
    const key = keyOf(asked) ?? viewKey(asked, sha256);
    options.signal.throwIfAborted();
    const name = this.#knownName(asked, info);
    const path = await copy.keep(key, sha256, viewName(name, version.at), () =>
      // Nothing can be opened of which the log does not tell, whenever the program ends.
      stores.custody.fetched({
        matterId,
        fileId,
        versionId: version.entryId,
        relatedId: named,
        sha256,
        size,
        name,
      }),
    );
    return ok({ path, isChecked: true });
  }

  async #failed(
    asked: Asked,
    error: ServiceError | ContentFault | NotOffered | OnlyNewest,
    call: CallOptions,
  ): Promise<Result<never, Refusal>> {
    if (error.kind === 'only-newest') return err(onlyNewest);
    const isOfContent = !('operation' in error) || error.operation !== 'documents.download';
    if (error.kind === 'not-offered' || (!isOfContent && mayBeNoOperation(error))) {
      const { client } = this.#ports;
      // What told of the document tells that the operation is missing, and not the document.
      const { documentVersionId } = asked.version;
      const missing = await whatIsMissing(client, asked, { versionId: documentVersionId, error }, call);
      return this.#missing(asked, missing);
    }
    return err(failedWords(error, this.hasKept(asked)));
  }

  #missing(document: DocumentKey, missing: Missing): Result<never, Refusal> {
    if (missing === 'operation') {
      this.#ports.downloadsOffered.showed('not-offered');
      return err(notFetched('not-offered'));
    }
    return typeof missing === 'string'
      ? err(missingWords(missing))
      : err(failedWords(missing, this.hasKept(document)));
  }

  /** As the service says it now, or as its history did. */
  #knownName({ matterId, fileId, file }: Asked, info: DownloadInfo | null): string {
    const { documents, saves } = this.#ports.stores;
    const known = documents.document(matterId, fileId)?.name ?? null;
    const savedAs = saves.versionsOf(matterId, fileId).at(-1)?.name ?? null;
    const said = info?.name ? info : file?.name ? file : null;
    const ending = extensionIn(info?.fileExtension ?? file?.fileExtension ?? null);
    const name = said?.name ?? known ?? savedAs ?? 'Document';
    return name.toLowerCase().endsWith(ending.toLowerCase()) ? name : name + ending;
  }
}

/** With its dot, whether the service writes it or not; empty when there is none. */
const extensionIn = (extension: string | null): string =>
  extension === null || extension === '' ? '' : `.${extension.replace(/^\.+/, '')}`;

const noRoom: ServiceError = { operation: 'documents.getContent', kind: 'not-kept', code: 'ENOSPC' };

/** Somebody waits for it. */
const callOptions = ({ signal }: FetchOptions): CallOptions => ({ priority: 'view', signal });

/** What the service calls the version; null where it does not say. */
const nameOf = ({ version, file }: Asked): string | null =>
  version.documentVersionId ?? file?.versionId ?? null;

/**
 * Null for a version that nothing tells from the others. Where its content is known, nothing else that was ever kept for it is found.
 */
function keyOf(asked: Asked): string | null {
  const { entryId, sha256 } = asked.version;
  const named = nameOf(asked) ?? entryId;
  if (named === null) return null;
  return viewKey(asked, sha256 === null ? named : `${named} ${sha256}`);
}
