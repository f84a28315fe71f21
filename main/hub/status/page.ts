import { createHash } from 'node:crypto';
import type { Told } from '../problem.ts';
import { type RequestClass, requestClasses } from '../request-class.ts';
import type { RecentFigures } from './recent.ts';

export interface HubStatus {
  /** What the service answered last. */
  readonly service: string;
  readonly pausedSeconds: number;
  readonly waiting: Readonly<Record<RequestClass, number>>;
  readonly perSecond: number;
  readonly recent: RecentFigures;
  readonly streams: number;
  /** Hubs that share the limit, and whether what they share is there; null for one by itself. */
  readonly shared: { readonly hubs: number; readonly isThere: boolean } | null;
  /** Null where the service notifies of nothing. */
  readonly events: 'proven' | 'not proven yet' | null;
}

/** Seconds until the page shows itself anew, unless it is told to stand still. */
const anew = 10;

const words: Readonly<Record<RequestClass, string>> = {
  announce: 'New versions to be filed',
  write: 'Other changes',
  view: 'What somebody looks at',
  linked: 'Linked folders',
  rest: 'The rest',
};

const style = `
:root { color-scheme: light dark; font: 100%/1.5 system-ui, sans-serif; }
body { max-width: 42rem; margin: 2rem auto; padding: 0 1rem; }
h1 { font-size: 1.5rem; margin: 0 0 .5rem; } h2 { font-size: 1.125rem; margin: 1.75rem 0 .5rem; }
.standing { padding: .75rem 1rem; border: 1px solid; border-left-width: .5rem; border-radius: .25rem; }
.good { border-color: #107c10; } .bad { border-color: #c50f1f; }
table { border-collapse: collapse; width: 100%; } caption { text-align: left; padding-bottom: .25rem; }
th, td { text-align: left; padding: .375rem .5rem; border-bottom: 1px solid color-mix(in srgb, currentcolor 25%, transparent); font-weight: normal; }
td { text-align: right; font-variant-numeric: tabular-nums; white-space: nowrap; }
a { color: LinkText; } footer { margin-top: 2rem; }`;

const policy = [
  "default-src 'none'",
  `style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'`,
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** How the firm's filing stands, for a browser: numbers of the hub's own, no script, nothing from elsewhere. */
export function statusPage(status: HubStatus, isStill: boolean): Told {
  const { recent, waiting, shared } = status;
  const { is, text } = standing(status);
  const rows = (pairs: readonly (readonly [string, string])[]) =>
    pairs
      .map(([name, value]) => `<tr><th scope="row">${escaped(name)}</th><td>${escaped(value)}</td></tr>`)
      .join('\n');
  const count = (value: number) => value.toLocaleString('en');
  const last = `the last ${recent.minutes} minutes`;
  const announcing = recent.announcing;
  const body = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
${isStill ? '' : `<meta http-equiv="refresh" content="${anew}">\n`}<title>${escaped(text)} – the firm’s hub</title>
<style>${style}</style>
</head>
<body>
<main>
<h1>The firm’s filing</h1>
<p class="standing ${is}"><strong>${is === 'good' ? '✓ ' : '⚠ '}${escaped(text)}</strong></p>
<h2>Waiting</h2>
<table>
<caption>Requests that wait for their turn now; the service takes ${count(status.perSecond)} a second</caption>
${rows(requestClasses.map((one) => [words[one], count(waiting[one])]))}
</table>
<h2>How fast</h2>
<table>
<caption>In ${last}</caption>
${rows([
  ['New versions announced', count(recent.announced)],
  ['Until an announcement was answered: half of them within', announcing ? seconds(announcing.p50) : '–'],
  ['19 of 20 within', announcing ? seconds(announcing.p95) : '–'],
  ['Answers to desktops', count(recent.answered)],
])}
</table>
<h2>Refused</h2>
<table>
<caption>In ${last}</caption>
${rows([
  ['No room in the limit', count(recent.limited)],
  ['Refused by the service', count(recent.refused)],
  ['Not answered by the service', count(recent.unanswered)],
])}
</table>
<h2>Connected</h2>
<table>
<caption>Now</caption>
${rows([
  ['Desktops that are told of news', count(status.streams)],
  ...(shared
    ? ([['Hubs that share the limit', shared.isThere ? count(shared.hubs) : 'not known just now']] as const)
    : []),
  ...(status.events === null ? [] : ([['Events of the service', status.events]] as const)),
])}
</table>
</main>
<footer><p>${
    isStill
      ? '<a href="/hub">Show anew every 10 seconds</a>'
      : 'Shown anew every 10 seconds. <a href="/hub?still">Stand still</a>'
  }</p></footer>
</body>
</html>
`;
  return {
    status: 200,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': policy,
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
    },
    body,
  };
}

function standing({ service, pausedSeconds, waiting, shared }: HubStatus): {
  is: 'good' | 'bad';
  text: string;
} {
  if (pausedSeconds > 0)
    return { is: 'bad', text: `The service wants no requests for ${pausedSeconds} seconds. Saves wait.` };
  if (service !== 'reached' && service !== 'not asked yet')
    return { is: 'bad', text: `The service does not answer (${service}). Saves wait.` };
  if (shared?.isThere === false)
    return { is: 'bad', text: 'What hubs share cannot be reached. Each keeps to a part of the limit.' };
  if (waiting.announce > 0)
    return { is: 'good', text: `Filing; ${waiting.announce} new versions wait for their turn` };
  return { is: 'good', text: 'Filing; nothing waits' };
}

const seconds = (ms: number): string => `${(ms / 1000).toFixed(ms < 10_000 ? 1 : 0)} s`;

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
