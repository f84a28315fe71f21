import type { Page } from 'playwright-core';

/** What a person types to have a matter made for a client whom nobody knows yet. */
export interface NewMatter {
  readonly client: string;
  readonly number: string;
  readonly description: string;
}

/** Asks for the matter in the window by keyboard alone, and waits until the form is gone. `look` sees it filled in. */
export async function askForMatter(
  page: Page,
  { client, number, description }: NewMatter,
  look: () => Promise<void> = async () => {},
): Promise<void> {
  const { keyboard } = page;
  const dialog = page.getByRole('dialog', { name: 'New matter' });
  // Other fields have choices of their own.
  const option = dialog.getByRole('listbox').getByRole('option');
  /** Goes on with the Tab key until the field of this name has the keyboard. */
  const tabTo = async (name: string): Promise<void> => {
    // A field that must be filled in has a mark after its name.
    const labelled = dialog.getByLabel(new RegExp(`^${name}\\W*$`, 'u'));
    const field = await dialog.locator('input, textarea').and(labelled).elementHandle();
    for (let stops = 0; stops < 30; stops += 1) {
      if (await field?.evaluate((element) => element.ownerDocument.activeElement === element)) return;
      await keyboard.press('Tab');
    }
    throw new Error(`The Tab key does not lead to ${name}.`);
  };
  await keyboard.press('Control+k');
  await page.getByRole('combobox', { name: 'Search', exact: true }).and(page.locator(':focus')).waitFor();
  await keyboard.type('new matter');
  await page
    .getByRole('option', { name: /New matter/ })
    .first()
    .waitFor();
  await keyboard.press('Enter');
  await dialog.waitFor();
  // The first of the matter types.
  await tabTo('Matter type');
  await keyboard.press('ArrowDown');
  // Until the service has told them, the list says that there is none.
  await option.filter({ hasNotText: 'No matter type is found' }).first().waitFor();
  await keyboard.press('Home');
  await keyboard.press('Enter');
  await tabTo('Clients');
  await keyboard.type(client);
  await option.first().getByText('New person').waitFor();
  await keyboard.press('ArrowDown');
  await keyboard.press('Enter');
  await dialog.getByRole('region', { name: 'New person' }).waitFor();
  await keyboard.press('Enter');
  await dialog.getByRole('list', { name: 'Clients, chosen' }).getByText(client).waitFor();
  await tabTo('Number');
  await keyboard.type(number);
  await tabTo('Description');
  await keyboard.type(description);
  await look();
  await tabTo('Number');
  await keyboard.press('Enter');
  await dialog.waitFor({ state: 'detached' });
}
