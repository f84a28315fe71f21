import { createHmac, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';

/** How the service signs its notifications: nothing in its interface says so, and whoever runs the hub can say it otherwise. */
export const signatureSchema = z.strictObject({
  header: z.string().toLowerCase().default('signature'),
  algorithm: z.enum(['sha256', 'sha384', 'sha512', 'sha1']).default('sha256'),
  encoding: z.enum(['hex', 'base64']).default('hex'),
  /** What stands before the signature in its header. */
  prefix: z.string().default(''),
  /** What is signed: names of headers in braces, and `{body}`. */
  over: z.string().default('{timestamp}|{requestid}|{clientid}'),
  /** When it was sent, and which one it is: an old one is refused, one that comes again does nothing. */
  timestamp: z.string().toLowerCase().default('timestamp'),
  id: z.string().toLowerCase().default('requestid'),
});
export type SignatureRules = z.infer<typeof signatureSchema>;

export type Headers = (name: string) => string | undefined;

/** True when whoever has the key sent it. */
export function isSigned(rules: SignatureRules, key: string, headers: Headers, body: string): boolean {
  const given = headers(rules.header);
  if (given === undefined || !given.startsWith(rules.prefix)) return false;
  let isWhole = true;
  const signed = rules.over.replace(/\{([\w-]+)\}/g, (_braces, name: string) => {
    if (name === 'body') return body;
    const value = headers(name.toLowerCase());
    isWhole &&= value !== undefined && value !== '';
    return value ?? '';
  });
  if (!isWhole) return false;
  const expected = createHmac(rules.algorithm, key).update(signed).digest();
  const text = given.slice(rules.prefix.length).trim();
  const sent = Buffer.from(text, rules.encoding);
  // Neither encoding is strict in being read: written again it must be the same.
  const isClean = sent.toString(rules.encoding) === (rules.encoding === 'hex' ? text.toLowerCase() : text);
  return isClean && sent.length === expected.length && timingSafeEqual(sent, expected);
}
