import { mkdir, mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eleanor, Firm, hartley } from '../../test/app/firm.ts';
import { beyondTheSpecification } from '../../test/service/index.ts';
import type { AppLaunch } from '../app-launch.ts';
import { runOnConsole } from '../child-process.ts';

/** Starts a sample firm's service and the app against it, signed out, until the app is closed. Answers its exit code. */
export async function runDemo(launch: AppLaunch): Promise<number> {
  const directory = await mkdtemp(join(tmpdir(), 'matterline-demo-'));
  const rootFolder = join(directory, 'Matters');
  await mkdir(rootFolder);
  await using firm = await Firm.start({
    directory: join(directory, 'service'),
    variants: beyondTheSpecification,
  });
  const connectionFile = join(directory, 'connection.json');
  // The person's own browser: it knows no way to a program that is not installed, but it knows loopback.
  await writeFile(connectionFile, JSON.stringify({ ...firm.connection('loopback'), rootFolder }, null, 2));
  console.log(invitation(directory, rootFolder));
  if (launch.environment['DISPLAY'] !== process.env['DISPLAY']) console.log(withoutDisplay);
  const { executablePath, args, environment } = launch;
  const own = [`--user-data-dir=${join(directory, 'app')}`, '--config', connectionFile];
  return runOnConsole(executablePath, [...args, ...own], { env: environment });
}

const invitation = (directory: string, rootFolder: string): string => `
Matterline is starting, with a practice service of a made-up firm on this computer.

  1. Choose "Sign in". Your browser opens the firm's sign-in page: user name ${eleanor.userName}, password ${eleanor.password}.
  2. Search for Hartley and open "${hartley}".
  3. Choose "Link folder" and "Make a folder for this matter". It is made in ${rootFolder}
  4. Save or copy a document into that folder, or drop one onto the window: it is filed while you watch.
  5. Open a document that is not on this computer: a colleague filed it, and it comes to its place in the folder.
     In the menu of the matter, keep all of it on this computer.
  6. Look at the Timeline.

Everything of this demo is in ${directory}
Close the window or press Ctrl+C to end it.
`;

const withoutDisplay = `This computer has no display: the window is drawn on a virtual screen (Xvfb) that nobody sees.
To watch it, run this on a desktop; to have it done and pictured: npm run demo -- --tour DIR
`;
