import { firmScreens } from './firmScreens.ts';
import type { Screen } from './screen.ts';
import {
  acts,
  click,
  clickFirst,
  drag,
  fill,
  inGrid,
  isOff,
  keys,
  matterMenu,
  renamed,
  scrollTo,
  search,
  sees,
  seesA,
  seesNo,
  showFolders,
  type,
  typeInBox,
} from './screenActs.ts';
import { everyCondition } from './screenMatrix.ts';

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
  ...firmScreens,
  screen('connection', { scene: 'unconfigured', ready: 'h1' }),
  screen('connection-wrong', {
    scene: 'unconfigured',
    ready: 'h1',
    act: acts(fill('Service address', 'http://firm.example'), click('button', /^Connect$/)),
  }),
  screen('connection-file-refused', {
    scene: 'unconfigured',
    ready: 'h1',
    act: acts(click('button', 'Import connection file…'), seesA('alert')),
  }),
  screen('connection-refused', {
    scene: 'unconfigured',
    ready: 'h1',
    act: acts(
      fill('Service address', 'https://nowhere.example'),
      fill('Sign-in address', 'https://login.firm.example'),
      fill('Client ID', 'matterline'),
      fill('API key', 'k'),
      click('button', /^Connect$/),
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
      click('button', /^Connect$/),
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
    act: acts(
      click('button', 'View offline copy'),
      click('button', /^Sign in$/),
      seesA('button', /^Connect$/),
    ),
  }),
  screen('connection-policy-wrong', {
    scene: 'managed-unconfigured',
    ready: 'h1',
    act: acts(
      sees('A setting of your organisation is not used.'),
      sees('The connection is managed by your organisation; it cannot be entered here.'),
      seesNo('button', 'Import connection file…'),
    ),
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
  screen('adding-interrupted-all', {
    scene: 'adding-interrupted',
    act: acts((page) => page.getByText('Show the others').click(), sees(/Exhibit 160/)),
  }),
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
  screen('locked-wrong-file', {
    scene: 'locked-wrong-file',
    ready: 'h1',
    act: sees(/is filed after that/),
  }),
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
  screen('matters-mine', { act: acts(click('tab', 'My matters'), seesA('row', /2025-01036/)) }),
  screen('matters-mine-unknown', {
    scene: 'others-mine',
    act: acts(click('tab', 'My matters'), seesA('button', 'Open settings')),
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
  screen('signing-in-again', {
    scene: 'signing-in-again',
    act: acts(sees('You stay signed in meanwhile.'), seesA('button', 'Cancel sign-in')),
  }),
  screen('matters-end', { act: inGrid('Matters', 'End') }),
  screen('matters-search', { act: acts(inGrid('Matters'), type('haruna')) }),
  screen('matters-filtered', {
    act: acts(
      typeInBox('haruna'),
      click('option', /^All matters with/),
      seesA('button', /^Remove the filter/),
    ),
  }),
  screen('matters-compact', { scene: 'compact' }),
  screen('matters-view-options', {
    act: acts(click('button', 'View options'), seesA('menuitemcheckbox', 'Clients')),
  }),
  screen('matters-opening', { scene: 'opening' }),
  screen('person-menu', {
    act: acts(click('button', 'Signed in as Dana Whitfield'), seesA('menuitem', 'Sign out…')),
  }),
  screen('matters-pinned', { act: click('tab', 'Pinned') }),
  screen('matters-menu', { act: acts(inGrid('Matters', 'Shift+F10'), seesA('menu')) }),
  screen('matters-none-pinned', { scene: 'bare', act: click('tab', 'Pinned') }),
  screen('matters-paused', { scene: 'paused' }),
  screen('documents-folder', { hash: matter, act: acts(showFolders, click('treeitem', /^Pleadings/)) }),
  screen('documents-folder-problem', {
    scene: 'offline',
    hash: matter,
    act: acts(
      showFolders,
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
  screen('documents-empty-folder', { hash: matter, act: acts(showFolders, click('treeitem', /^Evidence/)) }),
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
  ...(
    [
      ['word', /^Particulars of claim/, seesA('heading', 'The parties')],
      ['pdf', /^Expert report/, seesA('button', 'Show more pages')],
      ['excel', /^Schedule of loss/, seesA('tab', 'Disbursements')],
      ['elsewhere', /^Hearing bundle/, seesA('button', 'Fetch it and show it')],
      ['locked', /^Superseded order/, sees(/protected with a password/)],
      ['other-kind', /^RE RE/, sees('This cannot be shown here.')],
    ] as const
  ).map(([name, row, seen]) =>
    screen(`documents-preview-${name}`, {
      hash: matter,
      act: acts((page) => page.getByRole('row', { name: row }).click(), keys('Alt+p'), seen),
    }),
  ),
  screen('documents-preview-picture', {
    hash: matter,
    act: acts(
      fill('Find in this matter', 'Front elevation'),
      (page) => page.getByRole('row', { name: /^Front elevation/ }).click(),
      keys('Alt+p'),
      seesA('img', /^Front elevation/),
    ),
  }),
  screen('documents-preview-nothing', {
    hash: matter,
    act: acts(clickFirst('button', /^Preview/), sees('Select one document to read it here.')),
  }),
  screen('documents-preview-hostile', {
    scene: 'hostile',
    hash: matter,
    act: acts(inGrid('Documents', 'ArrowDown', 'Alt+p'), seesA('complementary', 'Preview')),
  }),
  screen('documents-preview-fetching', {
    scene: 'downloads-slow',
    hash: matter,
    act: acts(
      (page) => page.getByRole('row', { name: /Hearing bundle/ }).click(),
      keys('Alt+p'),
      click('button', 'Fetch it and show it'),
      sees(/Fetching it from the service: 12/),
    ),
  }),
  screen('documents-version-preview', {
    hash: matter,
    act: acts(
      inGrid('Documents', 'Control+h'),
      clickFirst('button', /^Preview of the version/),
      seesA('region', /^Preview of/),
    ),
  }),
  screen('documents-compare', {
    hash: matter,
    act: acts(
      inGrid('Documents', 'Control+h'),
      clickFirst('button', /^Compare the version/),
      sees(/3 paragraphs changed/),
    ),
  }),
  screen('documents-compare-only-changes', {
    hash: matter,
    act: acts(
      inGrid('Documents', 'Control+h'),
      clickFirst('button', /^Compare the version/),
      click('checkbox', 'Only what changed'),
      click('button', 'Next change'),
    ),
  }),
  screen('documents-folder-menu', {
    hash: matter,
    act: acts(
      showFolders,
      (page) => page.getByRole('treeitem', { name: /^Pleadings/ }).click({ button: 'right' }),
      seesA('menuitem', 'Show its timeline'),
    ),
  }),
  screen('documents-delete', {
    hash: matter,
    act: acts(inGrid('Documents', 'ArrowDown', 'Delete'), seesA('dialog')),
  }),
  screen('documents-compact', { scene: 'compact', hash: matter }),
  screen('documents-make-folder', {
    hash: unlinked,
    act: acts(drag('[role=grid]', 'drop'), seesA('button', 'Make a folder and add')),
  }),
  screen('documents-several-menu', {
    hash: matter,
    act: acts(inGrid('Documents', 'ArrowDown', 'Shift+ArrowDown', 'Shift+F10'), seesA('menu')),
  }),
  screen('documents-several', {
    hash: matter,
    act: acts(inGrid('Documents', 'ArrowDown', 'Shift+ArrowDown', 'Shift+ArrowDown'), sees(/^3 selected, /)),
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
  screen('documents-custody', {
    hash: matter,
    act: acts(
      inGrid('Documents', 'Shift+F10'),
      click('menuitem', 'Custody log…'),
      seesA('list', 'Custody log'),
    ),
  }),
  screen('exposure-of-matter', {
    hash: matter,
    act: acts(matterMenu, click('menuitem', 'What was on this computer…'), seesA('table')),
  }),
  screen('exposure', {
    hash: '/settings',
    act: acts(click('button', 'Show report…'), seesA('table')),
  }),
  screen('settings-fetched', {
    hash: '/settings',
    act: (page) => page.getByRole('region', { name: 'Fetched documents' }).scrollIntoViewIfNeeded(),
  }),
  screen('settings-fetched-wrong', {
    hash: '/settings',
    act: acts(
      fill('Fetched documents, at most (gigabytes)', 'much'),
      scrollTo('A number of gigabytes from 0.1 to 100000, or nothing.'),
    ),
  }),
  screen('exposure-nothing', {
    scene: 'empty',
    hash: '/settings',
    act: acts(click('button', 'Show report…'), sees(/Nothing was on this computer/)),
  }),
  screen('exposure-hostile', {
    ...hostile,
    hash: '/settings',
    act: acts(click('button', 'Show report…'), seesA('table')),
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
  screen('matter-keep', { scene: 'downloads', hash: matter, act: matterMenu }),
  screen('matter-kept', { scene: 'keeping', hash: matter }),
  screen('matter-kept-fetches', { scene: 'keeping-fetches', hash: matter }),
  screen('matter-kept-waits', { scene: 'keeping-waits', hash: matter }),
  screen('matter-kept-too-many', { scene: 'keeping-too-many', hash: matter }),
  screen('matter-following-waits', { scene: 'following-waits', hash: matter }),
  screen('matter-following-asks', { scene: 'following-asks', hash: matter }),
  screen('matter-free-space', {
    scene: 'keeping',
    hash: matter,
    act: acts(matterMenu, click('menuitem', 'Free up space…')),
  }),
  screen('matter-space-freed', {
    scene: 'keeping',
    hash: matter,
    act: acts(
      matterMenu,
      click('menuitem', 'Free up space…'),
      click('button', 'Free up space'),
      sees(/left this computer/),
    ),
  }),
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
  screen('timeline-group', {
    hash: timeline,
    act: acts(
      (page) =>
        page.getByRole('region', { name: 'Timeline entries' }).evaluate('(box) => box.scrollTo(0, 500)'),
      click('button', 'added 12 documents'),
      sees('Exhibit 9.pdf'),
    ),
  }),
  screen('timeline-folder', { hash: `${timeline}//pleadings` }),
  screen('timeline-one', { hash: `${timeline}/file-2` }),
  screen('activity-past-nothing', {
    ...past,
    act: acts(search('Find in the timeline', 'zzzz'), sees('No matches')),
  }),
  screen('timeline-filtered', {
    hash: timeline,
    act: acts(
      (page) => page.getByLabel('Time', { exact: true }).selectOption('between'),
      (page) => page.getByLabel('From').click(),
      seesA('grid', /Selected date/),
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
    act: acts(typeInBox('zzz'), (page) => page.locator('search [role=alert]').waitFor()),
  }),
  screen('command-box-matters', { act: acts(typeInBox('haruna'), seesA('option', /^All matters with/)) }),
  screen('command-box-settings', {
    act: acts(typeInBox('battery'), seesA('option', /Starting and pausing/)),
  }),
  screen('command-box-nothing', {
    act: acts(typeInBox('zzzz'), sees('Nothing found.')),
  }),
  screen('shortcuts', { act: keys('F1') }),
  screen('problems-confirm', { hash: '/problems', act: click('button', /^File mine on top/) }),
  screen('problems-compare', {
    hash: '/problems',
    act: acts(click('button', 'Compare both…'), sees(/3 paragraphs changed/)),
  }),
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
    act: acts(click('button', 'Run diagnostics'), sees('2 checks need attention.'), (page) =>
      page.getByRole('button', { name: 'Check again' }).scrollIntoViewIfNeeded(),
    ),
  }),
  screen('diagnosis-well', {
    hash: '/settings',
    act: acts(click('button', 'Run diagnostics'), scrollTo('Everything is working.')),
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
      (page) => page.getByText('Managed by your organisation; it cannot be changed here.').first().waitFor(),
      ...[
        'Lock the window after',
        'Send documents with at most',
        'Remove Matterline’s data from this computer once I am signed out and everything is filed',
        'At most (gigabytes)',
        'No longer than (days)',
        'Fetched documents, at most (gigabytes)',
      ].map(isOff),
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
    act: acts(inGrid('Documents', 'ArrowDown', 'Shift+ArrowDown'), sees(/^2 selected/)),
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
    act: acts(click('button', 'Run diagnostics'), seesA('list', 'Checks')),
  }),
];
