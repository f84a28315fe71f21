import { err, ok, type Result } from '../../../../shared/base/result.ts';
import type { Refusal } from '../../../../shared/model/index.ts';
import { notKept } from '../../platform/file-refusals.ts';
import { failureCode } from '../../platform/files.ts';
import { notWrittenDown } from '../../platform/local-storage-errors.ts';
import type { EngineClient } from '../../service/client.ts';
import type { DownloadInfo } from '../../service/document-files.ts';
import { retryable, type ServiceError } from '../../service/errors.ts';
import type { ContentFault } from '../../service/get-content.ts';
import { isSameId } from '../../service/tolerant.ts';
import type { CallOptions } from '../../service/transport.ts';
import type { Stores } from '../../store/stores.ts';
import { mayBeNoOperation } from '../capabilities/no-operation.ts';
import type { Vault } from '../vault/vault.ts';
import { type Asked, keyOf, knownName, nameOf } from './asked.ts';
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
import type { Unfinished } from './unfinished.ts';
import { type OnlyNewest, VersionAddresses } from './version-addresses.ts';
import { type ViewCopies, viewKey, viewName } from './view-copies.ts';
import { type DocumentKey, versionsShown, wantedVersion } from './wanted-version.ts';
import { type Missing, whatIsMissing, whyNotTold } from './what-is-missing.ts';

/** A copy that can be opened. */
export interface ViewCopy {
  readonly path: string;
  /** False where the service could not be asked whether there is a newer version. */
  readonly isChecked: boolean;
}

/** Where what is fetched goes. */
export interface Shelf {
  /** Where a version stands already; null when it does not. */
  find(key: string): Promise<string | null>;
  /** Null where this version is not wanted there, which `Fetcher.newest` answers as `null`. */
  begin(about: Asked): Promise<Unfinished | null>;
}

export interface FetchOptions {
  readonly signal: AbortSignal;
  /** Called with the bytes that are here, and how many there are in all; null when nobody says. */
  readonly onProgress: (done: number, of: number | null) => void;
  /** What somebody waits for goes before what goes on by itself; `view` unless said. */
  readonly priority?: CallOptions['priority'];
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

/** `overtaken`: what came may be of a newer version than was asked for. */
type FromService = Result<ViewCopy, Refusal> | 'overtaken' | 'not-wanted';
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
  fetch(
    document: DocumentKey,
    versionId: string | null,
    options: FetchOptions,
  ): Promise<Result<ViewCopy, Refusal>> {
    return this.#whileSignedIn(options, (either) => this.#fetch(document, versionId, either));
  }

