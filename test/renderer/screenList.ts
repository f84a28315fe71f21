import type { Page } from 'playwright-core';

/** A screen to look at: a scene of the made-up firm, a place, and what the person did there. */
export interface Screen {
  readonly name: string;
  readonly scene: string;
  readonly hash?: string;
  readonly looks?: readonly ('light' | 'dark' | 'contrast')[];
  /** A selector; by default, documents or matters. */
  readonly ready?: string;
  readonly act?: (page: Page) => Promise<void>;
}

const matter = '/matter/matter-0/documents';
const timeline = '/matter/matter-0/timeline';

/** Drags files over an element, and lets go of them if asked to. */
async function drag(page: Page, over: string, drop: boolean): Promise<void> {
  await page.getByRole('grid', { name: 'Documents' }).waitFor();
  await page
    .locator(over)
    .first()
    .evaluate((element, letGo) => {
      const dataTransfer = new DataTransfer();
      for (const name of ['Order of 3 May.pdf', 'Note.docx', 'bad name.docx']) {
        dataTransfer.items.add(new File(['x'], name));
      }
      const how = { dataTransfer, bubbles: true, cancelable: true };
      element.dispatchEvent(new DragEvent('dragover', how));
      if (letGo) element.dispatchEvent(new DragEvent('drop', how));
    }, drop);
}

