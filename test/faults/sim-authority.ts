import { createHash } from 'node:crypto';
import { Integer, ObjectIdentifier, OctetString, Sequence, Utf8String } from 'asn1js';
import * as pki from 'pkijs';
import type { Exchange, ExchangeFailure, Incoming } from '../../main/engine/service/exchange.ts';
import { err, ok, type Result } from '../../shared/base/result.ts';
import type { TimeStamping } from '../../shared/model/index.ts';
import type { Life } from './life.ts';
import { type Chance, oneOf } from './noise.ts';

const oid = {
  signedData: '1.2.840.113549.1.7.2',
  stampInfo: '1.2.840.113549.1.9.16.1.4',
  sha256: '2.16.840.1.101.3.4.2.1',
  contentType: '1.2.840.113549.1.9.3',
  messageDigest: '1.2.840.113549.1.9.4',
  signingCertificateV2: '1.2.840.113549.1.9.16.2.47',
  extendedKeyUsage: '2.5.29.37',
  timeStamping: '1.3.6.1.5.5.7.3.8',
  commonName: '2.5.4.3',
};
const elliptic = { name: 'ECDSA', namedCurve: 'P-256' } as const;

interface Signer {
  readonly certificate: pki.Certificate;
  readonly key: Awaited<ReturnType<typeof crypto.subtle.importKey>>;
}

const sha256 = (bytes: Uint8Array): Buffer => createHash('sha256').update(bytes).digest();
const bytesOf = (from: { toBER(): ArrayBuffer }): Buffer => Buffer.from(from.toBER());
/** A view of its own memory, as the library takes it. */
const octets = (bytes: Uint8Array): OctetString =>
  new OctetString({ valueHex: Uint8Array.from(bytes).buffer });

async function newSigner(name: string): Promise<Signer> {
  const { publicKey, privateKey } = await crypto.subtle.generateKey(elliptic, true, ['sign', 'verify']);
  const certificate = new pki.Certificate({ version: 2, serialNumber: new Integer({ value: 7 }) });
  const named = new pki.AttributeTypeAndValue({
    type: oid.commonName,
    value: new Utf8String({ value: name }),
  });
  certificate.issuer.typesAndValues.push(named);
  certificate.subject.typesAndValues.push(named);
  certificate.notBefore.value = new Date('2000-01-01T00:00:00Z');
  certificate.notAfter.value = new Date('2049-01-01T00:00:00Z');
  const usage = new pki.ExtKeyUsage({ keyPurposes: [oid.timeStamping] });
  certificate.extensions = [
    new pki.Extension({
      extnID: oid.extendedKeyUsage,
      critical: true,
      extnValue: usage.toSchema().toBER(),
      parsedValue: usage,
    }),
  ];
  await certificate.subjectPublicKeyInfo.importKey(publicKey);
  await certificate.sign(privateKey, 'SHA-256');
  return { certificate, key: privateKey };
}

const [honest, impostor] = await Promise.all([newSigner('Simulated stamps'), newSigner('Simulated stamps')]);

/** An answer as RFC 3161 has it, signed. */
async function answerTo(
  { nonce, messageImprint }: pki.TimeStampReq,
  stamped: Uint8Array,
  now: number,
  serial: number,
  { certificate, key }: Signer,
): Promise<Buffer> {
  const info = new pki.TSTInfo({
    version: 1,
    policy: '1.2.3.4.1',
    messageImprint: new pki.MessageImprint({
      hashAlgorithm: messageImprint.hashAlgorithm,
      hashedMessage: octets(stamped),
    }),
    serialNumber: new Integer({ value: serial }),
    genTime: new Date(Math.floor(now / 1000) * 1000),
    ...(nonce ? { nonce } : {}),
  });
  const content = bytesOf(info.toSchema());
  const name = octets(sha256(bytesOf(certificate.toSchema())));
  const attribute = (type: string, value: unknown) => new pki.Attribute({ type, values: [value] });
  const signed = new pki.SignedData({
    version: 3,
    encapContentInfo: new pki.EncapsulatedContentInfo({
      eContentType: oid.stampInfo,
      eContent: octets(content),
    }),
    certificates: [certificate],
    signerInfos: [
      new pki.SignerInfo({
        version: 1,
        sid: new pki.IssuerAndSerialNumber({
          issuer: certificate.issuer,
          serialNumber: certificate.serialNumber,
        }),
        signedAttrs: new pki.SignedAndUnsignedAttributes({
          type: 0,
          attributes: [
            attribute(oid.contentType, new ObjectIdentifier({ value: oid.stampInfo })),
            attribute(oid.messageDigest, octets(sha256(content))),
            attribute(
              oid.signingCertificateV2,
              new Sequence({
                value: [new Sequence({ value: [new Sequence({ value: [name] })] })],
              }),
            ),
          ],
        }),
      }),
    ],
  });
  await signed.sign(key, 0, 'SHA-256');
  const answer = new pki.TimeStampResp({
    status: new pki.PKIStatusInfo({ status: pki.PKIStatus.granted }),
    timeStampToken: new pki.ContentInfo({
      contentType: oid.signedData,
      content: signed.toSchema(true),
    }),
  });
  return bytesOf(answer.toSchema());
}

