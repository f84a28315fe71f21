import {
  type Act,
  acts,
  click,
  clickFirst,
  drag,
  fill,
  inGrid,
  keys,
  matterMenu,
  renamed,
  scrollTo,
  search,
  sees,
  seesA,
  type,
  typeInBox,
} from './screenActs.ts';
import { everyCondition } from './screenMatrix.ts';

/** A screen to look at: a scene of the made-up firm, a place, and what the person did there. */
export interface Screen {
  readonly name: string;
  readonly scene: string;
  readonly hash?: string;
  /** A selector; by default, documents or matters. */
  readonly ready?: string;
  readonly act?: Act;
}

/** The heading of a card, which comes after the heading of the window behind it. */
const onACard = 'main img + h1';

/** What is on a screen once everything asked for has come, as a selector. */
export function readyWhen({ ready, hash }: Screen): string {
  if (ready) return ready;
  return hash === undefined || hash.endsWith('documents') ? '[role=gridcell] bdi' : 'h2';
}

const matter = '/matter/matter-0/documents';
const unlinked = '/matter/matter-1/documents';
const timeline = '/matter/matter-0/timeline';
const hostile = { scene: 'hostile' };
const past = { hash: '/activity/past', ready: '[aria-label=Timeline] h2' };

/** By default: the scene `usual`, and the list of matters. */
const screen = (name: string, given: Partial<Screen> = {}): Screen => ({ name, scene: 'usual', ...given });

