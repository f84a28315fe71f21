import { hexOf } from '../../shared/evidence/bytes.ts';
import { type GivenFile, whatIsGiven } from '../../shared/evidence/given-files.ts';
import { isKnown, type Judged, judged, wholeOf } from '../../shared/evidence/judged-files.ts';
import { type Finding, marks } from '../../shared/evidence/verification-words.ts';
import { visible } from '../../shared/evidence/visible.ts';

// The page with which anyone checks a record, offline: it asks nobody anything.

const found = elementWith('found');
const input = elementWith('files');
const zone = elementWith('zone');

/** All that was given since the page was opened: each is held against every other. */
const given: GivenFile[] = [];
let turn: Promise<unknown> = Promise.resolve();

function elementWith(id: string): HTMLElement {
  const element = document.getElementById(id);
  if (!element) throw new Error(`the page has no ${id}`);
  return element;
}

function show({ title, findings, entries }: Judged): void {
  const section = document.createElement('section');
  const heading = document.createElement('h2');
  const name = document.createElement('bdi');
  name.textContent = visible(title);
  heading.append(name);
  const list = document.createElement('ul');
  for (const { holds, words } of findings) {
    const item = document.createElement('li');
    item.className = holds;
    const mark = document.createElement('strong');
    mark.textContent = `${marks[holds]}: `;
    item.append(mark, visible(words));
    list.append(item);
  }
  section.append(heading, list);
  if (entries) section.append(listOf(entries));
  found.append(section);
}

/** What a record's entries say, for who opens it: what its page for reading is to be compared with. */
function listOf(entries: readonly string[]): HTMLElement {
  const details = document.createElement('details');
  const summary = document.createElement('summary');
  summary.textContent = `What its entries say (${entries.length})`;
  const list = document.createElement('ul');
  for (const words of entries) {
    const item = document.createElement('li');
    item.append(visible(words));
    list.append(item);
  }
  details.append(summary, list);
  return details;
}

function take(files: readonly File[]): void {
  turn = turn.then(async () => {
    // A folder, say, or a file that is not there any more.
    const notRead: string[] = [];
    for (const file of files)
      try {
        const what = await read(file);
        const isHere = given.some(({ name, sha256 }) => name === what.name && sha256 === what.sha256);
        if (!isHere) given.push(what);
      } catch {
        notRead.push(file.name);
      }
    found.replaceChildren();
    for (const title of notRead) show({ title, findings: unread });
    for (const one of judged(given)) show(one);
    const whole = wholeOf(given);
    for (const file of given)
      if (file.is === 'export' && !isKnown(file, whole)) show({ title: file.name, findings: ofExport });
  });
}

const read = (file: File): Promise<GivenFile> =>
  whatIsGiven({
    name: file.name,
    size: file.size,
    read: async (length) => new Uint8Array(await file.slice(0, length).arrayBuffer()),
    sha256: async () =>
      hexOf(new Uint8Array(await crypto.subtle.digest('SHA-256', await file.arrayBuffer()))),
  });

const unread: readonly Finding[] = [
  {
    holds: 'no',
    words:
      'This could not be read, and nothing is said of it. Folders are not opened: add the files in them.',
  },
];

const ofExport: readonly Finding[] = [
  {
    holds: 'note',
    words:
      'This is an exported custody log. This page checks records: npm run verify-log checks this, and records against it.',
  },
];

input.addEventListener('change', () => {
  if (input instanceof HTMLInputElement) take([...(input.files ?? [])]);
});
document.addEventListener('dragover', (event) => {
  event.preventDefault();
  zone.classList.add('over');
});
document.addEventListener('dragleave', () => zone.classList.remove('over'));
document.addEventListener('drop', (event) => {
  event.preventDefault();
  zone.classList.remove('over');
  take([...(event.dataTransfer?.files ?? [])]);
});
