import type { Page } from 'playwright-core';

/** What a person does at a screen, or waits for. */
export type Act = (page: Page) => Promise<unknown>;
type Role = Parameters<Page['getByRole']>[0];

/** One act after the other. */
export const acts =
  (...steps: readonly Act[]) =>
  async (page: Page): Promise<void> => {
    for (const step of steps) await step(page);
  };
export const click =
  (role: Role, name: string | RegExp): Act =>
  (page) =>
    page.getByRole(role, { name }).click();
export const clickFirst =
  (role: Role, name: RegExp): Act =>
  (page) =>
    page.getByRole(role, { name }).first().click();
export const fill =
  (label: string, text: string): Act =>
  (page) =>
    page.getByLabel(label).and(page.locator('input, textarea')).fill(text);
export const keys = (...pressed: readonly string[]): Act =>
  acts(
    ...pressed.map(
      (key): Act =>
        (page) =>
          page.keyboard.press(key),
    ),
  );
export const type =
  (text: string): Act =>
  (page) =>
    page.keyboard.type(text);
/** Types into the box that goes anywhere, once it has the keyboard. */
export const typeInBox = (text: string): Act =>
  acts(keys('Control+k'), (page) => page.locator('input[role=combobox]:focus').waitFor(), type(text));
export const inGrid = (name: string, ...pressed: readonly string[]): Act =>
  acts((page) => page.getByRole('grid', { name }).focus(), keys(...pressed));
export const search =
  (name: string, text: string): Act =>
  (page) =>
    page.getByRole('searchbox', { name }).fill(text);
export const sees =
  (text: string | RegExp): Act =>
  (page) =>
    page.getByText(text).waitFor();
export const scrollTo =
  (text: string | RegExp): Act =>
  (page) =>
    page.getByText(text).scrollIntoViewIfNeeded();
export const seesA =
  (role: Role, name?: string | RegExp): Act =>
  (page) =>
    page.getByRole(role, { ...(name !== undefined && { name }) }).waitFor();
/** What is there already has nothing of this name. */
export const seesNo =
  (role: Role, name: string): Act =>
  (page) =>
    page.getByRole(role, { name }).waitFor({ state: 'detached' });
/** Nobody can change what is so called. */
export const isOff =
  (label: string): Act =>
  async (page) => {
    const field = page.getByLabel(label, { exact: true });
    await field.waitFor();
    if (await field.isEnabled()) throw new Error(`${label} can be changed`);
  };
export const matterMenu = click('button', 'More actions for this matter');

/** The first document, renamed. */
export const renamed = (name: string): Act =>
  acts(inGrid('Documents', 'F2'), fill('New name', name), keys('Enter'));

/** Drags files over an element, and lets go of them if asked to. */
export const drag =
  (over: string, then?: 'drop'): Act =>
  async (page) => {
    await page.getByRole('grid', { name: 'Documents' }).waitFor();
    // As text, for it runs in the page.
    await page.evaluate(`((element, letGo) => {
      const dataTransfer = new DataTransfer();
      for (const name of ['Order of 3 May.pdf', 'Note.docx', 'bad name.docx']) {
        dataTransfer.items.add(new File(['x'], name));
      }
      const how = { dataTransfer, bubbles: true, cancelable: true };
      element.dispatchEvent(new DragEvent('dragover', how));
      if (letGo) element.dispatchEvent(new DragEvent('drop', how));
    })(document.querySelector(${JSON.stringify(over)}), ${then === 'drop'})`);
    if (then === undefined) await page.getByText(/^Add 3 documents to/).waitFor();
  };

/** Where the window is narrow, folders are behind a button. */
export const showFolders: Act = async (page) => {
  const button = page.getByRole('button', { name: 'Folders', exact: true });
  if (await button.isVisible()) await button.click();
};
