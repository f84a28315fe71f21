import {
  fromBER,
  GeneralizedTime,
  Integer,
  ObjectIdentifier,
  OctetString,
  Primitive,
  Sequence,
} from 'asn1js';
import * as pki from 'pkijs';
import { err, ok, type Result } from '../base/result.ts';
import { areEqual, fromBase64, hexOf } from './bytes.ts';

// Time stamps of RFC 3161. What is cryptographic in them is done by pkijs and the platform's WebCrypto.

type Bytes = Uint8Array<ArrayBuffer>;

const oid = {
  signedData: '1.2.840.113549.1.7.2',
  stampInfo: '1.2.840.113549.1.9.16.1.4',
  sha256: '2.16.840.1.101.3.4.2.1',
  sha384: '2.16.840.1.101.3.4.2.2',
  sha512: '2.16.840.1.101.3.4.2.3',
  contentType: '1.2.840.113549.1.9.3',
  signingCertificate: '1.2.840.113549.1.9.16.2.12',
  signingCertificateV2: '1.2.840.113549.1.9.16.2.47',
  extendedKeyUsage: '2.5.29.37',
  basicConstraints: '2.5.29.19',
  timeStamping: '1.3.6.1.5.5.7.3.8',
  commonName: '2.5.4.3',
};
/** Granted, and granted with changes (RFC 3161, section 2.4.2). */
const granted: ReadonlySet<number> = new Set([0, 1]);
/** Certificates in an answer, and issuers that are looked for on the way to the known one: certificates can name each other in a ring. */
const mostCertificates = 16;
const mostIssuers = 16;
/** Values in an answer: a stamp with all its certificates has some hundreds, and reading many of them takes long. */
const mostParts = 3_000;
const digests = new Map([
  [oid.sha256, 'SHA-256'],
  [oid.sha384, 'SHA-384'],
  [oid.sha512, 'SHA-512'],
]);

/** What an authority says with a stamp. */
export interface StampFacts {
  /** ISO 8601, UTC. */
  readonly at: string;
  /** How much earlier or later it may have been, by the authority's own account, in milliseconds; null where it says nothing. */
  readonly within: number | null;
  readonly serial: string;
  readonly policy: string;
  /** What the certificate calls whoever stamped. */
  readonly authority: string;
}

/** Why something is no stamp of this authority on this, for a person. */
export type StampFault =
  | 'not-a-stamp'
  | 'not-granted'
  | 'of-something-else'
  | 'another-question'
  | 'another-policy'
  | 'not-signed-by-it'
  | 'not-of-the-authority';

/** What is asked of an authority: a stamp on what has this SHA-256. `nonce` comes back in the answer. */
export function stampRequest(sha256: Bytes, nonce: Bytes, policy: string | null): Bytes {
  const request = new pki.TimeStampReq({
    version: 1,
    messageImprint: new pki.MessageImprint({
      hashAlgorithm: new pki.AlgorithmIdentifier({ algorithmId: oid.sha256 }),
      hashedMessage: new OctetString({ valueHex: sha256.buffer }),
    }),
    ...(policy === null ? {} : { reqPolicy: policy }),
    // Positive, and as short as numbers are to be written.
    nonce: new Integer({
      valueHex: Uint8Array.of(0x40 | ((nonce[0] ?? 0) & 0x3f), ...nonce.slice(1)).buffer,
    }),
    certReq: true,
  });
  return new Uint8Array(request.toSchema().toBER());
}

/** DER of the one certificate in a PEM text; null when there is none. */
export function certificateIn(pem: string): Bytes | null {
  const [, body] = /-----BEGIN CERTIFICATE-----([A-Za-z0-9+/=\s]+)-----END CERTIFICATE-----/.exec(pem) ?? [];
  const bytes = fromBase64((body ?? '').replace(/\s+/g, ''));
  return bytes && certificateFrom(bytes) ? bytes : null;
}

/** Holds an answer against what was asked, what it is to be a stamp on, and the certificate that the authority is known by. */
export async function checkStamp(
  response: Bytes,
  against: {
    /** What is stamped. */
    readonly data: Bytes;
    readonly request: Bytes;
    readonly certificate: Bytes;
  },
): Promise<Result<StampFacts, StampFault>> {
  try {
    return await check(response, against);
  } catch {
    return err('not-a-stamp');
  }
}

