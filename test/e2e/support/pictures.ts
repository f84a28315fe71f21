import { join } from 'node:path';
import type { Page } from 'playwright-core';

/** Takes a picture for whoever asked for them (`npm run test:e2e -- --screens DIR`). */
export async function picture(page: Page, name: string): Promise<void> {
  const directory = process.env['MATTERLINE_SCREENS'];
  if (directory === undefined) return;
  await page.screenshot({ path: join(directory, `${name}.png`), animations: 'disabled' });
}
