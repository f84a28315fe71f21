import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { hartley } from '../app/firm.ts';
import { Ledger } from '../app/ledger.ts';
import { wordDocument } from '../documents/documents.ts';
import { Office } from './support/office.ts';

describe('the engine process is killed', () => {
  let office: Office;
  let folder: string;
  const ledger = new Ledger();

  beforeAll(async () => {
    ({ office, folder } = await Office.linked(hartley));
  });
  afterAll(() => office[Symbol.asyncDispose]());

  const save = async (name: string, seed: number): Promise<void> => {
    const path = join(folder, name);
    await writeFile(path, await wordDocument({ title: name, paragraphs: 30, seed }));
    await ledger.note(path);
  };
  /** Kills it, and waits until the window has said so and that it is back. */
  const killed = async (): Promise<void> => {
    const said = office.window.status.getByText('Restarting. Nothing saved is lost.').waitFor();
    const before = await office.computer.app.killEngine();
    await said;
    await office.window.status.getByText('Online').waitFor();
    expect(await office.computer.app.engineProcessId()).not.toBe(before);
  };

  test('before a save is captured: it is captured and filed, once', async () => {
    await save('Captured late.docx', 1);
    await killed();
    await office.window.documentIn('Filed', 'Captured late.docx', 1);
    expect(await office.different(ledger, 'Captured late.docx')).toEqual([]);
  });

  test('during an upload: it is started again by itself and the save is filed, once', async () => {
    office.firm.service.faults.add({ route: 'storage.put', kind: 'latency', ms: 1_500 });
    await save('Interrupted.docx', 2);
    await office.window.documentIn('Sending', 'Interrupted.docx');
    await killed();
    await office.window.documentIn('Filed', 'Interrupted.docx', 1);
    expect(await office.different(ledger, 'Interrupted.docx')).toEqual([]);
  });

  test('after the service took a save: it is filed, once', async () => {
    office.firm.service.setApplyDelay(2_000);
    await save('Accepted.docx', 3);
    await office.window.documentIn('Sent', 'Accepted.docx');
    await killed();
    await office.window.documentIn('Filed', 'Accepted.docx', 1);
    office.firm.service.setApplyDelay(150);
    expect(await office.different(ledger, 'Accepted.docx')).toEqual([]);
  });

  test('three times in a row: the person is told, with what to do, and filing goes on', async () => {
    await killed();
    const told = office.page.getByRole('alert').filter({ hasText: 'Filing keeps being interrupted.' });
    await told.getByText('save the report for IT support').waitFor();
    await save('After all.docx', 4);
    await office.window.documentIn('Filed', 'After all.docx', 1);
    expect(await office.different(ledger, 'After all.docx')).toEqual([]);
  });
});
