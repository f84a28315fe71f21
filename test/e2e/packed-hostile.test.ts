import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { hartley } from '../app/firm.ts';
import { hostileMessage } from '../main/conversation/hostile-calls.ts';
import { hostileLink } from '../main/sign-in/hostile-links.ts';
import { Office } from './support/office.ts';
import { packedLaunch, packingWithin } from './support/packed.ts';
import { eventually } from './support/patience.ts';

/** Hostile input of every kind, given to the packed program while somebody works with it. */
describe('the packed program at work', () => {
  let office: Office;
  let folder: string;

  beforeAll(async () => {
    ({ office, folder } = await Office.linked(hartley, await packedLaunch('test')));
    await writeFile(join(folder, 'Before.txt'), 'Before.');
    await office.window.documentIn('Filed', 'Before.txt', 1);
  }, packingWithin);
  afterAll(() => office[Symbol.asyncDispose]());

  /** All the service has of the matter, and all links: neither may change. */
  const state = async () => {
    await office.window.goTo('Matters');
    await office.page.getByRole('tab', { name: 'Linked' }).click();
    await office.window.matter(hartley).waitFor();
    const linked = await office.page.getByRole('grid', { name: 'Matters' }).getByRole('row').count();
    const matterId = office.matterOf('Before.txt');
    return { linked, files: office.firm.service.filesOf(matterId) };
  };

  test('stands a thousand hostile messages of its page', async () => {
    const before = await state();
    const texts = fc.sample(hostileMessage, 1_500).filter((message) => typeof message === 'string');
    const said = [...texts.slice(0, 1_000), '{"i":"the-last","p":{"u":"/app/info"}}'];
    const answer = await office.page.evaluate<string>(`new Promise((resolve) => {
      addEventListener('message', ({ ports: [port] }) => {
        port.onmessage = ({ data }) => String(data).includes('the-last') && resolve(String(data));
        for (const message of ${JSON.stringify(said)}) port.postMessage(message);
      }, { once: true });
      window.matterline.connect();
    })`);
    expect(said).toHaveLength(1_001);
    expect(answer).toContain('"version"');
    expect(await state()).toEqual(before);
  });

  test('has the system open nothing but its sign-in page, whatever its page asks', () => {
    const { authUrl } = office.firm.service;
    expect(office.computer.opened.filter((address) => !address.startsWith(`${authUrl}/`))).toEqual([]);
  });

  test('stands hostile links, each by a start of its own, as the system hands them over', async () => {
    const before = await state();
    const links = fc
      .sample(hostileLink, 200)
      .filter((link) => link.startsWith('com.') && !link.includes('\0'));
    for (const link of links.slice(0, 15)) await office.computer.startSecondApp(link);
    expect(await state()).toEqual(before);
  });

  test('stands a thousand hostile links, said to it as those starts say them', async () => {
    const before = await state();
    const links = fc
      .sample(hostileLink, 4_000)
      .filter((link) => link.startsWith('com.') && !link.includes('\0') && link.length < 16_000)
      .slice(0, 1_000);
    expect(links).toHaveLength(1_000);
    const refusals = (): number => office.computer.app.output.split(' was refused: ').length;
    const refusedBefore = refusals();
    expect(await office.computer.startForEach(links)).toBe(1_000);
    // Those that are not even of its scheme are passed over in silence.
    await expect.poll(() => refusals() - refusedBefore, eventually).toBeGreaterThan(500);
    expect(await state()).toEqual(before);
  });

  test('shows a document’s hostile name as text, wherever it comes from', async () => {
    const name = '<img src=x onerror="window.pwned=1">\u202efdp.docx';
    office.firm.service.colleague.createFile(office.matterOf('Before.txt'), name, 'by Tobias');
    await office.window.openMatter(hartley);
    const shown = office.page.getByRole('row').filter({ hasText: '<img src=x onerror=' });
    await shown.first().waitFor();
    expect(await shown.first().innerText()).not.toContain('\u202e');
    expect(await office.page.evaluate("document.querySelectorAll('img[src=x]').length")).toBe(0);
    expect(await office.page.evaluate("'pwned' in window")).toBe(false);
  });

  test('goes on filing after all that', async () => {
    await writeFile(join(folder, 'After.txt'), 'After.');
    await expect(office.window.documentIn('Filed', 'After.txt', 1)).resolves.toBeDefined();
  });
});
