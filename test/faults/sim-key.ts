import { createPrivateKey, createPublicKey, sign } from 'node:crypto';
import { goesOn, noteOf } from '../../shared/evidence/goes-on.ts';

/** The same in every world: what is signed with it is the same for the same seed. */
const seed = '0123456789abcdef0123456789abcdef';
const privateKey = createPrivateKey({
  key: Buffer.concat([Buffer.from('302e020100300506032b657004220420', 'hex'), Buffer.from(seed)]),
  format: 'der',
  type: 'pkcs8',
});
const { x = '' } = createPublicKey(privateKey).export({ format: 'jwk' });
const publicKey = Buffer.from(x, 'base64url');

/** Main, as far as it signs checkpoints of the custody log: it remembers what it signed, whatever happens to the engine. */
export class SimKey {
  readonly #signed = new Map<string, string>();
  readonly #last = new Map<string, string>();

  sign(text: string, proof: string, tree: { readonly place: string; readonly after: string | null }) {
    const [origin = ''] = text.split('\n');
    const known = this.#signed.get(origin);
    if (known !== undefined && !goesOn(known, text, proof)) return { known };
    const there = this.#last.get(tree.place);
    if (there !== undefined && !there.startsWith(`${origin}\n`) && there !== tree.after)
      return { known: there };
    const signature = sign(null, Buffer.from(text), privateKey);
    const note = noteOf(text, publicKey, signature) ?? '';
    this.#signed.set(origin, note);
    this.#last.set(tree.place, note);
    return {
      publicKey: publicKey.toString('base64'),
      signature: signature.toString('base64'),
      lasting: true,
    };
  }
}
