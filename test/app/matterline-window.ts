import type { ElectronApplication, Locator, Page } from 'playwright-core';

/** What the window calls the states of a document. */
export type StateWord =
  | 'Waiting'
  | 'Sending'
  | 'Sent'
  | 'Filed'
  | 'Problem'
  | 'Removed here'
  | 'Not on this computer';

/** The app's window as a person uses it: everything by its role and name. */
export class MatterlineWindow {
  readonly #electron: ElectronApplication | null;
  readonly #page: Page;

  constructor(electron: ElectronApplication | null, page: Page) {
    this.#electron = electron;
    this.#page = page;
  }

  get status(): Locator {
    return this.#page.getByRole('contentinfo', { name: 'Status' });
  }

  get timeline(): Locator {
    return this.#page.getByRole('list', { name: 'Timeline' });
  }

  /** Stands over the list of matters. */
  get mattersHeading(): Locator {
    return this.#page.getByRole('heading', { name: 'Matters', level: 1 });
  }

  /** Goes to one of the places on the left. */
  async goTo(place: 'Matters' | 'Activity' | 'Firm' | 'Problems' | 'Settings'): Promise<void> {
    await this.#page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: place }).click();
    await this.#page.getByRole('heading', { name: place, level: 1 }).waitFor();
  }

  matter(title: string): Locator {
    return this.#rowNamed('Matters', title);
  }

  /** The one box over everything. */
  get search(): Locator {
    return this.#page.getByRole('combobox', { name: 'Search', exact: true });
  }

  /** Lists all matters that a text finds; the whole list for no text. */
  async searchMatters(text: string): Promise<void> {
    if (text === '') return this.#page.getByRole('button', { name: /^Remove the filter/ }).click();
    await this.search.fill(text);
    await this.#page.getByRole('option', { name: /^All matters with/ }).click();
  }

  /** Finds a matter by its title and opens it. */
  async openMatter(title: string): Promise<void> {
    await this.search.fill(title);
    await this.#page
      .getByRole('group', { name: 'Matters' })
      .getByTitle(title, { exact: true })
      .first()
      .click();
    await this.#page.getByRole('heading', { level: 1 }).getByTitle(title, { exact: true }).waitFor();
  }

  async openTab(
    name: 'Documents' | 'Timeline' | 'Details' | 'People and billing' | 'Client tasks',
  ): Promise<void> {
    await this.#page.getByRole('tab', { name }).click();
    await this.#page.getByRole('tabpanel', { name }).waitFor();
  }

  /** Links the open matter to a folder that the person chooses in the system's dialog. */
  async linkFolder(folder: string): Promise<void> {
    await this.answerFolderDialog(folder);
    await this.#page.getByRole('button', { name: 'Link folder' }).first().click();
    await this.#page.getByRole('menuitem', { name: 'Choose a folder…' }).click();
  }

  /** Links the open matter to a new folder below the one for all matter folders. */
  async linkNewFolder(): Promise<void> {
    await this.#page.getByRole('button', { name: 'Link folder' }).first().click();
    await this.#page.getByRole('menuitem', { name: 'Make a folder for this matter' }).click();
  }

  /** The system's folder dialogs answer with this folder from now on: they are no part of any window. */
  async answerFolderDialog(folder: string): Promise<void> {
    if (!this.#electron) throw new Error('The dialogs of a package are the system’s own.');
    await this.#electron.evaluate(({ dialog }, chosen) => {
      dialog.showOpenDialog = async () => ({ canceled: false, filePaths: [chosen] });
    }, folder);
  }

  /** Waits until the program has found the service again: it looks for it every fifteen seconds at least. */
  async online(): Promise<void> {
    await this.status.getByText('Online').waitFor({ timeout: 30_000 });
  }

  /** The row of a document in the folder that is shown. */
  document(name: string): Locator {
    return this.#rowNamed('Documents', name);
  }

  /** The row of a document once the window shows it in this state. */
  async documentIn(state: StateWord, name: string, versions?: number): Promise<Locator> {
    const cell = this.#page.getByRole('gridcell');
    const inState = this.document(name).filter({ has: cell.filter({ hasText: new RegExp(`^${state}`) }) });
    const row =
      versions === undefined
        ? inState
        : inState.filter({ has: cell.filter({ hasText: new RegExp(`^${versions}$`) }) });
    await row.waitFor();
    return row;
  }

  /** Types into the search over the documents of the open matter. */
  async searchDocuments(text: string): Promise<void> {
    await this.#page.getByRole('searchbox', { name: 'Find in this matter' }).fill(text);
  }

  /** Notes each state the window shows for a document from now on; the answer tells them, in order. */
  async watchStates(name: string): Promise<() => Promise<string[]>> {
    const row = await this.document(name).elementHandle();
    if (!row) throw new Error(`${name} is not shown.`);
    const watch = await row.evaluateHandle((element) => {
      const seen: string[] = [];
      const look = (): void => {
        const words = element.querySelectorAll('[role=gridcell]')[1]?.textContent ?? '';
        const state = /^[A-Z][a-z]+/.exec(words)?.[0] ?? words;
        if (state !== seen.at(-1)) seen.push(state);
      };
      look();
      const { MutationObserver } = element.ownerDocument.defaultView;
      new MutationObserver(look).observe(element, { subtree: true, childList: true, characterData: true });
      return seen;
    });
    return () => watch.evaluate((seen) => [...seen]);
  }

  /**
   * Drops files of this computer onto an element, as the system does it: the page gets genuine files with paths. The
   * last look before the drop may be taken by `hovering`.
   */
  async dropFiles(target: Locator, files: string[], hovering?: () => Promise<void>): Promise<void> {
    const box = await placeOf(target);
    const session = await this.#page.context().newCDPSession(this.#page);
    const at = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
    const data = { items: [], files, dragOperationsMask: 1 };
    await session.send('Input.dispatchDragEvent', { type: 'dragEnter', ...at, data });
    await session.send('Input.dispatchDragEvent', { type: 'dragOver', ...at, data });
    await hovering?.();
    await session.send('Input.dispatchDragEvent', { type: 'drop', ...at, data });
    await session.detach();
  }

  #rowNamed(grid: string, name: string): Locator {
    return this.#page
      .getByRole('grid', { name: grid })
      .getByRole('row')
      .filter({ has: this.#page.getByTitle(name, { exact: true }) });
  }
}

/** Where an element is shown; one that is just being exchanged for another like it is nowhere for a moment. */
async function placeOf(target: Locator): Promise<{ x: number; y: number; width: number; height: number }> {
  for (;;) {
    await target.waitFor();
    const box = await target.boundingBox();
    if (box) return box;
  }
}