  /** What the service has now, on another shelf than among the view copies; null where it is not wanted there. */
  newest(
    document: DocumentKey,
    shelf: Shelf,
    options: FetchOptions,
  ): Promise<Result<ViewCopy | null, Refusal>> {
    return this.#whileSignedIn<ViewCopy | null>(options, async (either) => {
      const got = await this.#newest(document, shelf, either);
      return got === 'not-wanted' ? ok(null) : got;
    });
  }

  async #whileSignedIn<Value>(
    { signal, ...how }: FetchOptions,
    work: (options: FetchOptions) => Promise<Result<Value, Refusal>>,
  ): Promise<Result<Value, Refusal>> {
    const signedIn = this.#signedIn.signal;
    const either = AbortSignal.any([signal, this.#leaving.signal, signedIn]);
    const whyEnded = () => err(signedIn.aborted ? signedOut : cancelled);
    const fetching = work({ ...how, signal: either });
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

  /** The hash of a version's bytes, which are kept nowhere; null where the service does not give out this very version. */
  async hashOf(document: DocumentKey, entryId: string, signal: AbortSignal): Promise<string | null> {
    const { client, stores, downloadsOffered, newId } = this.#ports;
    const version = wantedVersion(stores, document, `entry:${entryId}`);
    const versionId = version?.documentVersionId ?? null;
    if (versionId === null || !downloadsOffered.mayBe) return null;
    const { beyondSpec } = client;
    const ports = { beyondSpec, downloadsOffered, newId };
    const call = { priority: 'announce', signal } as const;
    const addresses = new VersionAddresses(ports, document, { versionId, isNewest: false }, call);
    const nowhere = { write: () => Promise.resolve(), beginAgain: () => Promise.resolve() };
    const got = await beyondSpec.getContent(() => addresses.next(), nowhere, { signal });
    return got.ok && !addresses.mayBeNewer ? got.value.sha256 : null;
  }

  /** The attempt that a document was announced with, and whether its content has arrived; null where the service does not tell. */
  async attemptOf(
    { matterId, fileId }: DocumentKey,
    signal: AbortSignal,
  ): Promise<{ key: string | null; isUploaded: boolean } | null> {
    const { client, downloadsOffered } = this.#ports;
    if (!downloadsOffered.mayBe) return null;
    const file = await client.beyondSpec.readFile(matterId, fileId, { priority: 'announce', signal });
    if (!file.ok) return null;
    const key = file.value.additionalData?.['attempt'];
    return { key: typeof key === 'string' ? key : null, isUploaded: file.value.isUploaded === true };
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
    if (versionId === null) return wanted(await this.#newest(document, copies, options));
    const version = wantedVersion(stores, document, versionId);
    if (!version) return err(notKept);
    const asked = { ...document, version, file: null };
    const here = await this.#onThisComputer(asked, copies);
    if (here) return wanted(here);
    const notGiven = await this.#whyNotGiven(asked, options);
    if (notGiven) return notGiven;
    const got = await this.#fromService(asked, copies, options);
    return got === 'overtaken' ? err(overtaken) : wanted(got);
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
    shelf: Shelf,
    options: FetchOptions,
    triesLeft: number = mostOvertaken,
  ): Promise<Result<ViewCopy, Refusal> | 'not-wanted'> {
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
      const isLater = retryable(file.error) !== 'never';
      const here =
        newest && isLater && !options.signal.aborted
          ? await this.#onThisComputer({ ...document, version: newest, file: null }, shelf)
          : null;
      if (here === 'not-wanted') return here;
      if (here?.ok) return ok({ ...here.value, isChecked: false });
      return this.#missing(document, file.error);
    }
    const { versionId, isDeleted, isUploaded } = file.value;
    if (isDeleted === true) return this.#missing(document, 'document');
    // What was announced has another content than what there was before it, which the service may still give out.
    if (isUploaded === false) return this.#missing(document, 'content');
    // A version that was put back under its own id is shown twice.
    const known = shown.findLast(
      ({ documentVersionId }) =>
        versionId !== null && documentVersionId !== null && isSameId(documentVersionId, versionId),
    );
    const unknown = { entryId: null, documentVersionId: null, sha256: null, at: null };
    const asked = { ...document, version: known ?? unknown, file: file.value };
    const got =
      (await this.#onThisComputer(asked, shelf)) ?? (await this.#fromService(asked, shelf, options));
    if (got !== 'overtaken') return got;
    return triesLeft > 0 ? this.#newest(document, shelf, options, triesLeft - 1) : err(overtaken);
  }

  /** Null when its bytes are not here. */
  async #onThisComputer(
    asked: Asked,
    shelf: Shelf,
  ): Promise<Result<ViewCopy, Refusal> | 'not-wanted' | null> {
    const { vault } = this.#ports;
    const { version } = asked;
    const key = keyOf(asked);
    const there = key === null ? null : await shelf.find(key);
    if (there !== null) return ok({ path: there, isChecked: true });
    if (version.sha256 === null || !(await vault.has(version.sha256))) return null;
    const copy = await shelf.begin(asked);
    if (copy === null) return 'not-wanted';
    try {
      for await (const chunk of vault.read(version.sha256)) await copy.write(chunk);
      const path = await copy.keep(
        key ?? viewKey(asked, version.sha256),
        version.sha256,
        viewName(knownName(this.#ports.stores, asked, null), version.at),
      );
      return ok({ path, isChecked: true });
    } catch (failure) {
      await copy.drop().catch(() => undefined);
      // What is damaged here is as good as not here.
      if (failureCode(failure) === 'DAMAGED') return null;
      throw failure;
    }
  }

  async #fromService(asked: Asked, shelf: Shelf, options: FetchOptions): Promise<FromService> {
    const copy = await shelf.begin(asked);
    if (copy === null) return 'not-wanted';
    try {
      const got = await this.#into(copy, asked, options);
      if (typeof got === 'string' || !got.ok) await copy.drop();
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
    const isNamed = (id: string | null) => named !== null && id !== null && isSameId(named, id);
    const isNewest = isNamed(file?.versionId ?? null);
    const { beyondSpec } = client;
    const addresses = new VersionAddresses(
      { beyondSpec, downloadsOffered, newId },
      asked,
      { versionId: named, isNewest },
      call,
    );
    let info: DownloadInfo | null = null;
    const addressOf = async (): Promise<Result<DownloadInfo, ServiceError | OnlyNewest>> => {
      const answer = await addresses.next();
      if (!answer.ok) return answer;
      const isFirst = info === null;
      info = { ...answer.value, sizeBytes: answer.value.sizeBytes ?? file?.sizeBytes ?? null };
      // Of what comes again at another address, a part is here.
      return !isFirst || (await copy.hasRoomFor(info.sizeBytes ?? 0)) ? ok(info) : err(noRoom);
    };
    const got = await client.beyondSpec.getContent(addressOf, copy, options);
    if (!got.ok) return this.#failed(asked, got.error, call);
    const { sha256, size } = got.value;
    if (addresses.mayBeNewer) {
      // Whatever was the newest after all of it came was the newest before.
      const now = await client.beyondSpec.readFile(matterId, fileId, call);
      if (!now.ok) return this.#missing(asked, await whyNotTold(client, asked, now.error, call));
      if (!isNamed(now.value.versionId)) return 'overtaken';
    }
    if (version.sha256 !== null && version.sha256 !== sha256) {
      return this.#failed(asked, { kind: 'not-as-stated', what: 'hash' }, call);
    }
    const key = keyOf(asked) ?? viewKey(asked, sha256);
    options.signal.throwIfAborted();
    const name = knownName(stores, asked, info);
    const path = await copy.keep(key, sha256, viewName(name, version.at), (place) =>
      // Nothing can be opened of which the log does not tell, whenever the program ends.
      stores.custody.fetched({
        matterId,
        fileId,
        versionId: version.entryId,
        relatedId: named,
        sha256,
        size,
        name,
        path: place,
      }),
    );
    return ok({ path, isChecked: true });
  }

  async #failed(
    asked: Asked,
    error: ServiceError | ContentFault | OnlyNewest,
    call: CallOptions,
  ): Promise<Result<never, Refusal>> {
    if (error.kind === 'only-newest') return err(onlyNewest);
    const isOfContent = !('operation' in error) || error.operation !== 'documents.download';
    if (!isOfContent && mayBeNoOperation(error)) {
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
}

/** Every version is wanted among the view copies. */
function wanted<Value>(got: Result<Value, Refusal> | 'not-wanted'): Result<Value, Refusal> {
  if (got === 'not-wanted') throw new Error('a version was not wanted');
  return got;
}

const noRoom: ServiceError = { operation: 'documents.getContent', kind: 'not-kept', code: 'ENOSPC' };

const callOptions = ({ signal, priority = 'view' }: FetchOptions): CallOptions => ({ priority, signal });
