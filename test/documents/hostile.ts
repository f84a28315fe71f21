import { zipSync } from 'fflate';
import { PDFDocument, PDFName, PDFString, StandardFonts } from 'pdf-lib';

const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);

const contentTypes = bytesOf(
  '<?xml version="1.0"?><Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>',
);
const relationships = bytesOf(
  '<?xml version="1.0"?><Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" Target="word/document.xml"/></Relationships>',
);

/** A Word document with this XML as its text, and more files beside it. */
export function wordOf(xml: string, more: Record<string, Uint8Array> = {}): Uint8Array {
  return zipSync({
    '[Content_Types].xml': contentTypes,
    '_rels/.rels': relationships,
    'word/document.xml': bytesOf(xml),
    ...more,
  });
}

/** A Word document of one part that says that it unpacks to so many bytes, and unpacks to five million. */
export function bomb(says: number): Uint8Array {
  const blanks = new Uint8Array(5_000_000).fill(0x20);
  // Without runs of one byte once it is packed.
  for (let at = 0; at < blanks.length; at += 250) blanks.set([at % 251, at % 241], at);
  const packed = zipSync({ 'word/document.xml': blanks });
  const view = new DataView(packed.buffer, packed.byteOffset, packed.byteLength);
  for (let at = 0; at + 46 < packed.length; at++) {
    if (view.getUint32(at, true) === 0x02014b50) view.setUint32(at + 24, says, true);
  }
  return packed;
}

/** Entities of entities: ten to the power of nine of the innermost. */
export function entities(): Uint8Array {
  const deeper = Array.from({ length: 9 }, (_, at) => `<!ENTITY e${at + 1} "${`&e${at};`.repeat(10)}">`).join(
    '',
  );
  return wordOf(
    `<?xml version="1.0"?><!DOCTYPE d [<!ENTITY e0 "lol">${deeper}]><w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:body><w:p><w:r><w:t>&e9;</w:t></w:r></w:p></w:body></w:document>`,
  );
}

/** A drawing that loads a picture, a style and a drawing from elsewhere, and would run a script. */
export const drawingFrom = (address: string): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="200" height="100" onload="fetch('${address}onload')">` +
  `<style>@import url('${address}style.css'); rect { fill: url('${address}fill.svg#a') }</style>` +
  `<script>fetch('${address}script')</script><image href="${address}picture.gif" width="50" height="50"/>` +
  `<use xlink:href="${address}other.svg#a"/><foreignObject width="99" height="99"><img xmlns="http://www.w3.org/1999/xhtml" src="${address}inner.gif"/></foreignObject>` +
  `<text x="10" y="80">A drawing</text></svg>`;

/** A drawing that draws ten to the power of nine circles. */
export function endlessDrawing(): string {
  const deeper = Array.from(
    { length: 9 },
    (_, at) => `<g id="g${at + 1}">${`<use href="#g${at}"/>`.repeat(10)}</g>`,
  ).join('');
  return `<svg xmlns="http://www.w3.org/2000/svg" width="100" height="100"><defs><g id="g0"><circle r="9"/></g>${deeper}</defs><use href="#g9"/></svg>`;
}

/** A PDF that runs a script when it is opened, follows a link, and has one in a font, where readers once ran it. */
export async function pdfWithScript(address: string): Promise<Uint8Array> {
  const document = await PDFDocument.create();
  const font = await document.embedFont(StandardFonts.Helvetica);
  const page = document.addPage([300, 200]);
  page.drawText('A harmless page', { x: 20, y: 150, size: 14, font });
  document.addJavaScript(
    'main',
    `app.launchURL('${address}script', true); this.submitForm('${address}form');`,
  );
  const { context } = document;
  document.catalog.set(
    PDFName.of('OpenAction'),
    context.obj({ Type: 'Action', S: 'URI', URI: PDFString.of(`${address}opened`) }),
  );
  const hostile = context.obj({
    Type: 'Font',
    Subtype: 'Type1',
    BaseFont: 'Hostile',
    FontMatrix: [1, 2, 3, 4, 5, PDFString.of(`0\\); fetch('${address}font')//`)],
  });
  page.node.newFontDictionary('F9', context.register(hostile));
  return document.save();
}
