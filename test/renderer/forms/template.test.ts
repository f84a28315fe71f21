import { expect, test } from 'vitest';
import { filled, followed } from '../../../renderer/forms/template.ts';

test('an address is made of its template, and what is put in becomes no other part of it', () => {
  const template = 'https://sign.example/{matterNumber}/{fileName}?of={fileId}';
  const values = { matterNumber: '2026/17', fileName: 'a?b#c.docx', fileId: 'f 1' };
  expect(filled(template, values, encodeURIComponent)).toBe(
    'https://sign.example/2026%2F17/a%3Fb%23c.docx?of=f%201',
  );
});

test('where something in it is not known, nothing half made is offered', () => {
  expect(filled('https://sign.example/{fileId}', { fileId: null }, encodeURIComponent)).toBeNull();
  expect(filled('https://sign.example/{nothing}', {}, encodeURIComponent)).toBeNull();
  expect(filled(null, {}, encodeURIComponent)).toBeNull();
  expect(filled(' ', {}, encodeURIComponent)).toBeNull();
});

test('what the firm configured follows whom it is about, letter by letter, and not what the person typed instead', () => {
  let value = '';
  let last: string | null = '';
  const offer = (offered: string | null) => {
    value = followed(value, last, offered);
    last = offered ?? '';
    return value;
  };
  expect(['a', 'an', 'ann@client.example'].map(offer)).toEqual(['a', 'an', 'ann@client.example']);
  expect(offer('ben@client.example')).toBe('ben@client.example');
  // Nobody is chosen any more: the first one's is not sent for the next.
  expect(offer(null)).toBe('');
  value = 'typed';
  expect(offer('cleo@client.example')).toBe('typed');
});
