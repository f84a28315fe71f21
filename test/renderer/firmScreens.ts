import type { Screen } from './screen.ts';
import {
  type Act,
  acts,
  click,
  clickFirst,
  fill,
  inGrid,
  keys,
  matterMenu,
  sees,
  seesA,
  typeInBox,
} from './screenActs.ts';

const screen = (name: string, given: Partial<Screen> = {}): Screen => ({ name, scene: 'usual', ...given });
const matter = '/matter/matter-0/documents';
const ready = 'main h1';
const inForm = seesA('dialog');
/** A command of the box that goes anywhere. */
const command = (words: string, name: RegExp): Act =>
  acts(typeInBox(words), clickFirst('option', name), inForm);
const newMatter = command('new matter', /New matter/);
const conditions = ['usual', 'bare', 'failing', 'offline', 'long', 'hostile'] as const;

const parts = ['requests', 'tasks', 'staff', 'codes', 'layouts'];
const partsOfAdministrators = ['plugins', 'webhooks'];

/** The firm's work besides documents, in each condition, and each of its forms. */
export const firmScreens: readonly Screen[] = [
  ...parts.flatMap((part) =>
    conditions.map((scene) => screen(`firm-${part}-${scene}`, { scene, hash: `/firm/${part}`, ready })),
  ),
  ...partsOfAdministrators.flatMap((part) =>
    conditions.map((scene) =>
      screen(`firm-${part}-${scene}`, { scene: `${scene}-as-administrator`, hash: `/firm/${part}`, ready }),
    ),
  ),
  screen('firm-plugins-off', { hash: '/firm/plugins', ready, act: sees('Not switched on') }),
  ...['people', 'tasks'].flatMap((tab) =>
    conditions.map((scene) =>
      screen(`matter-${tab}-${scene}`, { scene, hash: `/matter/matter-0/${tab}`, ready: 'main h1' }),
    ),
  ),
  ...(['usual', 'long', 'hostile', 'bare', 'failing'] as const).map((scene) =>
    screen(`new-matter-${scene}`, { scene, hash: '/settings', ready: 'h1', act: newMatter }),
  ),
  screen('new-matter-wrong', { act: acts(newMatter, click('button', 'Create matter')) }),
  screen('new-matter-type', {
    act: acts(newMatter, click('combobox', 'Matter type'), seesA('option', /Lease dispute/)),
  }),
  screen('new-matter-client', {
    act: acts(
      newMatter,
      click('combobox', 'Clients'),
      (page) => page.getByRole('combobox', { name: 'Clients' }).fill('cast'),
      seesA('option', /Maria Castellano/),
    ),
  }),
  screen('new-matter-person', {
    act: acts(
      newMatter,
      click('combobox', 'Clients'),
      (page) => page.getByRole('combobox', { name: 'Clients' }).fill('Maria Castellano'),
      click('option', /New person/),
      sees('May be known already'),
    ),
  }),
  screen('new-matter-draft', {
    act: acts(newMatter, fill('Number', '2026-17'), keys('Escape'), sees('Kept as a draft')),
  }),
  screen('new-matter-draft-failing', {
    scene: 'failing',
    hash: '/settings',
    ready: 'h1',
    act: acts(newMatter, fill('Number', '2026-17'), keys('Escape'), sees(/is not kept as a draft/)),
  }),
  screen('new-lead', { act: command('new lead', /New lead/) }),
  screen('new-person', {
    act: acts(
      command('new person', /New person/),
      fill('Last name', 'castellano'),
      sees('May be known already'),
    ),
  }),
  ...(['usual', 'long', 'configured'] as const).map((scene) =>
    screen(`edit-matter-${scene}`, {
      scene,
      hash: matter,
      act: acts(matterMenu, click('menuitem', 'Edit…'), inForm, sees(/^Originating staff or introducer$/)),
    }),
  ),
  screen('edit-matter-end', {
    hash: matter,
    act: acts(matterMenu, click('menuitem', 'Edit…'), inForm, (page) =>
      page.getByText('Billing references').scrollIntoViewIfNeeded(),
    ),
  }),
  screen('edit-matter-split', {
    hash: matter,
    act: acts(
      matterMenu,
      click('menuitem', 'Edit…'),
      (page) => page.getByLabel(/^Share of Dana/).fill('33.34'),
      keys('Enter'),
      (page) => page.getByText(/= 100 %/).scrollIntoViewIfNeeded(),
    ),
  }),
  screen('edit-matter-never-read', {
    scene: 'bare',
    hash: matter,
    ready: 'h1',
    act: acts(matterMenu, click('menuitem', 'Edit…'), inForm),
  }),
  screen('close-matter', {
    hash: matter,
    act: acts(matterMenu, click('menuitem', 'Close, reopen or cancel…'), inForm),
  }),
  screen('responsible', {
    hash: matter,
    act: acts(matterMenu, click('menuitem', 'Change who is responsible…'), inForm),
  }),
  screen('close-several', {
    hash: matter,
    act: acts(
      matterMenu,
      click('menuitem', 'Close, reopen or cancel…'),
      inForm,
      click('combobox', 'The same for other matters'),
      (page) => page.getByRole('combobox', { name: 'The same for other matters' }).fill('2025-01002'),
      clickFirst('option', /2025-01002/),
      seesA('list', 'Matters that are changed'),
    ),
  }),
  screen('convert-lead', {
    hash: '/matter/matter-12/documents',
    act: acts(matterMenu, click('menuitem', 'Make a matter of it…'), inForm, click('button', 'Convert lead')),
  }),
  screen('close-lead', {
    hash: '/matter/matter-12/documents',
    act: acts(matterMenu, click('menuitem', 'Close, reopen or cancel…'), inForm),
  }),
  screen('ask-client-wrong', {
    hash: matter,
    act: acts(
      matterMenu,
      click('menuitem', 'Ask the client…'),
      fill('Title', 'Sign the engagement letter'),
      fill('Address shown in the task', 'http://firm.example'),
      click('button', 'Ask the client'),
    ),
  }),
  screen('ask-client-not-chosen', {
    hash: matter,
    act: acts(
      matterMenu,
      click('menuitem', 'Ask the client…'),
      inForm,
      (page) => page.getByRole('combobox', { name: 'Client', exact: true }).fill('Nobody of this name'),
      click('button', 'Ask the client'),
      sees(/is not chosen/),
    ),
  }),
  ...(['configured', 'long', 'hostile'] as const).map((scene) =>
    screen(`ask-client-${scene}`, {
      scene,
      hash: matter,
      act: acts(inGrid('Documents', 'ArrowDown', 'Shift+F10'), click('menuitem', 'Ask the client…'), inForm),
    }),
  ),
  screen('ask-client-preview', {
    hash: matter,
    act: acts(matterMenu, click('menuitem', 'Ask the client…'), fill('Title', 'Sign it'), (page) =>
      page.getByRole('region', { name: 'What the client sees' }).scrollIntoViewIfNeeded(),
    ),
  }),
  screen('task-complete', {
    hash: '/firm/tasks',
    ready,
    act: acts(clickFirst('button', /^Complete /), inForm),
  }),
  screen('relationship', {
    hash: '/matter/matter-0/people',
    ready,
    act: acts(clickFirst('button', /^Edit the relationship/), inForm, click('button', 'Save changes')),
  }),
  ...(['usual', 'long', 'configured'] as const).map((scene) =>
    screen(`activity-code-${scene}`, {
      scene,
      hash: '/firm/codes',
      ready,
      act: acts(inGrid('Activity codes', 'ArrowDown', 'Enter'), inForm),
    }),
  ),
  screen('activity-code-unknown', {
    hash: '/firm/codes',
    ready,
    act: acts(inGrid('Activity codes', 'End', 'Enter'), inForm, click('button', 'Save changes')),
  }),
  screen('plugin', {
    scene: 'administrator',
    hash: '/firm/plugins',
    ready,
    act: acts(click('button', 'New plugin'), inForm, click('button', 'Create plugin')),
  }),
  screen('plugin-end', {
    scene: 'administrator',
    hash: '/firm/plugins',
    ready,
    act: acts(click('button', 'New plugin'), inForm, (page) =>
      page.getByRole('button', { name: 'Make a signing key' }).scrollIntoViewIfNeeded(),
    ),
  }),
  screen('plugin-key-typed', {
    scene: 'administrator',
    hash: '/firm/plugins',
    ready,
    act: acts(
      click('button', 'New plugin'),
      inForm,
      (page) => page.getByLabel('Signing key', { exact: true }).fill('a key'),
      click('button', 'Create plugin'),
      sees(/typed and not kept yet/),
      (page) => page.getByRole('button', { name: 'Make a signing key' }).scrollIntoViewIfNeeded(),
    ),
  }),
  screen('webhook', {
    scene: 'administrator',
    hash: '/firm/webhooks',
    ready,
    act: acts(
      click('button', 'New subscription'),
      inForm,
      click('button', 'Make a signing key'),
      sees('Copy the key'),
    ),
  }),
  screen('draft-opened', {
    hash: '/firm/requests',
    ready,
    act: acts(clickFirst('button', /^Go on with/), inForm),
  }),
  screen('request-edited', {
    hash: '/firm/requests',
    ready,
    act: acts(clickFirst('button', /^Edit, New matter/), inForm),
  }),
  screen('settings-requests', {
    scene: 'administrator',
    hash: '/settings',
    act: (page) => page.getByText('Property for what it is shown as').scrollIntoViewIfNeeded(),
  }),
  screen('settings-requests-refused', {
    hash: '/settings',
    act: acts(
      fill('The service’s word for an equal split', 'wrong'),
      click('button', 'Save, The service’s word for an equal split'),
      sees('The setting was not kept'),
      // What was typed is still there, to be saved again.
      seesA('button', 'Save, The service’s word for an equal split'),
    ),
  }),
];
