/** A subject that a token told (`SignIn.subjects`), in its parts. */
interface Subject {
  readonly kind: string;
  readonly hash: string;
  /** Who vouches for it: the same subject of another issuer is another. Null in what an earlier program kept. */
  readonly issuer: string | null;
}

/** Before the hash of a sign-in address, for what an earlier program kept: of the issuer only its address is known. */
const atAddress = 'at:';

function parse(subject: string): Subject {
  const [, kind = '', hash = '', issuer = null] = /^(\w+):([^@]*)(?:@(.*))?$/.exec(subject) ?? [];
  return { kind, hash, issuer };
}
const write = ({ kind, hash, issuer }: Subject): string => `${kind}:${hash}@${issuer}`;

/**
 * Subjects of one kind of token and of one issuer alone can be compared; an id token is about the person, and so decides where it
 * tells one.
 */
export function compare(
  person: { readonly subjects: readonly string[] } | null,
  signIn: { readonly subjects: readonly string[] },
): 'same' | 'other' | 'unknown' {
  const theirs = (person?.subjects ?? []).map(parse);
  const ours = signIn.subjects.map(parse);
  for (const token of ['id', 'access']) {
    for (const { kind, hash, issuer } of ours) {
      const comparable = theirs.filter(
        (one) => kind === token && one.kind === kind && issuer !== null && one.issuer === issuer,
      );
      if (comparable.length > 0) return comparable.some((one) => one.hash === hash) ? 'same' : 'other';
    }
  }
  return 'unknown';
}

/**
 * Subjects that an earlier program kept without their issuer: they are of the sign-in server that was in use when this one began,
 * and have its issuer once a sign-in there tells it.
 * @param server hash of the sign-in address in use; null where nobody tells
 * @param signIn whoever signs in there now
 */
export function withIssuers(
  subjects: readonly string[],
  server: string | null,
  signIn: { readonly subjects: readonly string[] } | null,
): string[] {
  if (server === null) return [...subjects];
  const here = `${atAddress}${server}`;
  const told = new Map(
    (signIn?.subjects ?? []).flatMap((subject) => {
      const { kind, issuer } = parse(subject);
      return issuer === null ? [] : [[kind, issuer]];
    }),
  );
  return subjects.map((subject) => {
    const { kind, hash, issuer } = parse(subject);
    if (issuer !== null && issuer !== here) return subject;
    return write({ kind, hash, issuer: told.get(kind) ?? here });
  });
}
