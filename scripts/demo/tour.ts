import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Computer } from '../../test/app/computer.ts';
import { eleanor, Firm, hartley } from '../../test/app/firm.ts';
import { Ledger } from '../../test/app/ledger.ts';
import { askForMatter } from '../../test/app/new-matter.ts';
import { pdfDocument, wordDocument, workbook } from '../../test/documents/documents.ts';
import { openInWord, saveLikeExcel } from '../../test/documents/saving.ts';
import { beyondTheSpecification } from '../../test/service/index.ts';
import type { AppLaunch } from '../app-launch.ts';
import { inWords, type Measured, measureFiling } from './measure.ts';
import { Report } from './report.ts';

/** What is done in the window, in the order it is done. */
interface Tour {
  readonly computer: Computer;
  readonly firm: Firm;
  readonly report: Report;
  readonly ledger: Ledger;
  /** The matter's folder on disk. */
  readonly folder: string;
}

/**
 * Does the main job unattended in the real window, with a picture of each step, and compares what the service has in
 * the end with what was saved. Answers whether every comparison held; rejects when a step did not work.
 */
export async function runTour(launch: AppLaunch, directory: string): Promise<boolean> {
  await mkdir(directory, { recursive: true });
  await using computer = await Computer.start(launch);
  await using firm = await Firm.start({
    directory: join(computer.directory, 'service'),
    variants: beyondTheSpecification,
  });
  const folder = await computer.makeFolder(hartley);
  const tour = { computer, firm, folder, report: new Report(directory), ledger: new Ledger() };
  await computer.startApp(firm.connection('custom'));
  try {
    await signIn(tour);
    await startMatter(tour);
    await linkFolder(tour);
    await saveInWord(tour);
    await saveInOtherPrograms(tour);
    await drop(tour);
    await openColleaguesDocument(tour);
    await lookAtTimeline(tour);
    const measured = await measureFiling(computer.app.window, folder, tour.ledger);
    await workOffline(tour);
    const held = await compare(tour);
    printMeasured(measured);
    return held;
  } catch (error) {
    await computer.app.page.screenshot({ path: join(directory, 'failed.png') }).catch(() => undefined);
    console.error(computer.app.output);
    throw error;
  }
}

async function signIn({ computer, report }: Tour): Promise<void> {
  const { page } = computer.app;
  await page.getByRole('button', { name: 'Sign in' }).waitFor();
  await report.step(page, 'signed-out', 'The app is started for the first time and asks to sign in.');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('heading', { name: 'Continue in your browser' }).waitFor();
  const browser = await computer.signInPage();
  await report.step(page, 'waiting-for-browser', 'It has opened the system browser and waits.');
  await browser.page.getByLabel('User name').fill(eleanor.userName);
  await report.step(browser.page, 'browser', 'The browser shows the sign-in page of the firm’s service.');
  await browser.signIn(eleanor.userName, eleanor.password);
  await computer.nextAppLink();
  await computer.app.window.matter('Northgate Rail plc v Sable Hotels Group plc').waitFor();
  await report.step(page, 'matters', 'The browser led back to the app, which shows the firm’s matters.');
}

/** A new client, their matter, its folder, a document, and the client asked to sign it: by keyboard. */
async function startMatter({ computer, report }: Tour): Promise<void> {
  const { page, window } = computer.app;
  const { keyboard } = page;
  const description = 'Lease of the mill at Ashby';
  await askForMatter(page, { client: 'Marguerite Fontaine', number: '2026-0417', description }, () =>
    report.step(page, 'new-matter', 'A matter for a new client is filled in, by keyboard alone.'),
  );
  await page.getByRole('button', { name: 'Open it and link a folder' }).click();
  const folder = await computer.makeFolder('Mill at Ashby');
  await window.linkFolder(folder);
  await page.getByRole('button', { name: 'Show folder' }).waitFor();
  const name = 'Engagement letter.docx';
  await writeFile(join(folder, name), await wordDocument({ title: 'Engagement', paragraphs: 8, seed: 10 }));
  await window.documentIn('Filed', name, 1);
  await report.step(
    page,
    'new-matter-filed',
    'It is there, linked to a folder, and its first document is filed.',
  );
  await page.getByRole('grid', { name: 'Documents' }).focus();
  await keyboard.press('Home');
  await keyboard.press('Shift+F10');
  await page.getByRole('menuitem', { name: 'Ask the client…' }).press('Enter');
  const form = page.getByRole('dialog', { name: 'Ask the client' });
  await form.getByLabel('Title').fill('Sign the engagement letter');
  await form.getByLabel('External user ID').fill('marguerite.fontaine');
  await form.getByLabel('Address shown in the task').fill('https://sign.example/engagement');
  await report.step(page, 'ask-the-client', 'The client is asked to sign it, with what they will see.');
  await form.getByLabel('Title').press('Enter');
  await form.waitFor({ state: 'detached' });
  await window.openTab('Client tasks');
  await page.getByText(/^Last set here: Asked/).waitFor();
  await report.step(page, 'client-asked', 'The service made the task; it is listed with the matter.');
  await window.goTo('Matters');
}

