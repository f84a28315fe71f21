import { expect, test, vi } from 'vitest';
import { madeDocument, openLog } from '../../support/made-record.ts';

// The page by itself, with as much of a browser as it needs: test/e2e/verifier.test.ts has a whole one.

class Element {
  readonly children: (Element | string)[] = [];
  readonly listeners = new Map<string, (event: unknown) => void>();
  readonly classList = { add() {}, remove() {} };
  textContent = '';
  className = '';
  append(...children: (Element | string)[]) {
    this.children.push(...children);
  }
  replaceChildren() {
    this.children.length = 0;
  }
  addEventListener(name: string, listener: (event: unknown) => void) {
    this.listeners.set(name, listener);
  }
  get innerText(): string {
    const below = this.children.map((child) => (typeof child === 'string' ? child : child.innerText));
    return `${this.textContent}${below.join('')}\n`;
  }
}

async function openPage() {
  const elements = new Map(['found', 'files', 'zone'].map((id) => [id, new Element()]));
  const page = new Element();
  vi.stubGlobal('document', {
    getElementById: (id: string) => elements.get(id),
    createElement: () => new Element(),
    addEventListener: page.addEventListener.bind(page),
  });
  await import('../../../renderer/verifier/verifier.ts');
  return {
    drop: (...files: unknown[]) =>
      page.listeners.get('drop')?.({ preventDefault() {}, dataTransfer: { files } }),
    text: () => elements.get('found')?.innerText.replaceAll(/\s+/g, ' '),
  };
}

test('each file is judged by its content, whatever its name and time, and one that cannot be read stops nothing', async () => {
  await using log = openLog();
  log.write(madeDocument, 5);
  const { text, page: pdf } = await log.record();
  const file = (content: string | Uint8Array<ArrayBuffer>, name: string) =>
    new File([content], name, { lastModified: 1_000 });
  const page = await openPage();
  page.drop(file(text, 'Record.json'), file(Uint8Array.from(pdf), 'Record.pdf'));
  await expect
    .poll(page.text)
    .toContain('Holds: “Record.pdf” is the page for reading that belongs to the record, unchanged');
  // The page for reading is not held against the entries: who checks it sees both.
  expect(page.text()).toMatch(
    /What its entries say \(6\).*Entry 1, \S+ \S+ UTC: captured, “Letter f1.docx”, 50000 bytes, SHA-256 0{63}1/,
  );
  const altered = Uint8Array.from(pdf);
  altered[pdf.length >> 1] = (altered[pdf.length >> 1] ?? 0) ^ 1;
  page.drop(file(altered, 'Record.pdf'));
  await expect.poll(page.text).toContain('Does not hold: “Record.pdf” is not in the record');
  const away = () => Promise.reject(new Error('a folder'));
  page.drop({ name: 'Matter', size: 4_096, slice: () => ({ arrayBuffer: away }), arrayBuffer: away });
  await expect.poll(page.text).toContain('Matter Does not hold: This could not be read');
  page.drop(file('altered', 'Other.docx'));
  await expect.poll(page.text).toContain('Does not hold: “Other.docx” is not in the record');
});
