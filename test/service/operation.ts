import type { Answer } from './answer.ts';
import type { Query } from './query.ts';

export interface PlainRequest {
  readonly method: string;
  /** Path without the query. */
  readonly path: string;
  readonly params: Readonly<Record<string, string>>;
  readonly query: Query;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: unknown;
}

/** Who calls: the application and the person signed in to it. */
export interface Caller {
  readonly clientId: string;
  readonly staffId: string;
}

export interface ApiRequest extends PlainRequest {
  readonly caller: Caller;
}

export interface Operation<Request extends PlainRequest = ApiRequest> {
  /** Names the operation in fault rules, for example `documents.putFile`. */
  readonly name: string;
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly path: string;
  handle(request: Request): Answer | Promise<Answer>;
}
