export type ScreensOption =
  | {
      readonly kind: 'valid';
      readonly screens: string | undefined;
      readonly vitestArguments: readonly string[];
    }
  | { readonly kind: 'invalid'; readonly reason: string };

/** Takes `--screens DIR` (or `--screens=DIR`) out of the command line; everything else is for vitest. */
export function readScreensOption(commandLine: readonly string[]): ScreensOption {
  const at = commandLine.findIndex(
    (argument) => argument === '--screens' || argument.startsWith('--screens='),
  );
  const option = commandLine[at];
  if (option === undefined) return { kind: 'valid', screens: undefined, vitestArguments: commandLine };
  const inline = option.startsWith('--screens=');
  const screens = inline ? option.slice('--screens='.length) : commandLine[at + 1];
  if (screens === undefined || screens === '' || screens.startsWith('--')) {
    return { kind: 'invalid', reason: '--screens needs the folder to put pictures into.' };
  }
  const vitestArguments = [...commandLine.slice(0, at), ...commandLine.slice(at + (inline ? 1 : 2))];
  return { kind: 'valid', screens, vitestArguments };
}