export const screens: readonly Screen[] = [
  ...everyCondition.map(({ name, ...given }) => screen(name, given)),
  screen('connection', { scene: 'unconfigured', ready: 'h1' }),
  screen('connection-wrong', {
    scene: 'unconfigured',
    ready: 'h1',
    act: acts(fill('Service address', 'http://firm.example'), click('button', 'Connect')),
  }),
  screen('connection-refused', {
    scene: 'unconfigured',
    ready: 'h1',
    act: acts(
      fill('Service address', 'https://nowhere.example'),
      fill('Sign-in address', 'https://login.firm.example'),
      fill('Client ID', 'matterline'),
      fill('API key', 'k'),
      click('button', 'Connect'),
      seesA('alert'),
    ),
  }),
  screen('connection-in-use', {
    scene: 'unconfigured',
    ready: 'h1',
    act: acts(
      fill('Service address', 'https://elsewhere.example'),
      fill('Sign-in address', 'https://login.firm.example'),
      fill('Client ID', 'matterline'),
      fill('API key', 'k'),
      click('button', 'Connect'),
      seesA('button', 'Change, and take the folders along'),
    ),
  }),
  screen('connection-secrets-gone', { scene: 'secrets-gone', ready: 'button:has-text("View offline copy")' }),
  screen('secrets-gone-inside', {
    scene: 'secrets-gone',
    ready: 'h1',
    act: acts(click('button', 'View offline copy'), seesA('grid')),
  }),
  screen('secrets-gone-again', {
    scene: 'secrets-gone',
    ready: 'h1',
    act: acts(click('button', 'View offline copy'), click('button', /^Sign in$/), seesA('button', 'Connect')),
  }),
  screen('connection-policy-wrong', {
    scene: 'managed-unconfigured',
    ready: 'h1',
    act: sees('A setting of your organisation is not used.'),
  }),
  screen('sign-in-policy-wrong', {
    scene: 'managed-signed-out',
    ready: 'h1',
    act: sees('A setting of your organisation is not used.'),
  }),
  screen('folders-came-along', { scene: 'folders-came-along' }),
  screen('folders-came-along-mine', {
    scene: 'folders-came-along',
    act: acts(click('button', 'They are mine…'), seesA('dialog')),
  }),
  screen('profiles-connection', { scene: 'profiles-unconfigured', ready: 'h1' }),
  screen('profiles-menu', {
    scene: 'profiles',
    act: acts(click('button', 'Profile: London'), seesA('menuitemradio', 'Firm in Toronto')),
  }),
  screen('settings-lost', { scene: 'settings-lost', ready: 'h1', act: sees(/settings were damaged/) }),
  screen('adding', { scene: 'adding', act: sees(/Adding 400 documents to Pleadings/) }),
  screen('adding-interrupted', { scene: 'adding-interrupted', act: sees(/240 more were not added/) }),
  screen('profile-not-open', {
    scene: 'profile-not-open',
    act: acts(
      click('button', 'Profile: London. Another profile needs you'),
      click('menuitemradio', /^Profile that is not open/),
      seesA('dialog'),
    ),
  }),
  screen('profile-not-open-settings', {
    scene: 'profile-not-open',
    hash: '/settings',
    act: acts(scrollTo(/Nothing saved in its folders is filed/)),
  }),
  screen('profiles-need-menu', {
    scene: 'profiles-need',
    act: acts(
      click('button', 'Profile: London. Another profile needs you'),
      seesA('menuitemradio', /Firm in Toronto.*2 problems need you/),
    ),
  }),
  screen('profiles-need-settings', {
    scene: 'profiles-need',
    hash: '/settings',
    act: acts(scrollTo('2 problems need you')),
  }),
  screen('profiles-settings', {
    scene: 'profiles-long',
    hash: '/settings',
    act: (page) => page.getByRole('button', { name: 'Add profile…' }).scrollIntoViewIfNeeded(),
  }),
  screen('profiles-add', {
    scene: 'profiles',
    hash: '/settings',
    act: acts(click('button', 'Add profile…'), click('button', /^Add$/), sees('A profile needs a name.')),
  }),
  ...['update-ready', 'update-waits', 'update-managed'].map((scene) =>
    screen(scene, { scene, hash: '/settings', act: scrollTo(/^Matterline 0/) }),
  ),
  screen('locked', { scene: 'locked', ready: 'h1' }),
  screen('locked-secrets-gone', { scene: 'locked-secrets-gone', ready: 'input[type=password]' }),
  // Nothing of anybody's matters, until it is known whose they are.
  screen('person-untold', { scene: 'person-untold', ready: 'text=Starting' }),
  ...['asked', 'asked-nameless', 'asked-several', 'person-refused'].map((scene) =>
    screen(scene, { scene, ready: onACard }),
  ),
  screen('asked-answered', {
    scene: 'asked',
    ready: onACard,
    act: acts(click('button', 'Yes, I am Dana Whitfield'), seesA('grid')),
  }),
  screen('asked-signed-out', {
    scene: 'asked',
    ready: onACard,
    act: acts(click('button', 'Sign out'), seesA('button', 'Sign in')),
  }),
  screen('others-wait', { scene: 'others-wait' }),
  screen('matters-mine', { act: acts(click('tab', 'Mine'), seesA('row', /2025-01036/)) }),
  screen('matters-mine-unknown', {
    scene: 'others-mine',
    act: acts(click('tab', 'Mine'), seesA('button', 'Open settings')),
  }),
  screen('settings-you', {
    scene: 'others-mine',
    hash: '/settings',
    act: (page) => page.getByRole('button', { name: 'That was me…' }).scrollIntoViewIfNeeded(),
  }),
  screen('settings-you-again', {
    scene: 'others-mine',
    hash: '/settings',
    act: acts(click('button', 'That was me…'), seesA('button', 'Ask me again')),
  }),
  screen('folders-moving', { scene: 'folders-moving' }),
  screen('mistaken', { scene: 'mistaken' }),
  screen('not-opened', { scene: 'not-opened' }),
  screen('sign-in', { scene: 'signed-out', ready: 'h1' }),
  screen('sign-in-after-leaving', {
    scene: 'signed-out-by-oneself',
    ready: 'h1',
    act: async (page) =>
      page.getByRole('button', { name: 'View offline copy' }).waitFor({ state: 'detached' }),
  }),
  screen('sign-in-refused', { scene: 'sign-in-refused', ready: 'h1' }),
  screen('signing-in', { scene: 'signing-in', ready: 'h1' }),
  screen('matters-end', { act: inGrid('Matters', 'End') }),
  screen('matters-search', { act: acts(inGrid('Matters'), type('haruna')) }),
  screen('matters-not-found', { act: search('Search matters', 'zzzz') }),
  screen('matters-pinned', { act: click('tab', 'Pinned') }),
  screen('matters-menu', { act: acts(inGrid('Matters', 'Shift+F10'), seesA('menu')) }),
  screen('matters-none-pinned', { scene: 'bare', act: click('tab', 'Pinned') }),
  screen('matters-paused', { scene: 'paused' }),
  screen('documents-folder', { hash: matter, act: click('treeitem', /^Pleadings/) }),
  screen('documents-folder-problem', {
    scene: 'offline',
    hash: matter,
    act: acts(
      (page) => page.getByRole('tree', { name: 'Folders' }).focus(),
      keys('End'),
      keys('ArrowUp'),
      (page) =>
        page
          .getByRole('treeitem', { name: /^Pleadings.*The service does not answer/, selected: true })
          .waitFor(),
      (page) => page.locator('[role=tree] + output', { hasText: 'The service does not answer.' }).waitFor(),
    ),
  }),
  screen('documents-empty-folder', { hash: matter, act: click('treeitem', /^Evidence/) }),
  screen('documents-found', { hash: matter, act: search('Find in this matter', 'de') }),
  screen('documents-menu', {
    hash: matter,
    act: acts(
      (page) => page.getByRole('row', { name: /Letter before action/ }).click({ button: 'right' }),
      seesA('menu'),
    ),
  }),
  screen('documents-paused-one', {
    hash: matter,
    act: acts(
      (page) => page.getByRole('row', { name: /Letter before action/ }).click({ button: 'right' }),
      click('menuitem', 'Pause filing of this document'),
      sees('Paused, 2 saves'),
    ),
  }),
  screen('documents-drag', { hash: matter, act: drag('[role=grid]') }),
  screen('documents-drag-folder', {
    hash: matter,
    act: drag('[role=treeitem][aria-label^=Pleadings]'),
  }),
  screen('documents-dropped', {
    hash: matter,
    act: acts(drag('[role=grid]', 'drop'), sees(/1 document not added/)),
  }),
  screen('documents-refused', {
    hash: matter,
    act: acts(
      (page) => page.getByRole('row', { name: /Hearing bundle/ }).dblclick(),
      (page) => page.getByRole('alert').getByText('not on this computer').waitFor(),
    ),
  }),
  screen('documents-opened-to-read', {
    scene: 'downloads',
    hash: matter,
    act: acts(
      (page) => page.getByRole('row', { name: /Hearing bundle/ }).dblclick(),
      sees('This is a view copy, read only: changes to it are not filed.'),
    ),
  }),
  screen('documents-fetching', {
    scene: 'downloads-slow',
    hash: matter,
    act: acts((page) => page.getByRole('row', { name: /Hearing bundle/ }).dblclick(), sees(/12.* of 31/)),
  }),
  screen('documents-fetched-offline', {
    scene: 'downloads-offline',
    hash: matter,
    act: acts(
      (page) => page.getByRole('row', { name: /Hearing bundle/ }).dblclick(),
      seesA('button', 'Show versions'),
    ),
  }),
  screen('documents-menu-elsewhere', {
    scene: 'downloads',
    hash: matter,
    act: acts(
      (page) => page.getByRole('row', { name: /Hearing bundle/ }).click({ button: 'right' }),
      seesA('menuitem', 'Save a copy as…'),
    ),
  }),
  screen('documents-saved-copy', {
    scene: 'downloads',
    hash: matter,
    act: acts(
      (page) => page.getByRole('row', { name: /Hearing bundle/ }).click({ button: 'right' }),
      click('menuitem', 'Save a copy as…'),
      sees(/Saved a copy as/),
    ),
  }),
  screen('documents-versions-elsewhere', {
    scene: 'downloads',
    hash: matter,
    act: acts(inGrid('Documents', 'Control+h'), sees(/fetched from the service, as read-only/)),
  }),
  screen('documents-several', {
    hash: matter,
    act: acts(
      inGrid('Documents', 'ArrowDown', 'Shift+ArrowDown', 'Shift+ArrowDown'),
      sees('3 documents selected'),
    ),
  }),
  screen('documents-rename', {
    hash: matter,
    act: acts(inGrid('Documents', 'F2'), (page) => page.getByLabel('New name').waitFor()),
  }),
  screen('documents-rename-refused', {
    hash: matter,
    act: acts(renamed('Front elevation.jpg'), sees('Choose another name')),
  }),
  screen('documents-renamed', {
    hash: matter,
    act: acts(renamed('Another name.docx'), seesA('button', 'Undo')),
  }),
  screen('documents-versions', {
    hash: matter,
    act: acts(inGrid('Documents', 'Control+h'), seesA('list', 'Versions')),
  }),
  screen('documents-restore', {
    hash: matter,
    act: acts(
      inGrid('Documents', 'Control+h'),
      clickFirst('button', /^Restore the version/),
      seesA('button', /^Restore$/),
    ),
  }),
  screen('documents-unlinked', { hash: unlinked }),
  screen('documents-link-menu', { hash: unlinked, act: click('button', 'Link folder') }),
  screen('documents-bare', { scene: 'bare', ready: 'h2', hash: unlinked }),
  screen('documents-unlink', { hash: matter, act: acts(matterMenu, click('menuitem', 'Unlink folder…')) }),
  screen('documents-unlink-not-captured', {
    scene: 'not-captured',
    hash: matter,
    act: acts(
      matterMenu,
      click('menuitem', 'Unlink folder…'),
      click('button', 'Unlink folder'),
      sees('Unlink with saves that are not captured?'),
    ),
  }),
  screen('matter-menu', { hash: matter, act: matterMenu }),
  screen('matter-left-out', {
    hash: matter,
    act: acts(matterMenu, click('menuitem', 'Excluded files…'), sees('Currently excluded')),
  }),
  screen('matter-paused', {
    hash: matter,
    act: acts(
      matterMenu,
      click('menuitem', 'Pause filing of this matter'),
      seesA('button', 'Resume filing of this matter'),
    ),
  }),
  screen('timeline-one', { hash: `${timeline}/file-2` }),
  screen('activity-past-nothing', {
    ...past,
    act: acts(search('Find in the timeline', 'zzzz'), sees('No matches')),
  }),
  screen('timeline-filtered', {
    hash: timeline,
    act: acts(
      (page) => page.getByLabel('Time', { exact: true }).selectOption('between'),
      fill('From', '2026-03-01'),
      clickFirst('button', /more times/),
      sees('Clear'),
    ),
  }),
  screen('matters-sorted', {
    act: (page) => page.getByRole('columnheader', { name: 'Matter' }).getByRole('button').click(),
  }),
  screen('activity-paused', { scene: 'paused', hash: '/activity' }),
  screen('command-box', { act: acts(keys('Control+k'), seesA('option', /Go to matters/)) }),
  screen('command-box-typed', {
    scene: 'long',
    act: acts(typeInBox('le'), (page) => page.getByRole('option').first().waitFor(), keys('ArrowDown')),
  }),
  screen('command-box-failed', {
    scene: 'failing',
    hash: '/settings',
    act: acts(typeInBox('zzz'), (page) => page.locator('dialog [role=alert]').waitFor()),
  }),
  screen('command-box-nothing', {
    act: acts(typeInBox('zzzz'), sees('Nothing found.')),
  }),
  screen('shortcuts', { act: keys('F1') }),
  screen('problems-confirm', { hash: '/problems', act: click('button', /^File mine on top/) }),
  screen('problems-same-folder', { hash: '/problems', act: click('button', /^It is the same folder/) }),
  screen('changed-while-open', { scene: 'opened', hash: matter }),
  screen('changed-while-open-several', { scene: 'opened-several' }),
  screen('changed-while-open-long', { scene: 'opened-long' }),
  screen('settings-end', {
    hash: '/settings',
    act: (page) => page.getByRole('region', { name: 'Starting and pausing' }).scrollIntoViewIfNeeded(),
  }),
  screen('settings-limits-wrong', {
    hash: '/settings',
    act: acts(fill('Changed within (seconds)', '0'), scrollTo('A whole number from 1 to 300.')),
  }),
  screen('settings-german', {
    hash: '/settings',
    act: acts((page) => page.getByLabel('Format').selectOption('de-DE'), scrollTo('5. März 2026')),
  }),
  screen('diagnosis', {
    scene: 'unwell',
    hash: '/settings',
    act: acts(click('button', 'Run diagnosis'), sees('2 checks need attention.'), (page) =>
      page.getByRole('button', { name: 'Check again' }).scrollIntoViewIfNeeded(),
    ),
  }),
  screen('diagnosis-well', {
    hash: '/settings',
    act: acts(click('button', 'Run diagnosis'), scrollTo('Everything is working.')),
  }),
  screen('diagnosis-report', {
    scene: 'unwell',
    hash: '/settings',
    act: acts(click('button', 'Report for IT support…'), sees('End of the log')),
  }),
  screen('proxy', {
    scene: 'proxy',
    act: (page) => page.getByLabel('Password', { exact: true }).waitFor(),
  }),
  screen('proxy-refused', { scene: 'proxy-refused', ready: 'h1', act: sees('did not take') }),
  screen('matters-battery', { scene: 'battery' }),
  screen('matters-metered', { scene: 'metered' }),
  screen('settings-metered-untold', {
    hash: '/settings',
    act: acts(
      click('checkbox', /^Pause filing on metered/),
      sees(/cannot tell whether its current connection/),
    ),
  }),
  screen('sign-out', {
    scene: 'long',
    hash: '/settings',
    act: acts(click('button', 'Sign out…'), seesA('list', 'Not filed yet')),
  }),
  screen('sign-out-losing', {
    hash: '/settings',
    act: acts(
      click('button', 'Sign out…'),
      click('radio', /^Sign out now/),
      click('checkbox', /^Remove what Matterline keeps/),
      (page) => page.getByLabel(/^To continue, type/).waitFor(),
    ),
  }),
  screen('sign-out-all-filed', {
    scene: 'bare',
    hash: '/settings',
    act: acts(click('button', 'Sign out…'), sees('Everything you saved is filed.')),
  }),
  screen('sign-out-unanswered', {
    scene: 'failing',
    hash: '/settings',
    act: acts(click('button', 'Sign out…'), seesA('button', 'Sign out and keep everything here')),
  }),
  screen('managed', {
    scene: 'managed',
    hash: '/settings',
    act: acts(
      sees('A setting of your organisation is not used.'),
      sees('Managed by your organisation; it cannot be changed here.'),
      scrollTo('Managed by your organisation; they cannot be changed here.'),
    ),
  }),
  screen('sign-out-waiting', {
    scene: 'paused',
    hash: '/settings',
    act: acts(
      click('button', 'Sign out…'),
      click('button', 'Wait, then sign out'),
      sees('You will be signed out once everything is filed.'),
    ),
  }),
  screen('settings-connection', {
    hash: '/settings',
    act: click('button', 'Change connection…'),
  }),
  screen('hostile-changed-while-open', { scene: 'hostile-opened' }),
  screen('hostile-menu', {
    ...hostile,
    hash: matter,
    act: acts(inGrid('Documents', 'ArrowDown', 'Shift+F10'), seesA('menu')),
  }),
  screen('hostile-several', {
    ...hostile,
    hash: matter,
    act: acts(inGrid('Documents', 'ArrowDown', 'Shift+ArrowDown'), sees('2 documents selected')),
  }),
  screen('hostile-rename', {
    ...hostile,
    hash: matter,
    act: acts(inGrid('Documents', 'ArrowDown', 'F2'), (page) => page.getByLabel('New name').waitFor()),
  }),
  screen('hostile-versions', {
    ...hostile,
    hash: matter,
    act: acts(inGrid('Documents', 'ArrowDown', 'Control+h'), seesA('list', 'Versions')),
  }),
  screen('hostile-restore', {
    ...hostile,
    hash: matter,
    act: acts(
      inGrid('Documents', 'ArrowDown', 'Control+h'),
      clickFirst('button', /^Restore the version/),
      seesA('button', /^Restore$/),
    ),
  }),
  screen('hostile-drag', { ...hostile, hash: matter, act: drag('[role=treeitem][aria-level="2"]') }),
  screen('hostile-dropped', {
    ...hostile,
    hash: matter,
    act: acts(drag('[role=grid]', 'drop'), sees(/not added/)),
  }),
  screen('hostile-link-menu', { ...hostile, hash: unlinked, act: click('button', 'Link folder') }),
  screen('hostile-left-out', {
    ...hostile,
    hash: matter,
    act: acts(matterMenu, click('menuitem', 'Excluded files…'), sees('Currently excluded')),
  }),
  screen('hostile-filtered', { ...hostile, hash: `${timeline}/file-2` }),
  screen('hostile-command-box', {
    ...hostile,
    act: acts(typeInBox('le'), (page) => page.getByRole('option').first().waitFor()),
  }),
  screen('hostile-profiles', {
    ...hostile,
    act: acts(click('button', /^Profile:/), (page) => page.getByRole('menuitemradio').first().waitFor()),
  }),
  screen('hostile-sign-out', {
    ...hostile,
    hash: '/settings',
    act: acts(click('button', 'Sign out…'), seesA('list', 'Not filed yet')),
  }),
  screen('hostile-diagnosis', {
    ...hostile,
    hash: '/settings',
    act: acts(click('button', 'Run diagnosis'), seesA('list', 'Checks')),
  }),
];
