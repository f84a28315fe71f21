interface More {
  /** The program is given the link that it is opened with. */
  readonly takesLinks?: boolean;
  /** Lines that follow. */
  readonly further?: readonly string[];
}

/** The text of a desktop entry (Desktop Entry Specification). A word of its command may hold anything a path can. */
export const desktopEntry = (
  command: readonly string[],
  { takesLinks = false, further = [] }: More = {},
): string =>
  [
    '[Desktop Entry]',
    'Type=Application',
    'Name=Matterline',
    'Comment=Files documents of matters',
    `Exec=${command.map(quoted).join(' ')}${takesLinks ? ' %u' : ''}`,
    'Terminal=false',
    ...further,
    '',
  ].join('\n');

/** Quoted for `Exec`, and then escaped as every value of such a file. */
const quoted = (word: string): string =>
  `"${word.replace(/["`$\\]/g, '\\$&').replaceAll('%', '%%')}"`
    .replaceAll('\\', '\\\\')
    .replaceAll('\n', '\\n');