async function linkFolder({ computer, report, folder }: Tour): Promise<void> {
  const { page, window } = computer.app;
  await window.searchMatters('hartley');
  await window.matter(hartley).waitFor();
  await report.step(page, 'search', 'A matter is searched for.');
  await window.openMatter(hartley);
  await window.document('Chronology.docx').or(page.getByRole('treeitem').nth(3)).first().waitFor();
  await report.step(page, 'matter', 'It is opened: folders and documents out of the service’s history.');
  await window.linkFolder(folder);
  await page.getByText('Folder linked').waitFor();
  await page.getByRole('button', { name: 'Show folder' }).waitFor();
  await report.step(page, 'folder-linked', `It is linked to a folder on this computer: ${folder}`);
}

async function saveInWord({ computer, firm, report, ledger, folder }: Tour): Promise<void> {
  const { page, window } = computer.app;
  const name = 'Reply to the defence.docx';
  const path = join(folder, name);
  const content = { title: 'Reply to the defence', paragraphs: 60 };

  await page.getByRole('button', { name: 'Pause filing', exact: true }).click();
  const word = await openInWord(path);
  await word.save(await wordDocument({ ...content, seed: 1 }));
  await ledger.note(path);
  await window.documentIn('Waiting', name);
  await report.step(page, 'waiting', 'A document is saved in Word while filing is paused: it waits.');

  // Slow enough that each state can be seen and pictured.
  firm.service.faults.add({ route: 'storage.put', kind: 'latency', ms: 2_000 });
  firm.service.setApplyDelay(2_500);
  await page.getByRole('button', { name: 'Resume filing', exact: true }).click();
  await window.documentIn('Sending', name);
  await report.step(page, 'sending', 'Filing is resumed, on a slow line: it is being sent.');
  await window.documentIn('Sent', name);
  await report.step(page, 'sent', 'The service has accepted it.');
  await window.documentIn('Filed', name, 1);
  await report.step(page, 'filed', 'The service’s history shows it: it is filed.');
  firm.service.setApplyDelay(150);

  await word.save(await wordDocument({ ...content, seed: 2 }));
  await ledger.note(path);
  await window.documentIn('Filed', name, 2);
  await word.close();
  await report.step(
    page,
    'second-version',
    'Saved once more in Word: a second version of the same document.',
  );
}

async function saveInOtherPrograms({ computer, report, ledger, folder }: Tour): Promise<void> {
  const { page, window } = computer.app;
  const opinion = join(folder, 'Opinion of counsel.pdf');
  await writeFile(opinion, await pdfDocument({ title: 'Opinion', paragraphs: 24, seed: 3 }));
  await ledger.note(opinion);
  const costs = join(folder, 'Costs schedule.xlsx');
  await saveLikeExcel(costs, await workbook({ title: 'Costs schedule', paragraphs: 80, seed: 4 }));
  await ledger.note(costs);
  await window.documentIn('Filed', 'Opinion of counsel.pdf', 1);
  await window.documentIn('Filed', 'Costs schedule.xlsx', 1);
  await saveLikeExcel(costs, await workbook({ title: 'Costs schedule', paragraphs: 90, seed: 5 }));
  await ledger.note(costs);
  await window.documentIn('Filed', 'Costs schedule.xlsx', 2);
  await report.step(
    page,
    'pdf-and-excel',
    'A PDF written at once and a workbook saved twice in Excel are filed.',
  );
}

async function drop({ computer, report, ledger, folder }: Tour): Promise<void> {
  const { page, window } = computer.app;
  const name = 'Letter from the insurer.pdf';
  const elsewhere = join(await computer.makeFolder('Downloads'), name);
  await writeFile(elsewhere, await pdfDocument({ title: 'Letter', paragraphs: 6, seed: 6 }));
  await window.dropFiles(page.getByRole('grid', { name: 'Documents' }), [elsewhere], () =>
    report.step(page, 'dragging', 'A file from elsewhere is dragged over the window.'),
  );
  await window.documentIn('Filed', name, 1);
  await ledger.note(join(folder, name));
  await report.step(page, 'dropped', 'It is let go, copied into the matter’s folder, and filed.');
}

