import {
  type CustodyContent,
  type CustodyKind,
  isToldLater,
} from '../../../../shared/evidence/custody-entry.ts';

const kinds: Readonly<Record<CustodyKind, string>> = {
  captured: 'Captured on this computer',
  announcing: 'About to be announced to the service',
  sending: 'About to be sent',
  sent: 'Accepted by the service',
  interrupted: 'Sending was interrupted',
  filed: 'Seen in the service’s history',
  conflict: 'Held back: another version was there',
  problem: 'Held back: a person was needed',
  decided: 'Decided by the person',
  restored: 'An earlier version was put back',
  fetched: 'Fetched from the service',
  replaced: 'Replaced here by a newer version',
  evicted: 'Left this computer to free space',
  'folder-made': 'Folder made in the service',
  'folder-told': 'Folder renamed or moved here: the service is told',
  'folder-refused': 'The service refused to make, rename or move a folder',
  removed: 'Left this computer, as it was deleted in the service',
  discarded: 'A copy that Matterline had kept was removed',
  gone: 'Was removed from the matter folder on this computer',
  removing: 'What is kept on this computer was about to be removed',
  followed: 'Named or placed here as in the service',
  linked: 'A folder became the matter’s folder',
  unlinked: 'The folder ceased to be the matter’s',
  'signed-in': 'A person signed in',
  'not-this-person': 'The service named another person',
  requested: 'A request was made here',
  'request-edited': 'The request was changed',
  'request-sending': 'The request was about to be sent',
  'request-accepted': 'The service accepted the request',
  'request-interrupted': 'Sending the request was interrupted',
  'request-done': 'What was requested is done',
  'request-problem': 'The request needed a person',
  'request-decided': 'The person decided about the request',
  'request-cancelled': 'The request was cancelled',
  'signing-key': 'A signing key was named',
  continued: 'The log went on although some of it was missing',
  exporting: 'A part of the log was about to be saved',
  exported: 'A part of the log was saved',
};

/** What an entry says has happened, in words; as it is written where a newer program wrote it. */
export function wordsOf({ kind, change, detail }: CustodyContent): string {
  const words = Object.hasOwn(kinds, kind) ? kinds[kind] : `“${kind}”`;
  const what = change === 'metadata' ? ' (name or place)' : '';
  return kind === 'signing-key' || detail === null ? words + what : `${words}${what}: ${detail}`;
}

/** When it happened, and when it was written down where that was another time. */
export const whenWords = (entry: CustodyContent): string =>
  dateWords(entry.at) + (isToldLater(entry) ? `, written down ${dateWords(entry.writtenAt)}` : '');

/** `2026-11-24 09:30:05`, of UTC. */
export const dateWords = (iso: string | null): string =>
  iso === null ? 'not told' : `${iso.slice(0, 10)} ${iso.slice(11, 19)}`;

export const timeWords = (iso: string | null): string =>
  iso === null ? 'not told' : `${dateWords(iso)} UTC`;

export const sizeWords = (bytes: number | null): string =>
  bytes === null ? '' : `${bytes.toLocaleString('en-US')} bytes`;
