import { fits } from '../../domain/name-pattern.ts';
import type { RuleChanges } from '../../store/ignore-rules.ts';

export type EntryKind = 'file' | 'directory';
/** 'unknown': nothing is there any more, or nobody has looked yet. */
export type AnyKind = EntryKind | 'unknown';

/** A rule that no program means its files as documents by. `names` and `why` are for a person. */
export interface BuiltInRule {
  readonly id: string;
  readonly names: string;
  readonly why: string;
  readonly of: EntryKind | 'either';
  readonly fits: RegExp;
}

/**
 * What programs lawyers use write for themselves: owner files, locks, temporaries. Narrow on purpose: a rule as broad as
 * `*.tmp` loses real documents, and a directory called like a temporary file may be a person's.
 */
export const builtInRules: readonly BuiltInRule[] = [
  rule('office-owner', '~$…', 'Office notes here who has a document open.', /^~\$/),
  rule('word-save', '~WRD0000.tmp, ~WRL0001.tmp', 'Word keeps these during a save.', /^~WR[A-Z]\d{4}\.tmp$/i),
  rule('libreoffice-lock', '.~lock.…#', 'LibreOffice notes here who has a document open.', /^\.~lock\..*#$/),
  rule(
    'libreoffice-save',
    'lu12345ab.tmp',
    'LibreOffice keeps these during a save.',
    /^lu[0-9a-z]{5,}\.tmp$/i,
  ),
  rule('excel-save', 'eight digits or letters A to F', 'Excel keeps these during a save.', /^[0-9A-F]{8}$/i),
  rule('vim-probe', '4913', 'vim tries with it whether it may write here.', /^4913$/),
  rule('vim-swap', '.….swp', 'vim keeps unsaved changes here.', /^\..*\.sw[a-p]$/),
  rule('backup', '…~', 'Editors leave the version before the last save here.', /~$/),
  rule('glib-save', '.goutputstream-…', 'Linux programs keep these during a save.', /^\.goutputstream-/),
  rule(
    'mac-save',
    '….sb-…',
    'macOS keeps these during a save.',
    /\.sb-[0-9a-f]{8}-[0-9A-Za-z]{6}$/,
    'either',
  ),
  rule(
    'mac-save-folder',
    '(A Document Being Saved By …)',
    'macOS keeps these during a save.',
    /^(\(A Document Being Saved By .*\)|\.TemporaryItems)$/,
    'directory',
  ),
  rule('mac-folder', '.DS_Store', 'macOS notes here how a folder looks.', /^\.DS_Store$/),
  rule('mac-attributes', '._…', 'macOS keeps attributes here on foreign disks.', /^\._/),
  rule(
    'windows-folder',
    'Thumbs.db, desktop.ini',
    'Windows notes here how a folder looks.',
    /^(Thumbs\.db|desktop\.ini|ehthumbs\.db)$/i,
  ),
  rule('download', '….crdownload, ….part', 'A browser has not finished it.', /\.(crdownload|partial|part)$/i),
  rule(
    'system-folder',
    'Trash, $RECYCLE.BIN',
    'The system keeps what was deleted, or its own notes, here.',
    /^(\.Trash-\d+|\.Trashes|\.Spotlight-V100|\.fseventsd|\$RECYCLE\.BIN|System Volume Information)$/i,
    'directory',
  ),
];

function rule(
  id: string,
  names: string,
  why: string,
  test: RegExp,
  of: BuiltInRule['of'] = 'file',
): BuiltInRule {
  return { id, names, why, of, fits: test };
}

/** Fits what any built-in rule fits, and little else: nearly all names are done with after this. */
const anyBuiltIn = new RegExp(builtInRules.map(({ fits: { source } }) => `(?:${source})`).join('|'), 'i');

/** Ours on their way into the folder, and what was replaced there: no rule that anybody could switch off. */
const ours = /^\.matterline-/;

/** Why an entry is left out, in words. */
export interface LeftOut {
  /** The pattern or the names that it fits. */
  readonly rule: string;
  readonly why: string;
}

const noChanges: RuleChanges = { own: [], off: [] };

/**
 * Why a file or directory must not be filed; null for what must be, and for what might be another kind of thing. `name` is one
 * name, not a path.
 */
export function whyLeftOut(name: string, kind: AnyKind, changes: RuleChanges = noChanges): LeftOut | null {
  if (ours.test(name))
    return {
      rule: '.matterline-…',
      why: 'It is on its way into the folder, or was just replaced by an earlier version.',
    };
  const own = kind === 'file' && changes.own.find((pattern) => fits(name, pattern));
  if (own) return { rule: own, why: 'You chose to leave these out of this matter.' };
  if (!anyBuiltIn.test(name)) return null;
  const builtIn = builtInRules.find(
    (one) => (one.of === kind || one.of === 'either') && !changes.off.includes(one.id) && one.fits.test(name),
  );
  return builtIn ? { rule: builtIn.names, why: builtIn.why } : null;
}

export const isIgnored = (name: string, kind: AnyKind = 'file', changes?: RuleChanges): boolean =>
  whyLeftOut(name, kind, changes) !== null;
