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
} from './screenActs.ts';

/** A screen to look at: a scene of the made-up firm, a place, and what the person did there. */
export interface Screen {
  readonly name: string;
  readonly scene: string;
  readonly hash?: string;
  readonly looks?: readonly ('light' | 'dark' | 'contrast')[];
  /** A selector; by default, documents or matters. */
  readonly ready?: string;
  readonly act?: Act;
}

const light = ['light'] as const;
const plain = ['light', 'dark'] as const;

const matter = '/matter/matter-0/documents';
const unlinked = '/matter/matter-1/documents';
const timeline = '/matter/matter-0/timeline';
const past = { hash: '/activity/past', ready: '[aria-label=Timeline] h2' };

/** By default: the scene `usual`, and the list of matters. */
const screen = (name: string, given: Partial<Screen> = {}): Screen => ({ name, scene: 'usual', ...given });

export const screens: readonly Screen[] = [
  screen('connection', { scene: 'unconfigured', ready: 'h1' }),
  screen('connection-wrong', {
    scene: 'unconfigured',
    ready: 'h1',
    act: acts(fill('Service address', 'http://firm.example'), click('button', 'Connect')),
  }),
  screen('connection-refused', {
    scene: 'unconfigured',
    ready: 'h1',
    looks: plain,
    act: acts(
      fill('Service address', 'https://nowhere.example'),
      fill('Sign-in address', 'https://login.firm.example'),
      fill('Client ID', 'matterline'),
      fill('API key', 'k'),
      click('button', 'Connect'),
      seesA('alert'),
    ),
  }),
  screen('profiles-connection', { scene: 'profiles-unconfigured', ready: 'h1', looks: plain }),
  screen('profiles-menu', {
    scene: 'profiles',
    act: acts(click('button', 'Profile: London'), seesA('menuitemradio', 'Firm in Toronto')),
  }),
  screen('profiles-settings', {
    scene: 'profiles-long',
    hash: '/settings',
    act: (page) => page.getByRole('button', { name: 'Add profile…' }).scrollIntoViewIfNeeded(),
  }),
  screen('profiles-add', {
    scene: 'profiles',
    hash: '/settings',
    looks: plain,
    act: acts(click('button', 'Add profile…'), click('button', /^Add$/), sees('A profile needs a name.')),
  }),
  ...['update-ready', 'update-waits', 'update-managed'].map((scene) =>
    screen(scene, { scene, hash: '/settings', looks: plain, act: scrollTo(/^Matterline 0/) }),
  ),
  screen('locked', { scene: 'locked', ready: 'h1' }),
  screen('sign-in', { scene: 'signed-out', ready: 'h1' }),
  screen('sign-in-refused', { scene: 'sign-in-refused', ready: 'h1', looks: plain }),
  screen('signing-in', { scene: 'signing-in', ready: 'h1' }),
  screen('matters'),
  screen('matters-end', { looks: light, act: inGrid('Matters', 'End') }),
  screen('matters-search', { looks: plain, act: acts(inGrid('Matters'), type('haruna')) }),
  screen('matters-not-found', { looks: light, act: search('Search matters', 'zzzz') }),
  screen('matters-pinned', { looks: plain, act: click('tab', 'Pinned') }),
  screen('matters-menu', { looks: light, act: acts(inGrid('Matters', 'Shift+F10'), seesA('menu')) }),
  screen('matters-none-pinned', { scene: 'bare', looks: light, act: click('tab', 'Pinned') }),
  screen('matters-empty', { scene: 'empty', looks: plain, ready: 'h2' }),
  screen('matters-offline', { scene: 'offline' }),
  screen('matters-paused', { scene: 'paused', looks: plain }),
  screen('matters-long', { scene: 'long', looks: plain }),
  screen('matters-failing', { scene: 'failing', ready: '[role=alert]', looks: plain }),
  screen('documents', { hash: matter }),
  screen('documents-folder', { hash: matter, looks: light, act: click('treeitem', /^Pleadings/) }),
  screen('documents-empty-folder', { hash: matter, looks: light, act: click('treeitem', /^Evidence/) }),
  screen('documents-found', { hash: matter, looks: plain, act: search('Find in this matter', 'de') }),
  screen('documents-menu', {
    hash: matter,
    act: acts(
      (page) => page.getByRole('row', { name: /Letter before action/ }).click({ button: 'right' }),
      seesA('menu'),
    ),
  }),
  screen('documents-paused-one', {
    hash: matter,
    looks: ['light', 'contrast'],
    act: acts(
      (page) => page.getByRole('row', { name: /Letter before action/ }).click({ button: 'right' }),
      click('menuitem', 'Pause filing of this document'),
      sees('Paused, 2 saves'),
    ),
  }),
  screen('documents-drag', { hash: matter, act: drag('[role=grid]') }),
  screen('documents-drag-folder', {
    hash: matter,
    looks: plain,
    act: drag('[role=treeitem][aria-label^=Pleadings]'),
  }),
  screen('documents-dropped', {
    hash: matter,
    act: acts(drag('[role=grid]', 'drop'), sees(/1 document not added/)),
  }),
  screen('documents-refused', {
    hash: matter,
    looks: plain,
    act: acts(
      (page) => page.getByRole('row', { name: /Hearing bundle/ }).dblclick(),
      (page) => page.getByRole('alert').getByText('not on this computer').waitFor(),
    ),
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
    looks: plain,
    act: acts(renamed('Front elevation.jpg'), sees('Choose another name')),
  }),
  screen('documents-renamed', {
    hash: matter,
    looks: plain,
    act: acts(renamed('Another name.docx'), seesA('button', 'Undo')),
  }),
  screen('documents-versions', {
    hash: matter,
    act: acts(inGrid('Documents', 'Control+h'), seesA('list', 'Versions')),
  }),
  screen('documents-restore', {
    hash: matter,
    looks: light,
    act: acts(
      inGrid('Documents', 'Control+h'),
      clickFirst('button', /^Restore the version/),
      seesA('button', /^Restore$/),
    ),
  }),
  screen('documents-long', { scene: 'long', hash: matter, looks: plain }),
  screen('documents-unlinked', { hash: unlinked }),
  screen('documents-link-menu', { hash: unlinked, looks: plain, act: click('button', 'Link folder') }),
  screen('documents-bare', { scene: 'bare', ready: 'h2', hash: unlinked, looks: plain }),
  screen('documents-bare-linked', { scene: 'bare', ready: 'h2', hash: matter, looks: light }),
  screen('documents-unlink', { hash: matter, act: acts(matterMenu, click('menuitem', 'Unlink folder…')) }),
  screen('matter-menu', { hash: matter, act: matterMenu }),
  screen('matter-left-out', {
    hash: matter,
    act: acts(matterMenu, click('menuitem', 'Files left out…'), sees('Left out now')),
  }),
  screen('matter-paused', {
    hash: matter,
    looks: plain,
    act: acts(
      matterMenu,
      click('menuitem', 'Pause filing of this matter'),
      seesA('button', 'Resume filing of this matter'),
    ),
  }),
  screen('documents-offline', { scene: 'offline', hash: matter, looks: plain }),
  screen('timeline', { hash: timeline }),
  screen('timeline-one', { hash: `${timeline}/file-2`, looks: plain }),
  screen('timeline-long', { scene: 'long', hash: timeline, looks: plain }),
  screen('timeline-bare', { scene: 'bare', hash: timeline, looks: light }),
  screen('timeline-offline', { scene: 'offline', hash: timeline, looks: light }),
  screen('details', { hash: '/matter/matter-0/details' }),
  screen('details-bare', { scene: 'bare', hash: '/matter/matter-0/details', looks: light }),
  screen('activity', { hash: '/activity' }),
  screen('activity-past', past),
  screen('activity-past-nothing', {
    ...past,
    looks: light,
    act: acts(search('Find in the timeline', 'zzzz'), sees('Nothing fits')),
  }),
  screen('timeline-filtered', {
    hash: timeline,
    looks: plain,
    act: acts(
      (page) => page.getByLabel('Time', { exact: true }).selectOption('between'),
      fill('From', '2026-03-01'),
      clickFirst('button', /more times/),
      sees('Clear'),
    ),
  }),
  screen('matters-sorted', {
    looks: light,
    act: (page) => page.getByRole('columnheader', { name: 'Matter' }).getByRole('button').click(),
  }),
  screen('activity-none', { scene: 'bare', hash: '/activity', looks: plain }),
  screen('activity-offline', { scene: 'offline', hash: '/activity', looks: light }),
  screen('activity-paused', { scene: 'paused', hash: '/activity', looks: light }),
  screen('activity-long', { scene: 'long', hash: '/activity', looks: plain }),
  screen('command-box', { act: acts(keys('Control+k'), seesA('option', /Go to matters/)) }),
  screen('command-box-typed', {
    scene: 'long',
    looks: plain,
    act: acts(
      keys('Control+k'),
      type('le'),
      (page) => page.getByRole('option').first().waitFor(),
      keys('ArrowDown'),
    ),
  }),
  screen('command-box-nothing', {
    looks: light,
    act: acts(keys('Control+k'), type('zzzz'), sees('Nothing found.')),
  }),
  screen('shortcuts', { act: keys('F1') }),
  screen('problems', { hash: '/problems' }),
  screen('problems-confirm', { hash: '/problems', looks: light, act: click('button', /^File mine on top/) }),
  screen('problems-none', { scene: 'empty', hash: '/problems', looks: plain }),
  screen('changed-while-open', { scene: 'opened', hash: matter }),
  screen('changed-while-open-several', { scene: 'opened-several', looks: plain }),
  screen('changed-while-open-long', { scene: 'opened-long', looks: plain }),
  screen('settings-end', {
    hash: '/settings',
    act: (page) => page.getByRole('region', { name: 'Starting and pausing' }).scrollIntoViewIfNeeded(),
  }),
  screen('settings-limits-wrong', {
    hash: '/settings',
    looks: plain,
    act: acts(fill('Changed within (seconds)', '0'), scrollTo('A whole number from 1 to 300.')),
  }),
  screen('settings-german', {
    hash: '/settings',
    looks: light,
    act: acts((page) => page.getByLabel('Written as').selectOption('de-DE'), scrollTo('5. März 2026')),
  }),
  screen('diagnosis', {
    scene: 'unwell',
    hash: '/settings',
    act: acts(click('button', 'Look for causes'), sees('2 things need a look.'), (page) =>
      page.getByRole('button', { name: 'Look again' }).scrollIntoViewIfNeeded(),
    ),
  }),
  screen('diagnosis-well', {
    hash: '/settings',
    looks: light,
    act: acts(click('button', 'Look for causes'), scrollTo('All is well.')),
  }),
  screen('diagnosis-report', {
    scene: 'unwell',
    hash: '/settings',
    act: acts(click('button', 'Report for your IT…'), sees('End of the log')),
  }),
  screen('proxy', {
    scene: 'proxy',
    act: (page) => page.getByLabel('Password', { exact: true }).waitFor(),
  }),
  screen('proxy-refused', { scene: 'proxy-refused', ready: 'h1', looks: plain, act: sees('did not take') }),
  screen('matters-battery', { scene: 'battery', looks: ['light', 'contrast'] }),
  screen('settings', { hash: '/settings' }),
  screen('sign-out', {
    scene: 'long',
    hash: '/settings',
    act: acts(click('button', 'Sign out…'), seesA('list', 'Not filed yet')),
  }),
  screen('sign-out-losing', {
    hash: '/settings',
    looks: plain,
    act: acts(
      click('button', 'Sign out…'),
      click('radio', /^Sign out now/),
      click('checkbox', /^Remove what Matterline keeps/),
      (page) => page.getByLabel(/^To go on, type/).waitFor(),
    ),
  }),
  screen('sign-out-all-filed', {
    scene: 'bare',
    hash: '/settings',
    looks: plain,
    act: acts(click('button', 'Sign out…'), sees('Everything you saved is filed.')),
  }),
  screen('sign-out-waiting', {
    scene: 'paused',
    hash: '/settings',
    act: acts(
      click('button', 'Sign out…'),
      click('button', 'Wait, then sign out'),
      sees('You are signed out as soon as everything is filed.'),
    ),
  }),
  screen('settings-connection', {
    hash: '/settings',
    looks: light,
    act: click('button', 'Change connection…'),
  }),
];