async function check(
  response: Bytes,
  { data, request, certificate }: { data: Bytes; request: Bytes; certificate: Bytes },
): Promise<Result<StampFacts, StampFault>> {
  // Nothing stands behind it: it is kept, and goes into each record.
  const { offset, result } = fromBER(response.buffer, { maxNodes: mostParts });
  if (offset !== response.length) return err('not-a-stamp');
  const asked = pki.TimeStampReq.fromBER(request.buffer);
  const answer = new pki.TimeStampResp({ schema: result });
  if (!granted.has(answer.status.status)) return err('not-granted');
  const token = answer.timeStampToken;
  if (token?.contentType !== oid.signedData) return err('not-a-stamp');
  const signed = new pki.SignedData({ schema: token.content });
  const content = signed.encapContentInfo.eContent?.getValue();
  if (signed.encapContentInfo.eContentType !== oid.stampInfo || !content) return err('not-a-stamp');
  if ((signed.certificates?.length ?? 0) > mostCertificates) return err('not-of-the-authority');
  const stamped = fromBER(content, { maxNodes: mostParts }).result;
  const info = new pki.TSTInfo({ schema: stamped });
  const within = accuracyIn(childrenOf(stamped));
  if (within === undefined) return err('not-a-stamp');
  const { hashAlgorithm, hashedMessage } = info.messageImprint;
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', data));
  if (
    hashAlgorithm.algorithmId !== oid.sha256 ||
    !areEqual(digest, hashedMessage.valueBlock.valueHexView) ||
    !areEqual(digest, asked.messageImprint.hashedMessage.valueBlock.valueHexView)
  )
    return err('of-something-else');
  if (!asked.nonce || !info.nonce?.isEqual(asked.nonce)) return err('another-question');
  if (asked.reqPolicy && asked.reqPolicy !== info.policy) return err('another-policy');

  const [signer, ...more] = signed.signerInfos;
  if (!signer || more.length > 0 || !digests.has(signer.digestAlgorithm.algorithmId))
    return err('not-signed-by-it');
  const own = (await signerOf(signed)) ?? null;
  if (!own || !(await isNamed(signer, own)) || !isForStamps(own)) return err('not-of-the-authority');
  const known = certificateFrom(certificate);
  const isKnown = known !== null && areEqual(derOf(own), certificate);
  try {
    const verified = await signed.verify({
      extendedMode: true,
      signer: 0,
      data: data.buffer,
      trustedCerts: known ? [known] : [],
      checkChain: !isKnown,
      findIssuer: fewIssuers(),
      passedWhenNotRevValues: true,
    });
    if (!verified.signatureVerified) return err('not-signed-by-it');
    if (!isShortEnough(verified.certificatePath)) return err('not-of-the-authority');
  } catch (failure) {
    const code = failure instanceof pki.SignedDataVerifyError ? failure.code : null;
    return err(code === 5 ? 'not-of-the-authority' : 'not-signed-by-it');
  }
  const at = info.genTime;
  if (at < own.notBefore.value || at > own.notAfter.value) return err('not-of-the-authority');
  return ok({
    at: at.toISOString(),
    within,
    serial: hexOf(info.serialNumber.valueBlock.valueHexView),
    policy: info.policy,
    authority: nameOf(own),
  });
}

/** Issuers as pkijs finds them, but none any more once it asked for so many. */
function fewIssuers(): pki.FindIssuerCallback {
  let asked = 0;
  return async (certificate, engine, crypto) => {
    asked += 1;
    return asked > mostIssuers ? [] : engine.defaultFindIssuer(certificate, engine, crypto);
  };
}

/** The certificate of whoever signed, among those that came along. */
async function signerOf(signed: pki.SignedData): Promise<pki.Certificate | undefined> {
  const sid = signed.signerInfos[0]?.sid;
  const all = (signed.certificates ?? []).filter((one) => one instanceof pki.Certificate);
  return all.find(
    (one) =>
      sid instanceof pki.IssuerAndSerialNumber &&
      one.issuer.isEqual(sid.issuer) &&
      one.serialNumber.isEqual(sid.serialNumber),
  );
}

