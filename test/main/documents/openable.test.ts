import { expect, test } from 'vitest';
import { type FileFacts, headLength, isKnownKind, whyNotOpened } from '../../../main/documents/openable.ts';

const document: FileFacts = {
  name: 'Brief.docx',
  isFile: true,
  mode: 0o100644,
  head: Buffer.from('PK\x03\x04', 'latin1'),
};
const pdf = Buffer.from('%PDF');
const elf = Buffer.from('\x7fELF', 'latin1');
const platforms = ['win32', 'darwin', 'linux'] as const;

test.each(['Brief.docx', 'Order.pdf', 'Notes'])(
  '%s from the service is none when it begins like a program, whatever its permissions',
  (name) => {
    const heads = [elf, Buffer.from('MZ\x90\0', 'latin1'), Buffer.from('#!/b')];
    for (const platform of platforms) {
      for (const head of heads) {
        const fetched = { ...document, name, head, mode: 0o100400 };
        expect(whyNotOpened(fetched, platform, 'fetched')).toBe('program');
      }
      expect(whyNotOpened({ ...document, name, head: pdf, mode: 0o100400 }, platform, 'fetched')).toBe(null);
    }
  },
);

test.each(
  'html HTM xhtml shtml svg svgz mht mhtml xml xsl webarchive one onepkg'
    .split(' ')
    .map((each) => `Order.${each}`),
)(
  '%s from the service is not handed to a program that runs what is in it, and one of the person’s own is',
  (name) => {
    for (const platform of platforms) {
      expect(whyNotOpened({ ...document, name, mode: 0o100400 }, platform, 'fetched')).toBe('active');
      expect(whyNotOpened({ ...document, name, head: pdf }, platform)).toBe(null);
    }
  },
);

test('a page from the service without an ending is taken for what it is', () => {
  const page = { ...document, name: 'Notes', mode: 0o100400 };
  for (const head of ['<htm', '<!DO', ' \n<s', '\ufeff<'].map((each) => Buffer.from(each))) {
    expect(whyNotOpened({ ...page, head }, 'linux', 'fetched')).toBe('active');
    expect(whyNotOpened({ ...page, head, name: 'Notes.txt' }, 'linux', 'fetched')).toBe(null);
  }
});

test.each(['<!DOCTYPE html>', '<html>', '<script>', '<?xml version="1.0"?>', '<svg>'])(
  '%s from the service is a page whatever stands before it, and in UTF-16',
  (page) => {
    const blanks = ' \r\n\t'.repeat(100);
    for (const text of [page, blanks + page, `\ufeff\n\n${page}`, `Contract. ${page.toUpperCase()}`]) {
      const bigEndian = Buffer.from(text, 'utf16le').swap16();
      for (const bytes of [Buffer.from(text), Buffer.from(text, 'utf16le'), bigEndian]) {
        const fetched = { ...document, mode: 0o100400, head: bytes.subarray(0, headLength) };
        for (const platform of platforms) {
          for (const name of ['Contract', 'Contract.v2'])
            expect(whyNotOpened({ ...fetched, name }, platform, 'fetched')).toBe('active');
          expect(whyNotOpened({ ...fetched, name: 'Contract.txt' }, platform, 'fetched')).toBe(null);
        }
      }
    }
  },
);

test('a text from the service may have any first line', () => {
  const text = { ...document, name: 'Notes.txt', head: Buffer.from('#!ab'), mode: 0o100400 };
  for (const platform of platforms) expect(whyNotOpened(text, platform, 'fetched')).toBe(null);
});

test.each(['Brief.docx', 'Order.pdf', 'Notes', 'Täble.XLSX', 'mail.eml', 'a.b.c.txt'])(
  '%s is opened',
  (name) => {
    for (const platform of platforms) expect(whyNotOpened({ ...document, name }, platform)).toBe(null);
  },
);

test.each([
  'setup.exe',
  'SETUP.EXE',
  'invoice.pdf.exe',
  'invoice.exe.',
  'invoice.exe ',
  'invoice.pdf\u202Efdp.scr',
  'run.sh',
  'Start.desktop',
  'open.command',
  'link.lnk',
  'go.url',
  'macro.vbs',
  'a.ps1',
  'help.chm',
  'disk.iso',
  'page.hta',
  'x.jar',
  'y.py',
  // What Windows itself counts as dangerous, installs or follows elsewhere.
  ...'appinstaller msu ppkg diagcfg diagpkg diagcab theme themepack rdp iqy slk mdb accda xla xlam xll mshxml webpnp'
    .concat(
      ' printerexport grp asp crt cer psc1 psc2 appcontent-ms settingcontent-ms library-ms search-ms udl',
    )
    .concat(' mobileconfig prefpane xip kext action workflow php lua')
    .concat(' ppam wll vsto osdx asx')
    .concat(' searchconnector-ms wsb cab afploc ftploc mailloc')
    .split(' ')
    .map((ending) => `Order.${ending}`),
])('%s is a program on every system', (name) => {
  for (const platform of platforms) expect(whyNotOpened({ ...document, name }, platform)).toBe('program');
});

test('a file with the executable bit is a program on macOS and Linux', () => {
  const marked = { ...document, name: 'report', mode: 0o100755 };
  expect(whyNotOpened(marked, 'linux')).toBe('program');
  expect(whyNotOpened(marked, 'darwin')).toBe('program');
  expect(whyNotOpened(marked, 'win32')).toBe(null);
});

test('documents on shares that mark everything as executable are still opened', () => {
  expect(whyNotOpened({ ...document, name: 'Order.pdf', mode: 0o100777, head: pdf }, 'linux')).toBe(null);
});

test.each([elf, Buffer.from('#!/b'), Buffer.from('MZ\x90\x00', 'latin1')])(
  'a program that calls itself a document is not',
  (head) => {
    expect(whyNotOpened({ ...document, name: 'Order.pdf', mode: 0o100755, head }, 'linux')).toBe('program');
  },
);

test('folders and devices are not opened as documents', () => {
  expect(whyNotOpened({ ...document, isFile: false }, 'linux')).toBe('not-a-file');
});

test('kinds that people work with are opened without a question, and everything else may be anything', () => {
  const known = ['a.docx', 'a.PDF', 'a.xlsx', 'a.msg', 'a.jpg', 'a.m4a', 'a.zip', 'a.txt', 'a.html', 'a.dwg'];
  const unknown = ['Notes', 'a.xyz', 'a.docx.foo', 'a.wasm', 'a.', '.docx'];
  expect(known.filter((name) => !isKnownKind(name))).toEqual([]);
  expect(unknown.filter(isKnownKind)).toEqual([]);
});
