import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { asking } from './asking.ts';
import { eventually } from './patience.ts';

/** Waits until the place the window is at is the one it opens at next time. A place has to last a moment for that. */
export async function placeIsRemembered(page: Page): Promise<void> {
  const preferences = () => page.evaluate<string>(asking('/app/preferences'));
  const isRemembered = async () => (await preferences()).includes(JSON.stringify(new URL(page.url()).hash));
  await expect.poll(isRemembered, eventually).toBe(true);
}
