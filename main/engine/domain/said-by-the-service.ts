/** What one entry of the service's history made of a document, in the order in which the service tells them. */
export interface Step {
  /** Its number among all entries here, in the order in which they came. */
  readonly seq: number;
  readonly name: string;
  /** Null for the root. */
  readonly folderId: string | null;
  /** 'elsewhere': in another matter. */
  readonly gone: 'no' | 'deleted' | 'elsewhere';
}

/** What is here of a document. */
export interface Here {
  readonly folderId: string | null;
  /** True for the name that it has here, as the service may say it. */
  readonly isCalled: (name: string) => boolean;
  /** The newest entry that was known when the person last named or placed it from this computer; 0 when they never did. */
  readonly namedUpTo: number;
}

/** What is to follow from it here. */
export type Said =
  | { readonly kind: 'nothing' }
  /** Null for what stays as it is. */
  | { readonly kind: 'placed'; readonly seq: number; readonly name: string | null; readonly moved: boolean }
  | { readonly kind: 'deleted'; readonly seq: number };

const nothing: Said = { kind: 'nothing' };

/**
 * What the service says of a document that is not so here. A name or a place counts only where the document once had here what the
 * service called it then, and the service changed it later than that, and later than the person last did: anything else is a
 * difference of this computer's own (a name that it cannot have, a number, a directory that the service has no folder for), or a
 * change of which nobody can tell whether it came last. A deletion counts by its own entry alone.
 */
export function saidByTheService(steps: readonly Step[], here: Here): Said {
  const last = steps.at(-1);
  if (!last) return nothing;
  if (last.gone === 'elsewhere') return nothing;
  if (last.gone === 'deleted') {
    const since = steps.findLastIndex(({ gone }) => gone !== 'deleted') + 1;
    return { kind: 'deleted', seq: (steps[since] ?? last).seq };
  }
  const named = turned(
    steps,
    here,
    ({ name }) => here.isCalled(name),
    ({ name }) => name,
  );
  const moved = turned(
    steps,
    here,
    ({ folderId }) => folderId === here.folderId,
    ({ folderId }) => folderId,
  );
  if (named === null && moved === null) return nothing;
  return {
    kind: 'placed',
    seq: Math.max(named ?? 0, moved ?? 0),
    name: named === null ? null : last.name,
    moved: moved !== null,
  };
}

/** The number of the entry that made it other than it is here; null where it is as here, or nothing proves that this came last. */
function turned(
  steps: readonly Step[],
  { namedUpTo }: Here,
  isAsHere: (step: Step) => boolean,
  what: (step: Step) => string | null,
): number | null {
  const last = steps.at(-1);
  if (!last || isAsHere(last)) return null;
  const asHere = steps.filter(isAsHere);
  if (asHere.length === 0) return null;
  const since = steps.findLastIndex((step) => what(step) !== what(last)) + 1;
  const seq = (steps[since] ?? last).seq;
  const isLater = seq > namedUpTo && asHere.every((step) => step.seq < seq);
  return isLater ? seq : null;
}
