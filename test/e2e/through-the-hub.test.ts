import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { hartley } from '../app/firm.ts';
import { Ledger } from '../app/ledger.ts';
import { wordDocument } from '../documents/documents.ts';
import { runHub } from '../support/hub.ts';
import { saveTwiceInWord } from './support/main-job.ts';
import { Office } from './support/office.ts';

describe('behind the firm’s hub, on a computer that has no key of its own', () => {
  let office: Office;
  let folder: string;
  let hub: Awaited<ReturnType<typeof runHub>>;
  const ledger = new Ledger();

  const save = async (name: string, seed: number): Promise<void> => {
    const path = join(folder, name);
    await writeFile(path, await wordDocument({ title: name, paragraphs: 8, seed }));
    await ledger.note(path);
  };

  beforeAll(async () => {
    office = await Office.open();
    hub = await runHub(office.firm.service);
    await office.computer.startApp({ ...office.firm.connection(), apiKey: '', hub: hub.address });
    await office.signIn();
    folder = await office.openLinked(hartley);
  });
  afterAll(async () => {
    await office[Symbol.asyncDispose]();
    await hub.stop();
  });

  test('the window says that requests go through it', async () => {
    await expect(
      office.window.status.getByText('Online, through the firm’s hub').waitFor(),
    ).resolves.toBeUndefined();
  });

  test('a document saved twice in Word has two versions, both with the bytes saved', async () => {
    expect(await saveTwiceInWord(office, folder, 'Reply to the defence.docx')).toEqual([]);
  });

  test('a colleague’s version is shown soon after it was filed', async () => {
    const matter = office.matterOf('Reply to the defence.docx');
    office.firm.service.colleague.createFile(matter, 'Colleague’s note.docx', 'from a colleague');
    await expect(
      office.window.documentIn('Not on this computer', 'Colleague’s note.docx', 1),
    ).resolves.toBeDefined();
  });

  test('with the hub stopped half-way saves are kept and say so, and each is filed once when it is back', async () => {
    await save('Attendance note.docx', 1);
    // What is written over before it was looked at is no save of its own.
    await office.window.document('Attendance note.docx').waitFor();
    const { port, hostname: host } = new URL(hub.address);
    await hub.stop();
    await save('Attendance note.docx', 2);
    await save('Costs of the hearing.docx', 3);
    await office.window.status.getByText('Your firm’s hub is not answering').waitFor();
    await office.window.documentIn('Waiting', 'Costs of the hearing.docx');
    hub = await runHub(office.firm.service, { listen: { host, port: Number(port) } });
    await office.window.status.getByText('Online, through the firm’s hub').waitFor();
    await office.window.documentIn('Filed', 'Costs of the hearing.docx', 1);
    await office.window.documentIn('Filed', 'Attendance note.docx');
    expect(await office.different(ledger, 'Costs of the hearing.docx')).toEqual([]);
  });
});