export const screens: readonly Screen[] = [
  { name: 'connection', scene: 'unconfigured', ready: 'h1' },
  {
    name: 'connection-wrong',
    scene: 'unconfigured',
    ready: 'h1',
    act: async (page) => {
      await page.getByLabel('Service address').fill('http://firm.example');
      await page.getByRole('button', { name: 'Connect' }).click();
    },
  },
  {
    name: 'connection-refused',
    scene: 'unconfigured',
    ready: 'h1',
    looks: ['light', 'dark'],
    act: async (page) => {
      await page.getByLabel('Service address').fill('https://nowhere.example');
      await page.getByLabel('Sign-in address').fill('https://login.firm.example');
      await page.getByLabel('Client ID').fill('matterline');
      await page.getByLabel('API key').fill('k');
      await page.getByRole('button', { name: 'Connect' }).click();
      await page.getByRole('alert').waitFor();
    },
  },
  { name: 'profiles-connection', scene: 'profiles-unconfigured', ready: 'h1', looks: ['light', 'dark'] },
  {
    name: 'profiles-menu',
    scene: 'profiles',
    act: async (page) => {
      await page.getByRole('button', { name: 'Profile: London' }).click();
      await page.getByRole('menuitemradio', { name: 'Firm in Toronto' }).waitFor();
    },
  },
  {
    name: 'profiles-settings',
    scene: 'profiles-long',
    hash: '/settings',
    act: (page) => page.getByRole('button', { name: 'Add profile…' }).scrollIntoViewIfNeeded(),
  },
  {
    name: 'profiles-add',
    scene: 'profiles',
    hash: '/settings',
    looks: ['light', 'dark'],
    act: async (page) => {
      await page.getByRole('button', { name: 'Add profile…' }).click();
      await page.getByRole('button', { name: 'Add', exact: true }).click();
      await page.getByText('A profile needs a name.').waitFor();
    },
  },
  ...['update-ready', 'update-waits', 'update-managed'].map((scene) => ({
    name: scene,
    scene,
    hash: '/settings',
    looks: ['light', 'dark'] as const,
    act: (page: Page) => page.getByText(/^Matterline 0/).scrollIntoViewIfNeeded(),
  })),
  { name: 'locked', scene: 'locked', ready: 'h1' },
  { name: 'sign-in', scene: 'signed-out', ready: 'h1' },
  { name: 'sign-in-refused', scene: 'sign-in-refused', ready: 'h1', looks: ['light', 'dark'] },
  { name: 'signing-in', scene: 'signing-in', ready: 'h1' },
  { name: 'matters', scene: 'usual' },
  {
    name: 'matters-end',
    scene: 'usual',
    looks: ['light'],
    act: async (page) => {
      await page.getByRole('grid', { name: 'Matters' }).focus();
      await page.keyboard.press('End');
    },
  },
  {
    name: 'matters-search',
    scene: 'usual',
    looks: ['light', 'dark'],
    act: async (page) => {
      await page.getByRole('grid', { name: 'Matters' }).focus();
      await page.keyboard.type('haruna');
    },
  },
  {
    name: 'matters-not-found',
    scene: 'usual',
    looks: ['light'],
    act: (page) => page.getByRole('searchbox', { name: 'Search matters' }).fill('zzzz'),
  },
  {
    name: 'matters-pinned',
    scene: 'usual',
    looks: ['light', 'dark'],
    act: (page) => page.getByRole('tab', { name: 'Pinned' }).click(),
  },
  {
    name: 'matters-menu',
    scene: 'usual',
    looks: ['light'],
    act: async (page) => {
      await page.getByRole('grid', { name: 'Matters' }).focus();
      await page.keyboard.press('Shift+F10');
      await page.getByRole('menu').waitFor();
    },
  },
  {
    name: 'matters-none-pinned',
    scene: 'bare',
    looks: ['light'],
    act: (page) => page.getByRole('tab', { name: 'Pinned' }).click(),
  },
  { name: 'matters-empty', scene: 'empty', looks: ['light', 'dark'], ready: 'h2' },
  { name: 'matters-offline', scene: 'offline' },
  { name: 'matters-paused', scene: 'paused', looks: ['light', 'dark'] },
  { name: 'matters-long', scene: 'long', looks: ['light', 'dark'] },
  { name: 'matters-failing', scene: 'failing', ready: '[role=alert]', looks: ['light', 'dark'] },
  { name: 'documents', scene: 'usual', hash: matter },
  {
    name: 'documents-folder',
    scene: 'usual',
    hash: matter,
    looks: ['light'],
    act: (page) => page.getByRole('treeitem', { name: /^Pleadings/ }).click(),
  },
  {
    name: 'documents-empty-folder',
    scene: 'usual',
    hash: matter,
    looks: ['light'],
    act: (page) => page.getByRole('treeitem', { name: /^Evidence/ }).click(),
  },
  {
    name: 'documents-found',
    scene: 'usual',
    hash: matter,
    looks: ['light', 'dark'],
    act: (page) => page.getByRole('searchbox', { name: 'Find in this matter' }).fill('de'),
  },
  {
    name: 'documents-menu',
    scene: 'usual',
    hash: matter,
    act: async (page) => {
      await page.getByRole('row', { name: /Letter before action/ }).click({ button: 'right' });
      await page.getByRole('menu').waitFor();
    },
  },
  { name: 'documents-drag', scene: 'usual', hash: matter, act: (page) => drag(page, '[role=grid]', false) },
  {
    name: 'documents-drag-folder',
    scene: 'usual',
    hash: matter,
    looks: ['light', 'dark'],
    act: (page) => drag(page, '[role=treeitem][aria-label^=Pleadings]', false),
  },
  {
    name: 'documents-dropped',
    scene: 'usual',
    hash: matter,
    act: async (page) => {
      await drag(page, '[role=grid]', true);
      await page.getByText(/1 document not added/).waitFor();
    },
  },
  {
    name: 'documents-refused',
    scene: 'usual',
    hash: matter,
    looks: ['light', 'dark'],
    act: async (page) => {
      await page.getByRole('row', { name: /Hearing bundle/ }).dblclick();
      await page.getByRole('alert').getByText('not on this computer').waitFor();
    },
  },
  {
    name: 'documents-several',
    scene: 'usual',
    hash: matter,
    act: async (page) => {
      await page.getByRole('grid', { name: 'Documents' }).focus();
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('Shift+ArrowDown');
      await page.keyboard.press('Shift+ArrowDown');
      await page.getByText('3 documents selected').waitFor();
    },
  },
  {
    name: 'documents-rename',
    scene: 'usual',
    hash: matter,
    act: async (page) => {
      await page.getByRole('grid', { name: 'Documents' }).focus();
      await page.keyboard.press('F2');
      await page.getByLabel('New name').waitFor();
    },
  },
  {
    name: 'documents-rename-refused',
    scene: 'usual',
    hash: matter,
    looks: ['light', 'dark'],
    act: async (page) => {
      await page.getByRole('grid', { name: 'Documents' }).focus();
      await page.keyboard.press('F2');
      await page.getByLabel('New name').fill('Front elevation.jpg');
      await page.keyboard.press('Enter');
      await page.getByText('Choose another name').waitFor();
    },
  },
  {
    name: 'documents-renamed',
    scene: 'usual',
    hash: matter,
    looks: ['light', 'dark'],
    act: async (page) => {
      await page.getByRole('grid', { name: 'Documents' }).focus();
      await page.keyboard.press('F2');
      await page.getByLabel('New name').fill('Another name.docx');
      await page.keyboard.press('Enter');
      await page.getByRole('button', { name: 'Undo' }).waitFor();
    },
  },
  {
    name: 'documents-versions',
    scene: 'usual',
    hash: matter,
    act: async (page) => {
      await page.getByRole('grid', { name: 'Documents' }).focus();
      await page.keyboard.press('Control+h');
      await page.getByRole('list', { name: 'Versions' }).waitFor();
    },
  },
  {
    name: 'documents-restore',
    scene: 'usual',
    hash: matter,
    looks: ['light'],
    act: async (page) => {
      await page.getByRole('grid', { name: 'Documents' }).focus();
      await page.keyboard.press('Control+h');
      await page
        .getByRole('button', { name: /^Restore the version/ })
        .first()
        .click();
      await page.getByRole('button', { name: 'Restore', exact: true }).waitFor();
    },
  },
  { name: 'documents-long', scene: 'long', hash: matter, looks: ['light', 'dark'] },
  { name: 'documents-unlinked', scene: 'usual', hash: '/matter/matter-1/documents' },
  {
    name: 'documents-link-menu',
    scene: 'usual',
    hash: '/matter/matter-1/documents',
    looks: ['light', 'dark'],
    act: (page) => page.getByRole('button', { name: 'Link folder' }).click(),
  },
  {
    name: 'documents-bare',
    scene: 'bare',
    ready: 'h2',
    hash: '/matter/matter-1/documents',
    looks: ['light', 'dark'],
  },
  { name: 'documents-bare-linked', scene: 'bare', ready: 'h2', hash: matter, looks: ['light'] },
  {
    name: 'documents-unlink',
    scene: 'usual',
    hash: matter,
    act: async (page) => {
      await page.getByRole('button', { name: 'More for this matter' }).click();
      await page.getByRole('menuitem', { name: 'Unlink folder…' }).click();
    },
  },
  {
    name: 'matter-menu',
    scene: 'usual',
    hash: matter,
    act: (page) => page.getByRole('button', { name: 'More for this matter' }).click(),
  },
  {
    name: 'matter-left-out',
    scene: 'usual',
    hash: matter,
    act: async (page) => {
      await page.getByRole('button', { name: 'More for this matter' }).click();
      await page.getByRole('menuitem', { name: 'Files left out…' }).click();
      await page.getByText('Left out now').waitFor();
    },
  },
  {
    name: 'matter-paused',
    scene: 'usual',
    hash: matter,
    looks: ['light', 'dark'],
    act: async (page) => {
      await page.getByRole('button', { name: 'More for this matter' }).click();
      await page.getByRole('menuitem', { name: 'Pause filing of this matter' }).click();
      await page.getByRole('button', { name: 'Resume filing of this matter' }).waitFor();
    },
  },
  { name: 'documents-offline', scene: 'offline', hash: matter, looks: ['light', 'dark'] },
  { name: 'timeline', scene: 'usual', hash: timeline },
  { name: 'timeline-one', scene: 'usual', hash: `${timeline}/file-2`, looks: ['light', 'dark'] },
  { name: 'timeline-long', scene: 'long', hash: timeline, looks: ['light', 'dark'] },
  { name: 'timeline-bare', scene: 'bare', hash: timeline, looks: ['light'] },
  { name: 'timeline-offline', scene: 'offline', hash: timeline, looks: ['light'] },
  { name: 'details', scene: 'usual', hash: '/matter/matter-0/details' },
  { name: 'details-bare', scene: 'bare', hash: '/matter/matter-0/details', looks: ['light'] },
  { name: 'activity', scene: 'usual', hash: '/activity' },
  { name: 'activity-past', scene: 'usual', hash: '/activity/past', ready: '[aria-label=Timeline] h2' },
  {
    name: 'activity-past-nothing',
    scene: 'usual',
    hash: '/activity/past',
    ready: '[aria-label=Timeline] h2',
    looks: ['light'],
    act: async (page) => {
      await page.getByRole('searchbox', { name: 'Find in the timeline' }).fill('zzzz');
      await page.getByText('Nothing fits').waitFor();
    },
  },
  {
    name: 'timeline-filtered',
    scene: 'usual',
    hash: timeline,
    looks: ['light', 'dark'],
    act: async (page) => {
      await page.getByLabel('Time', { exact: true }).selectOption('between');
      await page.getByLabel('From').fill('2026-03-01');
      await page
        .getByRole('button', { name: /more times/ })
        .first()
        .click();
      await page.getByText('Clear').waitFor();
    },
  },
  {
    name: 'matters-sorted',
    scene: 'usual',
    looks: ['light'],
    act: (page) => page.getByRole('columnheader', { name: 'Matter' }).getByRole('button').click(),
  },
  { name: 'activity-none', scene: 'bare', hash: '/activity', looks: ['light', 'dark'] },
  { name: 'activity-offline', scene: 'offline', hash: '/activity', looks: ['light'] },
  { name: 'activity-paused', scene: 'paused', hash: '/activity', looks: ['light'] },
  { name: 'activity-long', scene: 'long', hash: '/activity', looks: ['light', 'dark'] },
  {
    name: 'command-box',
    scene: 'usual',
    act: async (page) => {
      await page.keyboard.press('Control+k');
      await page.getByRole('option', { name: /Go to matters/ }).waitFor();
    },
  },
  {
    name: 'command-box-typed',
    scene: 'long',
    looks: ['light', 'dark'],
    act: async (page) => {
      await page.keyboard.press('Control+k');
      await page.keyboard.type('le');
      await page.getByRole('option').first().waitFor();
      await page.keyboard.press('ArrowDown');
    },
  },
  {
    name: 'command-box-nothing',
    scene: 'usual',
    looks: ['light'],
    act: async (page) => {
      await page.keyboard.press('Control+k');
      await page.keyboard.type('zzzz');
      await page.getByText('Nothing found.').waitFor();
    },
  },
  { name: 'shortcuts', scene: 'usual', act: (page) => page.keyboard.press('F1') },
  { name: 'problems', scene: 'usual', hash: '/problems' },
  {
    name: 'problems-confirm',
    scene: 'usual',
    hash: '/problems',
    looks: ['light'],
    act: (page) => page.getByRole('button', { name: /^File mine on top/ }).click(),
  },
  { name: 'problems-none', scene: 'empty', hash: '/problems', looks: ['light', 'dark'] },
  { name: 'settings', scene: 'usual', hash: '/settings' },
  {
    name: 'sign-out',
    scene: 'long',
    hash: '/settings',
    act: async (page) => {
      await page.getByRole('button', { name: 'Sign out…' }).click();
      await page.getByRole('list', { name: 'Not filed yet' }).waitFor();
    },
  },
  {
    name: 'sign-out-losing',
    scene: 'usual',
    hash: '/settings',
    looks: ['light', 'dark'],
    act: async (page) => {
      await page.getByRole('button', { name: 'Sign out…' }).click();
      await page.getByRole('radio', { name: /^Sign out now/ }).click();
      await page.getByRole('checkbox', { name: /^Remove what Matterline keeps/ }).click();
      await page.getByLabel(/^To go on, type/).waitFor();
    },
  },
  {
    name: 'sign-out-all-filed',
    scene: 'bare',
    hash: '/settings',
    looks: ['light', 'dark'],
    act: async (page) => {
      await page.getByRole('button', { name: 'Sign out…' }).click();
      await page.getByText('Everything you saved is filed.').waitFor();
    },
  },
  {
    name: 'sign-out-waiting',
    scene: 'paused',
    hash: '/settings',
    act: async (page) => {
      await page.getByRole('button', { name: 'Sign out…' }).click();
      await page.getByRole('button', { name: 'Wait, then sign out' }).click();
      await page.getByText('You are signed out as soon as everything is filed.').waitFor();
    },
  },
  {
    name: 'settings-connection',
    scene: 'usual',
    hash: '/settings',
    looks: ['light'],
    act: (page) => page.getByRole('button', { name: 'Change connection…' }).click(),
  },
];
