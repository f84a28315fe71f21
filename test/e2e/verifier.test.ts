import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Browser } from '../browser/browser.ts';
import { madeDocument, openLog } from '../support/made-record.ts';
import { openStampAuthority } from '../support/stamp-authority.ts';
import { inaccessible } from './support/axe.ts';
import { appLaunch } from './support/launch.ts';
import { eventually } from './support/patience.ts';
import { picture } from './support/pictures.ts';

const page = pathToFileURL(join(import.meta.dirname, '../../docs/verify-record.html')).href;

let browser: Browser;
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'matterline-verifier-'));
  const { executablePath, args, environment } = appLaunch();
  browser = await Browser.start({
    executablePath,
    args: args.filter((argument) => argument.startsWith('-')),
    environment: { ...environment, HOME: folder, XDG_CONFIG_HOME: join(folder, 'config') },
  });
});
afterAll(async () => {
  await browser.close();
  await rm(folder, { recursive: true, force: true });
});

const found = () => browser.page.locator('#found').innerText();
const give = (...files: readonly string[]) => browser.page.locator('#files').setInputFiles([...files]);

test('the page checks a record and what belongs to it in a browser, from the disk, and says what was altered', async () => {
  await using authority = await openStampAuthority();
  await using log = openLog();
  log.write(madeDocument, 10);
  log.name(authority);
  const { text, paths } = await log.record();
  const asked: string[] = [];
  browser.page.on('request', (request) => asked.push(request.url()));
  await browser.goTo(page);
  expect(await inaccessible(browser.page)).toEqual([]);
  await give(paths.proofs, paths.path);
  await expect
    .poll(found, eventually)
    .toContain('is the page for reading that belongs to the record, unchanged');
  expect(await found()).toContain('“Stamps of Example” stamped it on');
  expect(await found()).not.toContain('Does not hold');
  await browser.page.getByText('What its entries say (11)').click();
  await expect.poll(found, eventually).toContain('captured, “Letter f1.docx”, 50000 bytes, SHA-256');
  expect(await inaccessible(browser.page)).toEqual([]);
  await picture(browser.page, 'verifier-holds');

  const altered = join(folder, 'altered.json');
  await writeFile(altered, text.replace('"kind":"sent"', '"kind":"filed"'));
  const letter = join(folder, 'Letter.docx');
  await writeFile(letter, 'another');
  await give(altered, letter);
  await expect.poll(found, eventually).toMatch(/The record does NOT hold: entry \d+ was altered/);
  await picture(browser.page, 'verifier-altered');
  await give(paths.proofs, letter);
  await expect.poll(found, eventually).toContain('“Letter.docx” is not in the record');
  await browser.page.emulateMedia({ colorScheme: 'dark' });
  await picture(browser.page, 'verifier-dark');
  // Nothing but the page itself was ever asked for.
  expect(asked.filter((address) => !address.startsWith('file:'))).toEqual([]);
});
