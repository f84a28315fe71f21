import { join } from 'node:path';
import type { Page } from 'playwright-core';

/** Tells what the tour does, a numbered line and picture for each step. */
export class Report {
  readonly #directory: string;
  #count = 0;

  constructor(directory: string) {
    this.#directory = directory;
  }

  /** Takes a picture called NN-name.png of what the page shows, and says what it shows. */
  async step(page: Page, name: string, words: string): Promise<void> {
    this.#count += 1;
    const number = String(this.#count).padStart(2, '0');
    await page.screenshot({ path: join(this.#directory, `${number}-${name}.png`), animations: 'disabled' });
    console.log(`${number}  ${words}`);
  }
}
