import type { AddOutcome } from '../../shared/model/adding.ts';
import type { Refusal } from '../../shared/model/index.ts';
import { count } from './count.ts';
import { displayName } from './displayName.ts';

/** What the person is told after an action. */
export interface Notice {
  readonly intent: 'info' | 'success' | 'warning' | 'error';
  readonly title: string;
  readonly lines: readonly string[];
  /** More of the same, shown when the person asks for it. */
  readonly others?: readonly string[];
  /** It stays until the person has dismissed it, whatever comes; then this is run. */
  readonly onRead?: () => void;
  /** What it is told about: what is told of the same later takes its place, with the way back that goes with it. */
  readonly about?: string;
  /** What can be done about it at once: undo, or stop. */
  readonly action?: { readonly label: string; readonly run: () => void };
  /** How far it has come, while it goes on. */
  readonly progress?: { readonly done: number; readonly of: number };
}

/** How many refused documents are named before the rest is only counted. */
const namedRefusals = 5;

/** "Add 3 documents to Pleadings": what letting go here would do. Zero when the number is not known yet. */
export function addLabel(files: number, folder: string): string {
  const what = files === 0 ? 'documents' : count(files, 'document');
  return `Add ${what} to ${displayName(folder)}`;
}

/** How far adding has come, and the way to stop it. */
export function addingNotice(
  progress: { readonly done: number; readonly of: number },
  folder: string,
  stop: () => void,
): Notice {
  return {
    intent: 'info',
    title: `Adding ${count(progress.of, 'document')} to ${displayName(folder)}…`,
    lines: [],
    progress,
    action: { label: 'Stop', run: stop },
  };
}

/** What is not finished yet is tried again, until the person stops that. */
export function waitingNotice(paths: readonly string[], stop: () => void): Notice {
  const [first] = paths;
  const what =
    paths.length === 1 && first !== undefined
      ? `“${displayName(lastPart(first))}”, which is`
      : `${count(paths.length, 'document')}, which are`;
  return {
    intent: 'info',
    title: `Waiting for ${what} still being written…`,
    lines: [],
    action: { label: 'Stop', run: stop },
  };
}

/** What was asked for and not answered. */
interface Unsure {
  readonly paths: readonly string[];
  readonly refusal: Pick<Refusal, 'what' | 'why'>;
}

/** The outcome of adding documents, in words; `left` were not come to. Null when nothing was asked. */
export function addedNotice(
  outcomes: readonly AddOutcome[],
  folder: string,
  left = 0,
  unsure: Unsure | null = null,
): Notice | null {
  const notice = outcomeNotice(outcomes, folder);
  if (left === 0 && unsure === null) return notice;
  const title =
    notice?.title ??
    (unsure === null ? 'Nothing was added' : `Adding to ${displayName(folder)} was interrupted`);
  const lines = [...(notice?.lines ?? []), ...(unsure === null ? [] : unsureLines(unsure))];
  if (left > 0) lines.push(`Stopped: ${count(left, 'more was', 'more were')} not added.`);
  const others = [...(notice?.others ?? []), ...(unsure?.paths.slice(namedRefusals).map(nameOf) ?? [])];
  return {
    intent: unsure === null ? 'warning' : 'error',
    title,
    lines,
    ...(others.length > 0 && { others }),
  };
}

const nameOf = (path: string): string => `“${displayName(lastPart(path))}”`;

function unsureLines({ paths, refusal }: Unsure): string[] {
  const named = paths.slice(0, namedRefusals).map(nameOf);
  const more = paths.length - named.length;
  const all = more > 0 ? `${named.join(', ')} and ${count(more, 'more', 'more')}` : named.join(', ');
  return [
    `${refusal.what} ${refusal.why}`,
    `May have been added, or not: ${all}. Look in the folder before you add ${paths.length === 1 ? 'it' : 'them'} again.`,
  ];
}

function outcomeNotice(outcomes: readonly AddOutcome[], folder: string): Notice | null {
  const refused = outcomes.filter((one) => one.outcome === 'refused');
  const added = outcomes.filter((one) => one.outcome === 'added');
  if (outcomes.length === 0) return null;
  const to = ` to ${displayName(folder)}`;
  const lines = refused.slice(0, namedRefusals).map(refusedLine);
  const others = refused.slice(namedRefusals).map(refusedLine);
  if (others.length > 0) lines.push(`And ${count(others.length, 'more', 'more')}.`);
  const addedWords =
    added.length === 1 && added[0] ? `“${displayName(added[0].name)}”` : count(added.length, 'document');
  if (refused.length === 0) {
    return { intent: 'success', title: `Added ${addedWords}${to}`, lines: [] };
  }
  const notAdded = `${count(refused.length, 'document')} not added`;
  const said = { lines, ...(others.length > 0 && { others }) };
  return added.length === 0
    ? { intent: 'error', title: notAdded, ...said }
    : { intent: 'warning', title: `Added ${addedWords}${to}, ${notAdded}`, ...said };
}

function refusedLine({ path, refusal }: { path: string; refusal: Refusal }): string {
  return `${nameOf(path)}: ${refusal.what} ${refusal.why} ${refusal.next}`;
}

/** The last part of a local path of any supported system. */
export function lastPart(path: string): string {
  return path.split(/[\\/]/u).findLast((part) => part !== '') ?? path;
}
