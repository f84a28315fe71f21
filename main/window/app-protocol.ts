import { protocol } from 'electron';
import { answerAppRequest } from './app-answer.ts';
import { pageScheme } from './page-policy.ts';

/** To be called before the app is ready. */
export function registerAppScheme(): void {
  protocol.registerSchemesAsPrivileged([
    {
      scheme: pageScheme,
      privileges: { standard: true, secure: true, supportFetchAPI: true, codeCache: true },
    },
  ]);
}

/**
 * Serves the files of the built page, and nothing else, under `app://`. The newer `protocol.handle` speaks in terms of
 * `fetch`, which Node loads as a whole before the first answer: the window would be there a tenth later.
 */
export function serveAppFiles(folder: string, keptScreen: () => string): void {
  protocol.registerBufferProtocol(pageScheme, (request, answer) =>
    answer(answerAppRequest(request, folder, keptScreen)),
  );
}
