import { onTestFinished } from 'vitest';
import { exchange } from '../../main/engine/service/exchange.ts';
import { type FolderRead, followNews, type Interests } from '../../main/engine/service/hub-news.ts';
import { systemClock } from '../../shared/base/clock.ts';
import { ok } from '../../shared/base/result.ts';

export const nothing: Interests = { view: {}, linked: {}, seen: {} };

/** A desktop's stream of news, as a desktop follows it; ended with the test. */
export function follow(
  hub: { readonly address: string },
  token: string | ((rejected: string | null) => string),
  interests: Partial<Interests>,
  since: string | null = null,
) {
  const told: FolderRead[] = [];
  const stop = new AbortController();
  const heard = { opened: false, id: '', end: null as string | null };
  const follows = followNews({
    ...{ baseUrl: 'https://service.example', apiKey: '', hub: hub.address, clock: systemClock },
    ...{ random: Math.random, budget: undefined as never, http: { exchange } },
    accessToken: (rejected) => Promise.resolve(ok(typeof token === 'string' ? token : token(rejected))),
  });
  const ended = follows?.(
    { ...nothing, ...interests },
    {
      since,
      signal: stop.signal,
      onRead(folders, id) {
        heard.opened = true;
        heard.id = id;
        told.push(...folders);
      },
    },
  ).then((end) => {
    heard.end = end;
  });
  onTestFinished(() => stop.abort());
  return { told, heard, stop: () => stop.abort(), ended };
}