/** What the firm names. */
export const simulatedStamping: TimeStamping = {
  address: 'http://stamps.example/',
  certificate: `-----BEGIN CERTIFICATE-----\n${bytesOf(honest.certificate.toSchema()).toString('base64')}\n-----END CERTIFICATE-----\n`,
  policy: null,
};

const ways = [
  ...(['stamps', 'stamps', 'stamps', 'stamps', 'stamps', 'stamps'] as const),
  ...(['is not there', 'never answers', 'refuses', 'stamps something else'] as const),
  ...(['somebody else signs', 'answers an earlier question'] as const),
] as const;

/** A time-stamping authority that is honest, wrong, slow, or not there. */
export class SimAuthority {
  /** What it stamped properly: the SHA-256 of that, and its answer, in hex. */
  readonly stamped: { readonly sha256: string; readonly answer: string }[] = [];
  /** Answers of those that reached this computer, and whether the engine lived on for a while then. */
  readonly delivered: { readonly answer: string; readonly at: number; livedOn: boolean }[] = [];
  readonly #chance: Chance;
  readonly #now: () => number;
  readonly #tell: (what: string) => void;
  #serial = 0;
  isCalm = false;

  constructor(chance: Chance, now: () => number, tell: (what: string) => void) {
    this.#chance = chance;
    this.#now = now;
    this.#tell = tell;
  }

  /** @param onDelivered called with what it stamped properly, when that reaches the engine */
  seenBy(life: Life, onDelivered: (answer: string) => void): Exchange {
    return async ({ body, signal }) => {
      const aborted = Promise.withResolvers<Result<Incoming, ExchangeFailure>>();
      const abort = () => aborted.resolve(err({ kind: 'aborted' }));
      if (signal?.aborted) abort();
      signal?.addEventListener('abort', abort);
      const answer = this.#answer(body as Buffer, life, onDelivered);
      return Promise.race([answer, aborted.promise]).finally(() =>
        signal?.removeEventListener('abort', abort),
      );
    };
  }

  async #answer(
    body: Buffer,
    life: Life,
    onDelivered: (answer: string) => void,
  ): Promise<Result<Incoming, ExchangeFailure>> {
    const way = this.isCalm ? 'stamps' : oneOf(this.#chance, ways);
    this.#tell(`the time-stamping authority ${way}`);
    const asked = pki.TimeStampReq.fromBER(Uint8Array.from(body).buffer);
    const wanted = asked.messageImprint.hashedMessage.valueBlock.valueHexView;
    if (way === 'is not there')
      return life.takes(300, () => err({ kind: 'offline', code: 'ECONNREFUSED', why: 'unreachable' }));
    if (way === 'never answers') return new Promise(() => {});
    if (way === 'refuses') return life.takes(300, () => ok({ status: 500, headers: {}, body: '' }));
    this.#serial += 1;
    const stamped = way === 'stamps something else' ? sha256(wanted) : wanted;
    const signer = way === 'somebody else signs' ? impostor : honest;
    const earlier = way === 'answers an earlier question' ? this.stamped.at(-1) : undefined;
    const made = await answerTo(asked, stamped, this.#now(), this.#serial, signer);
    const bytes = earlier ? Buffer.from(earlier.answer, 'hex') : made;
    const answer = made.toString('hex');
    const isProper = !earlier && stamped === wanted && signer === honest;
    if (isProper) this.stamped.push({ sha256: Buffer.from(wanted).toString('hex'), answer });
    return life.takes(300, () => {
      if (isProper) onDelivered(answer);
      const headers = { 'content-type': 'application/timestamp-reply' };
      return ok({ status: 200, headers, body: '', bytes });
    });
  }
}
