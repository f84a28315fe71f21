/** The screens that `npm run test:e2e` set up, in the environment of the tests; none where they use the person's own. */
const screens = ({ MATTERLINE_DISPLAYS: listed }: NodeJS.ProcessEnv): string[] =>
  listed === undefined ? [] : listed.split(' ');

/** How many files of tests may run at a time. */
export const screensFor = (environment: NodeJS.ProcessEnv): number =>
  Math.max(1, screens(environment).length);

/** What a program is started with so that it opens its windows on the screen of the worker that runs this file of tests. */
export function screenOfWorker(environment: NodeJS.ProcessEnv): { readonly DISPLAY?: string } {
  const display = screens(environment)[Number(environment['VITEST_POOL_ID'] ?? 1) - 1];
  return display === undefined ? {} : { DISPLAY: display };
}
