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

/** Serves the files of the built page, and nothing else, under `app://`. */
export function serveAppFiles(folder: string): void {
  protocol.handle(pageScheme, (request) => answerAppRequest(request, folder));
}