/** What is signed names the certificate (RFC 5816), and says that it is a stamp. */
async function isNamed(signer: pki.SignerInfo, certificate: pki.Certificate): Promise<boolean> {
  const attributes = signer.signedAttrs?.attributes ?? [];
  const type = attributes.find((one) => one.type === oid.contentType)?.values[0];
  if (!(type instanceof ObjectIdentifier) || type.getValue() !== oid.stampInfo) return false;
  for (const { type: kind, values } of attributes) {
    if (kind !== oid.signingCertificate && kind !== oid.signingCertificateV2) continue;
    const [first] = childrenOf(childrenOf(values[0])[0]);
    const parts = childrenOf(first);
    const algorithm = childrenOf(parts[0])[0];
    const name =
      kind === oid.signingCertificate
        ? 'SHA-1'
        : algorithm instanceof ObjectIdentifier
          ? digests.get(algorithm.getValue())
          : 'SHA-256';
    const hash = parts.find((part) => part instanceof OctetString);
    if (!name || !hash) return false;
    const wanted = new Uint8Array(await crypto.subtle.digest(name, derOf(certificate)));
    if (areEqual(wanted, hash.valueBlock.valueHexView)) return true;
  }
  return false;
}

/**
 * The member of what is stamped that says how accurate its time is (RFC 3161, section 2.4.2), in milliseconds: null where there is none,
 * undefined for a number that cannot be one. pkijs takes those of more than four bytes for 0.
 */
function accuracyIn(members: readonly unknown[]): number | null | undefined {
  const accuracy = members.slice(members.findIndex((one) => one instanceof GeneralizedTime) + 1)[0];
  if (!(accuracy instanceof Sequence)) return null;
  let microseconds = 0;
  for (const part of accuracy.valueBlock.value) {
    const isSeconds = part instanceof Integer;
    if (!isSeconds && !(part instanceof Primitive)) return undefined;
    const bytes = part.valueBlock.valueHexView;
    const isPositive = (bytes[0] ?? 0xff) < 0x80;
    const number = isPositive ? Number.parseInt(hexOf(bytes), 16) : Number.NaN;
    if (!(isSeconds ? number < 2 ** 31 : number <= 999)) return undefined;
    microseconds += number * (isSeconds ? 1_000_000 : part.idBlock.tagNumber === 0 ? 1_000 : 1);
  }
  return Math.ceil(microseconds / 1_000);
}

const childrenOf = (value: unknown): readonly unknown[] =>
  value instanceof Sequence ? value.valueBlock.value : [];

function isForStamps(certificate: pki.Certificate): boolean {
  const usage = certificate.extensions?.find((one) => one.extnID === oid.extendedKeyUsage);
  const purposes = usage?.parsedValue instanceof pki.ExtKeyUsage ? usage.parsedValue.keyPurposes : [];
  return usage?.critical === true && purposes.length === 1 && purposes[0] === oid.timeStamping;
}

/** No certificate has more issuers below it than it allows (RFC 5280, section 4.2.1.9), which pkijs does not look at. */
const isShortEnough = (path: readonly pki.Certificate[]): boolean =>
  path.every((certificate, issuersBelow) => {
    const found = certificate.extensions?.find((one) => one.extnID === oid.basicConstraints)?.parsedValue;
    const most = found instanceof pki.BasicConstraints ? found.pathLenConstraint : undefined;
    return issuersBelow === 0 || typeof most !== 'number' || issuersBelow - 1 <= most;
  });

function nameOf({ subject }: pki.Certificate): string {
  const names = subject.typesAndValues;
  const name = names.find(({ type }) => type === oid.commonName) ?? names[0];
  return (name?.value.valueBlock.value ?? '').slice(0, 200);
}

const derOf = (certificate: pki.Certificate): Bytes => new Uint8Array(certificate.toSchema().toBER());

function certificateFrom(der: Bytes): pki.Certificate | null {
  try {
    const { result, offset } = fromBER(der.buffer);
    return offset === der.length ? new pki.Certificate({ schema: result }) : null;
  } catch {
    return null;
  }
}

/** By which whoever publishes it can be compared. */
export async function fingerprintOf(certificate: Bytes): Promise<string> {
  return hexOf(new Uint8Array(await crypto.subtle.digest('SHA-256', certificate)));
}
