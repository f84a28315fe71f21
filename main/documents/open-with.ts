import path from 'node:path';
import { err, type Result } from '../../shared/base/result.ts';
import type { Refusal } from '../../shared/model/index.ts';
import type { Answering } from './answering.ts';
import { openDocument } from './open.ts';

/** What opening with another program needs of the world. */
export interface OpenWithPorts {
  /** A file dialog for programs; null when cancelled. */
  readonly chooseProgram: () => Promise<string | null>;
  /** Starts a program and leaves it alone; false when it cannot be started. `verbatim` leaves quoting alone (Windows). */
  readonly start: (
    command: string,
    words: readonly string[],
    options: { verbatim: boolean },
  ) => Promise<boolean>;
  /** Where Windows is; anything elsewhere. */
  readonly systemRoot: string;
}

/**
 * Opens a document with a program the person chooses: in the system's own chooser on Windows, by a file dialog on macOS and
 * Linux, which have none for other programs to show. Programs and scripts are refused as they are for opening.
 */
export async function openWith(
  file: string,
  platform: NodeJS.Platform,
  { chooseProgram, start, systemRoot }: OpenWithPorts,
  answering: Answering,
): Promise<Result<void, Refusal>> {
  const open = async (found: string) => {
    if (platform === 'win32') {
      const command = path.win32.join(systemRoot, 'System32', 'rundll32.exe');
      // It takes everything after the comma as one path, quotes included.
      const asked = await start(command, ['shell32.dll,OpenAs_RunDLL', found], { verbatim: true });
      return asked ? '' : 'its list of programs does not open.';
    }
    const program = await chooseProgram();
    if (program === null) return '';
    const started =
      platform === 'darwin'
        ? await start('/usr/bin/open', ['-a', program, found], { verbatim: false })
        : await start(program, [found], { verbatim: false });
    return started ? '' : `${path.basename(program)} does not start.`;
  };
  const opened = await openDocument(file, platform, open, answering);
  if (opened.ok || !opened.error.why.startsWith('The system says')) return opened;
  return err({ ...opened.error, next: 'Choose another program.' });
}