async function openColleaguesDocument({ computer, firm, report }: Tour): Promise<void> {
  const { app } = computer;
  const name = 'Note of the conference.docx';
  const filed = Buffer.from(await wordDocument({ title: 'Note of the conference', paragraphs: 12, seed: 9 }));
  const matterId = matterHolding(firm, 'Costs schedule.xlsx');
  firm.service.colleague.createFile(matterId, name, filed);
  // No program for documents is on this computer: what the system is asked to open is looked at instead.
  await app.electron.evaluate(({ shell }) => {
    shell.openPath = async (path) => {
      Reflect.set(globalThis, 'openedPath', path);
      return '';
    };
  });
  await (await app.window.documentIn('Not on this computer', name, 1)).dblclick();
  await app.page.getByText('It is in the matter’s folder now').waitFor();
  const path = await app.electron.evaluate((): string => Reflect.get(globalThis, 'openedPath') ?? '');
  if (!filed.equals(await readFile(path)))
    throw new Error('What was opened is not what the colleague filed.');
  await report.step(
    app.page,
    'colleagues-document',
    'A document that a colleague filed is opened: it comes to its place in the matter’s folder.',
  );
}

async function lookAtTimeline({ computer, report }: Tour): Promise<void> {
  const { page, window } = computer.app;
  await window.openTab('Timeline');
  await window.timeline.getByText('Letter from the insurer.pdf').first().waitFor();
  await report.step(page, 'timeline', 'The timeline shows what everybody did to the matter’s documents.');
  await window.openTab('Documents');
}

async function workOffline({ computer, firm, report, ledger, folder }: Tour): Promise<void> {
  const { page, window } = computer.app;
  await firm.stop();
  await window.status.getByText('Offline').waitFor();
  await report.step(
    page,
    'offline',
    'The service is stopped: the app says so, documents stay to be looked at.',
  );
  await window.goTo('Matters');
  await window.searchMatters('');
  await window.matter('Northgate Rail plc v Sable Hotels Group plc').waitFor();
  await report.step(page, 'offline-matters', 'Without the service: the matters.');
  await window.openMatter(hartley);
  await window.openTab('Timeline');
  await window.timeline.getByText('Letter from the insurer.pdf').first().waitFor();
  await report.step(page, 'offline-timeline', 'Without the service: the timeline.');
  await window.openTab('Documents');

  const name = 'Attendance note.docx';
  const path = join(folder, name);
  const word = await openInWord(path);
  for (const seed of [7, 8]) {
    await word.save(await wordDocument({ title: 'Attendance note', paragraphs: 10, seed }));
    await ledger.note(path);
    await window.status.getByText(`${seed - 6} waiting`).waitFor();
  }
  await word.close();
  await window.documentIn('Waiting', name);
  await report.step(
    page,
    'offline-waiting',
    'A document saved twice meanwhile: both saves are kept and wait.',
  );
  await firm.startAgain();
  await window.online();
  await window.documentIn('Filed', name, 2);
  await report.step(page, 'back-online', 'The service is back: both versions went out by themselves.');
}

async function compare({ firm, ledger }: Tour): Promise<boolean> {
  const matterId = matterHolding(firm, 'Attendance note.docx');
  const comparisons = await ledger.compare(firm.service, matterId);
  console.log('\nWhat was saved, compared with what the service has:');
  for (const { holds, line } of comparisons) console.log(`${holds ? 'same     ' : 'DIFFERENT'}  ${line}`);
  const wrong = comparisons.filter(({ holds }) => !holds).length;
  console.log(
    wrong === 0
      ? `All ${comparisons.length} comparisons held.`
      : `${wrong} of ${comparisons.length} comparisons did not hold.`,
  );
  return wrong === 0;
}

/** The matter that a document of this name was filed into. */
function matterHolding({ service }: Firm, name: string): string {
  const filedInto = service
    .matterIds()
    .find((id) => service.filesOf(id).some((file) => file.fileName === name));
  if (filedInto === undefined) throw new Error('The service has nothing of what was saved.');
  return filedInto;
}

function printMeasured({ newDocuments, secondVersions }: Measured): void {
  console.log('\nFrom a save of 50 KB until the window shows it filed, median:');
  console.log(`  new documents    ${inWords(newDocuments)}`);
  console.log(`  second versions  ${inWords(secondVersions)}`);
}
