import { createParser } from 'eventsource-parser';
import { exchange } from './exchange.ts';
import { isObject, parseJson, writeJson } from './json.ts';
import type { ServiceClientOptions } from './transport.ts';

/** Folders by matter, for each reason to hear of them. */
export type Interests = Readonly<
  Record<'view' | 'linked' | 'seen', Readonly<Record<string, readonly string[]>>>
>;

/** The hub read a folder. */
export interface FolderRead {
  readonly matter: string;
  /** As it is named in the address of its history. */
  readonly folder: string;
  /** What its history is recognised by now; null to look for oneself. */
  readonly validator: string | null;
  /** How many milliseconds ago it was read. */
  readonly age: number;
}

export interface Following {
  /** What was told last in an earlier stream, to go on from. */
  readonly since: string | null;
  /** The hub is there, and tells what it read; the first time perhaps nothing. `id` is what was told last. */
  readonly onRead: (folders: readonly FolderRead[], id: string) => void;
  readonly signal: AbortSignal;
}

/** Hears from the firm's hub which folders it read, until the stream ends. `not-offered`: this hub tells nothing. */
export type FollowNews = (interests: Interests, following: Following) => Promise<'ended' | 'not-offered'>;

/** Milliseconds; without a sign of life for longer nobody is there any more: the hub gives one every 15 seconds. */
const delays = { lookup: 10_000, connect: 15_000, secureConnect: 15_000, response: 30_000, socket: 50_000 };
/** Characters of one message: 5,000 folders. */
const longestMessage = 4 * 1024 * 1024;

/** Null where no hub is configured. */
export function followNews({ hub, accessToken, http }: ServiceClientOptions): FollowNews | null {
  if (hub === undefined) return null;
  const url = new URL(hub);
  url.pathname = url.pathname.replace(/\/*$/, '/hub/news');

  async function follow(token: string, interests: Interests, { since, onRead, signal }: Following) {
    let isRefused = false;
    const parser = createParser({
      maxBufferSize: longestMessage,
      onEvent({ event, id = '', data }) {
        if (event === 'token') isRefused = true;
        if (event === 'read') onRead(foldersIn(data), id);
      },
    });
    const decoder = new TextDecoder();
    const incoming = await (http?.exchange ?? exchange)({
      method: 'POST',
      url,
      headers: {
        accept: 'text/event-stream',
        'content-type': 'application/json',
        'user-agent': 'Matterline',
        authorization: `Bearer ${token}`,
        ...(since === null ? {} : { 'last-event-id': since }),
      },
      body: writeJson(interests),
      answerLimit: longestMessage,
      beyondLimit: 'cut',
      delays,
      ...(http?.agent ? { agent: http.agent } : {}),
      signal,
      bodyTo: ({ status }) =>
        status === 200 ? async (chunk) => parser.feed(decoder.decode(chunk, { stream: true })) : null,
    });
    const status = incoming.ok ? incoming.value.status : null;
    if (status === 404) return 'not-offered';
    return isRefused || status === 401 ? 'token-refused' : 'ended';
  }

  return async (interests, following) => {
    const token = await accessToken(null);
    if (!token.ok) return 'ended';
    const end = await follow(token.value, interests, following);
    if (end !== 'token-refused') return end;
    const renewed = await accessToken(token.value);
    if (!renewed.ok || renewed.value === token.value) return 'ended';
    const again = await follow(renewed.value, interests, following);
    return again === 'not-offered' ? again : 'ended';
  };
}

/** What cannot be read is left out: the folder is polled as ever. */
function foldersIn(data: string): FolderRead[] {
  const json = parseJson(data);
  const folders = json.ok && isObject(json.value) ? json.value['folders'] : null;
  if (!Array.isArray(folders)) return [];
  return folders.flatMap((one) => {
    const [matter, folder, validator, age]: unknown[] = Array.isArray(one) ? one : [];
    if (typeof matter !== 'string' || typeof folder !== 'string') return [];
    if (validator !== null && typeof validator !== 'string') return [];
    if (typeof age !== 'number' || !(age >= 0)) return [];
    return [{ matter, folder, validator, age }];
  });
}
