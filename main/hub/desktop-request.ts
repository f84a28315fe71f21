import type { AllowedRequest } from './allowed-request.ts';
import type { Subscriber } from './news/news.ts';

/** What a desktop asks, once it is known to be an operation of the service. */
export interface DesktopRequest {
  readonly request: AllowedRequest;
  readonly token: string;
  readonly body: string | undefined;
  readonly contentType: string | undefined;
  readonly header: (name: string) => string | undefined;
  /** Aborts when the desktop hung up. */
  readonly gone: AbortSignal;
}

/** A desktop that wants to hear of folders. */
export interface StreamRequest extends Pick<Subscriber, 'tell' | 'close'> {
  readonly token: string;
  readonly body: string;
  /** What it was told last in an earlier stream. */
  readonly lastId: string | undefined;
}

export type NoStream = 'not-readable' | 'too-many';
