import { createPublicKey, verify } from 'node:crypto';
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import type { Cipher } from '../../../main/secrets/cipher.ts';
import { DeviceKey } from '../../../main/secrets/device-key.ts';
import { SignedCheckpoints } from '../../../main/secrets/signed-checkpoints.ts';
import { base64Of, joined } from '../../../shared/evidence/bytes.ts';
import { checkpointText, parseCheckpoint } from '../../../shared/evidence/checkpoint.ts';
import { noteOf } from '../../../shared/evidence/goes-on.ts';
import {
  consistencyProof,
  hashOfLeaf,
  hashOfNode,
  type ReadNode,
  rootOf,
} from '../../../shared/evidence/merkle.ts';

const cipher: Cipher = {
  encrypt: async (text) => Buffer.from(`locked ${Buffer.from(text).toString('hex')}`),
  decrypt: async (bytes) => {
    const text = bytes.toString();
    if (!text.startsWith('locked ')) throw new Error('not ours');
    return Buffer.from(text.slice(7), 'hex').toString();
  },
};
const text = `matterline/device/log\n7\n${Buffer.alloc(32).toString('base64')}\n`;

function place() {
  const directory = mkdtempSync(join(tmpdir(), 'matterline-key-'));
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }));
  return join(directory, 'device-key');
}
const signed = async (file: string, by: Cipher | null) => {
  const found = await new DeviceKey(file, by, () => {}).sign(text, '');
  if (!found || 'known' in found) throw new Error('not signed');
  const x = Buffer.from(found.publicKey, 'base64').toString('base64url');
  const key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' });
  expect(verify(null, Buffer.from(text), key, Buffer.from(found.signature, 'base64'))).toBe(true);
  return found;
};

test('the key lasts where the system keeps secrets, and is nowhere readable', async () => {
  const file = place();
  const first = await signed(file, cipher);
  expect(first.lasting).toBe(true);
  expect(await signed(file, cipher)).toEqual(first);
  expect(readFileSync(file, 'latin1')).not.toContain('MC4CAQAwBQYDK2Vw');
});

test('where the system keeps no secrets the key is gone with the program, and that is said', async () => {
  const file = place();
  const first = await signed(file, null);
  const second = await signed(file, null);
  expect([first.lasting, second.lasting]).toEqual([false, false]);
  expect(second.publicKey).not.toBe(first.publicKey);
});

test('a key that cannot be read now is not replaced', async () => {
  const file = place();
  await signed(file, cipher);
  const kept = readFileSync(file);
  writeFileSync(file, 'something else');
  expect((await signed(file, cipher)).lasting).toBe(false);
  expect(readFileSync(file, 'utf8')).toBe('something else');
  writeFileSync(file, kept);
  expect((await signed(file, cipher)).lasting).toBe(true);
  expect((await signed(join(file, 'below a file'), cipher)).lasting).toBe(false);
  chmodSync(file, 0o600);
});

test('nothing but a checkpoint is ever signed', async () => {
  const key = new DeviceKey(place(), cipher, () => {});
  for (const other of ['', 'a letter', `${text}more\n`, text.replace('matterline/', 'other/'), text.trim()])
    expect(await key.sign(other, '')).toBeNull();
});

/** A log of so many leaves; `from` on they are other ones. */
const logOf = (size: number, from = size): ReadNode => {
  const read: ReadNode = (level, index) =>
    level === 0
      ? hashOfLeaf(Buffer.from(`${index < from ? 'entry' : 'other'} ${index} of ${index < size}`))
      : hashOfNode(read(level - 1, 2 * index), read(level - 1, 2 * index + 1));
  return read;
};
const viewOf = (size: number, from?: number) => {
  const read = logOf(100, from);
  const view = checkpointText({ origin: 'matterline/device/log', size, root: rootOf(size, read) });
  const proofFrom = (before: number) => base64Of(joined(...consistencyProof(before, size, read)));
  return { text: view, proofFrom };
};

test('no two views of one log are ever signed, whoever asks, also after the program was started again', async () => {
  const file = place();
  const open = () => new DeviceKey(file, cipher, () => {}, new SignedCheckpoints(`${file}-signed`, () => {}));
  const key = open();
  const first = viewOf(7);
  expect(await key.sign(first.text, '')).toHaveProperty('signature');
  // The same once more, and more of the same with its proof.
  expect(await key.sign(first.text, '')).toHaveProperty('signature');
  const more = viewOf(20);
  expect(await key.sign(more.text, '')).toHaveProperty('known');
  expect(await key.sign(more.text, more.proofFrom(7))).toHaveProperty('signature');
  for (const asks of [key, open()])
    for (const [other, proof] of [
      [first, ''],
      [viewOf(20, 3), ''],
      [viewOf(30, 3), viewOf(30, 3).proofFrom(20)],
      [viewOf(30), viewOf(30).proofFrom(7)],
    ] as const) {
      const refused = await asks.sign(other.text, proof);
      if (!refused || !('known' in refused)) throw new Error('signed');
      expect(parseCheckpoint(refused.known)?.text).toBe(more.text);
    }
  const last = viewOf(30);
  expect(await open().sign(last.text, last.proofFrom(20))).toHaveProperty('signature');
});

test('nothing is signed that is not kept, and what is no memory of ours is told of', async () => {
  const file = place();
  const told: string[] = [];
  const keptIn = (kept: string) =>
    new DeviceKey(
      file,
      cipher,
      (words) => told.push(words),
      new SignedCheckpoints(kept, (words) => told.push(words)),
    );
  writeFileSync(file, '');
  expect(await keptIn(join(file, 'below a file')).sign(text, '')).toBeNull();
  expect(told).toContain('The custody log was not signed: what was signed could not be kept.');
  rmSync(file);
  writeFileSync(`${file}-signed`, 'something else');
  expect(await keptIn(`${file}-signed`).sign(text, '')).toHaveProperty('signature');
  expect(told.at(-1)).toBe('What was signed of the custody logs cannot be read; it is known from now on.');
});

test('where what was signed was put back from a backup, a log that begins with what this key signed later is signed, and none that begins with anything else', async () => {
  const file = place();
  const kept = `${file}-signed`;
  const open = () => new DeviceKey(file, cipher, () => {}, new SignedCheckpoints(kept, () => {}));
  const noteBy = async (key: DeviceKey, view: ReturnType<typeof viewOf>, proof: string) => {
    const found = await key.sign(view.text, proof, { place: '/logs', after: null });
    if (!found || 'known' in found) throw new Error('not signed');
    const [publicKey, signature] = [found.publicKey, found.signature].map((encoded) =>
      Buffer.from(encoded, 'base64'),
    );
    return noteOf(view.text, publicKey ?? Buffer.alloc(0), signature ?? Buffer.alloc(0)) ?? '';
  };
  const key = open();
  const early = await noteBy(key, viewOf(7), '');
  const backup = readFileSync(kept);
  const later = await noteBy(key, viewOf(20), viewOf(20).proofFrom(7));
  const byAnother = await noteBy(new DeviceKey(place(), cipher, () => {}), viewOf(20), '');
  const next = (after: string) => open().sign(text.replace('/log', '/next'), '', { place: '/logs', after });
  expect(await next(early)).toEqual({ known: later });
  writeFileSync(kept, backup);
  for (const other of [
    byAnother,
    later.replace('\n20\n', '\n21\n'),
    later.replaceAll('/device/', '/other/'),
    '',
  ])
    expect(await next(other)).toEqual({ known: early });
  expect(await next(later)).toHaveProperty('signature');
});
