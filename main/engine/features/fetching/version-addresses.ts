import { err, ok, type Result } from '../../../../shared/base/result.ts';
import type { Capabilities, NotOffered } from '../../service/capabilities.ts';
import type { DownloadInfo } from '../../service/document-files.ts';
import type { ServiceError } from '../../service/errors.ts';
import type { CallOptions } from '../../service/transport.ts';
import type { DownloadsOffered } from './downloads-offered.ts';
import type { DocumentKey } from './wanted-version.ts';

/** The service gives out the newest version, whichever it is asked for. */
export interface OnlyNewest {
  readonly kind: 'only-newest';
}

interface Ports {
  readonly beyondSpec: Pick<Capabilities, 'download'>;
  readonly downloadsOffered: Pick<DownloadsOffered, 'goesByVersion' | 'showedByVersion'>;
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

  async next(): Promise<Result<DownloadInfo, ServiceError | NotOffered | OnlyNewest>> {
    const { versionId, isNewest } = this.#named;
    if (!this.#isByName) return this.#ask(null);
    const answer = await this.#ask(versionId);
    if (answer.ok) {
      const byVersion = await this.#goesByVersion();
      if (!byVersion.ok) return byVersion;
      if (byVersion.value) return answer;
      if (!isNewest) return err({ kind: 'only-newest' });
    } else if (!isNewest || !mayBeOlderOnly(answer.error)) return answer;
    this.#isByName = false;
    return this.#ask(null);
  }

  /** A service that goes by versions gives nothing out for one that does not exist. */
  async #goesByVersion(): Promise<Result<boolean, ServiceError | NotOffered>> {
    const { downloadsOffered, newId } = this.#ports;
    const known = downloadsOffered.goesByVersion;
    if (known !== null) return ok(known);
    const none = await this.#ask(newId());
    if (!none.ok && !isNothing(none.error)) return none;
    downloadsOffered.showedByVersion(!none.ok);
    return ok(!none.ok);
  }

  #ask(versionId: string | null): Promise<Result<DownloadInfo, ServiceError | NotOffered>> {
    const { matterId, fileId } = this.#document;
    return this.#ports.beyondSpec.download(matterId, fileId, versionId, this.#call);
  }
}

/** By its name only an older version may be had (beyond the spec: Documents, download). */
const mayBeOlderOnly = (error: ServiceError | NotOffered): boolean =>
  error.kind === 'not-found' || error.kind === 'rejected';

/** Nothing was given out, or something that says of itself which version it is: that is compared each time. */
const isNothing = (error: ServiceError | NotOffered): boolean =>
  mayBeOlderOnly(error) || error.kind === 'forbidden' || error.kind === 'malformed';
