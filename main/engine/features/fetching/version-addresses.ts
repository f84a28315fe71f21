import { err, ok, type Result } from '../../../../shared/base/result.ts';
import type { Capabilities } from '../../service/capabilities.ts';
import { type DownloadInfo, ofAnotherVersion } from '../../service/document-files.ts';
import { retryable, type ServiceError } from '../../service/errors.ts';
import type { CallOptions } from '../../service/transport.ts';
import type { DownloadsOffered } from './downloads-offered.ts';
import type { DocumentKey } from './wanted-version.ts';

/** The service gives out the newest version, whichever it is asked for. */
export interface OnlyNewest {
  readonly kind: 'only-newest';
}

interface Ports {
  readonly beyondSpec: Pick<Capabilities, 'download'>;
  readonly downloadsOffered: Pick<DownloadsOffered, 'goesByVersion' | 'showedByVersion' | 'showed'>;
  readonly newId: () => string;
}

interface Named {
  /** What the service calls the version; null where it does not say. */
  readonly versionId: string | null;
  /** True where the service said just now that it is the newest. */
  readonly isNewest: boolean;
}

/** Asks where the content of a version is: by what the service calls it, where the service goes by that. */
export class VersionAddresses {
  readonly #ports: Ports;
  readonly #document: DocumentKey;
  readonly #named: Named;
  readonly #call: CallOptions;
  #isByName: boolean;

  constructor(ports: Ports, document: DocumentKey, named: Named, call: CallOptions) {
    this.#ports = ports;
    this.#document = document;
    this.#named = named;
    this.#call = call;
    this.#isByName = named.versionId !== null;
  }

  /** True where it was asked for what is the newest by now, which may be another than the one that is meant. */
  get mayBeNewer(): boolean {
    return this.#named.versionId !== null && !this.#isByName;
  }

  /** One that it has says, whatever comes from there, that the service gives documents out. */
  async next(): Promise<Result<DownloadInfo, ServiceError | OnlyNewest>> {
    const address = await this.#next();
    if (address.ok) this.#ports.downloadsOffered.showed('offered');
    return address;
  }

  async #next(): Promise<Result<DownloadInfo, ServiceError | OnlyNewest>> {
    const { versionId, isNewest } = this.#named;
    if (!this.#isByName) return this.#ask(null);
    const answer = await this.#ask(versionId);
    if (answer.ok) {
      const byVersion = await this.#goesByVersion(versionId);
      if (!byVersion.ok) return byVersion;
      if (byVersion.value) return answer;
      if (!isNewest) return err({ kind: 'only-newest' });
    } else if (!isNewest || !mayBeOlderOnly(answer.error)) return answer;
    this.#isByName = false;
    return this.#ask(null);
  }

  /**
   * A service that goes by versions says that it has none of a name that does not exist, each time, while it gives out the one
   * that does. One refusal may be of that moment, or from something in between: an older version is not had on the strength of it.
   */
  async #goesByVersion(versionId: string | null): Promise<Result<boolean, ServiceError>> {
    const { downloadsOffered, newId } = this.#ports;
    const known = downloadsOffered.goesByVersion;
    if (known !== null) return ok(known);
    const first = await this.#ask(newId());
    if (first.ok) downloadsOffered.showedByVersion(false);
    if (first.ok || !isOfService(first.error)) return isPassing(first) ? first : ok(false);
    const again = await this.#ask(versionId);
    if (!again.ok) return again;
    const second = await this.#ask(newId());
    if (second.ok || !isOfService(second.error)) return isPassing(second) ? second : ok(false);
    downloadsOffered.showedByVersion(true);
    return ok(true);
  }

  #ask(versionId: string | null): Promise<Result<DownloadInfo, ServiceError>> {
    const { matterId, fileId } = this.#document;
    return this.#ports.beyondSpec.download(matterId, fileId, versionId, this.#call);
  }
}

/** By its name only an older version may be had (beyond the spec: Documents, download). */
const mayBeOlderOnly = (error: ServiceError): boolean =>
  error.kind === 'not-found' || error.kind === 'rejected';

/** The service itself refused it in its own words, or said that what it has is another version: that is compared each time. */
const isOfService = (error: ServiceError): boolean =>
  error.kind === 'not-found' || error.kind === 'rejected' || error.kind === 'forbidden'
    ? error.problem !== null
    : error.kind === 'malformed' && error.what === ofAnotherVersion;

/** It was not answered whether there is such a version. */
const isPassing = <Value>(
  answer: Result<Value, ServiceError>,
): answer is { ok: false; error: ServiceError } => !answer.ok && retryable(answer.error) !== 'never';
