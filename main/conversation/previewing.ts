import type { InferContractRouterInputs } from '@orpc/contract';
import { ORPCError } from '@orpc/server';
import { err, ok, type Result } from '../../shared/base/result.ts';
import type { contract } from '../../shared/contract/index.ts';
import {
  type ComparedText,
  type CompareStep,
  type FetchStep,
  type PreviewStep,
  type Refusal,
  refusalSchema,
  type ViewerAnswer,
} from '../../shared/model/index.ts';
import { type Contents, type ContentsAt, nameOf } from '../preview/contents.ts';
import type { Viewers } from '../preview/viewer.ts';
import { ended, faulty, notComparable } from '../preview/words.ts';
import { asking, type EngineSource, following } from './forward.ts';
import { left, stillThere } from './viewing.ts';

type Inputs = InferContractRouterInputs<typeof contract>['documents'];
type Version = Pick<Inputs['preview'], 'matterId' | 'fileId' | 'versionId'>;
type Fetching = Extract<FetchStep, { step: 'fetching' }>;

export interface PreviewPorts {
  readonly engine: EngineSource;
  readonly session: { readonly signedInBy: { readonly id: string } | null };
  readonly isLocked: () => boolean;
  readonly readContents: (at: ContentsAt) => Promise<Result<Contents, Refusal>>;
  readonly viewers: Pick<Viewers, 'read'>;
}

/** Shows a version of a document as pictures and plain text. It is fetched where it is not on this computer. */
export async function* previewing(
  ports: PreviewPorts,
  input: Inputs['preview'],
  signal: AbortSignal | undefined,
): AsyncGenerator<PreviewStep, void> {
  const isStill = stillThere(ports, signal);
  const found = yield* contentsOf(ports, input, signal);
  if (!found.ok) return yield { step: 'refused', refusal: found.error };
  const { name, contents } = found.value;
  yield { step: 'reading' };
  const request = { ask: 'show', ...contents, fromPage: input.fromPage ?? 1 } as const;
  for await (const answer of ports.viewers.read(request, signal)) {
    if (!isStill()) return yield { step: 'refused', refusal: left };
    const refusal = refusalFor(name, answer);
    if (refusal) return yield { step: 'refused', refusal };
    if (answer.step !== 'differences' && answer.step !== 'fault' && answer.step !== 'ended') yield answer;
  }
}

/** Compares two versions of a document as text. */
export async function* comparing(
  ports: PreviewPorts,
  { before, after, ...document }: Inputs['compare'],
  signal: AbortSignal | undefined,
): AsyncGenerator<CompareStep, void> {
  const isStill = stillThere(ports, signal);
  const texts: ComparedText[] = [];
  let named = '';
  for (const versionId of [before, after]) {
    const found = yield* contentsOf(ports, { ...document, versionId }, signal);
    if (!found.ok) return yield { step: 'refused', refusal: found.error };
    const { name, contents } = found.value;
    const { kind, bytes, isCut } = contents;
    named = name;
    if (kind !== 'word' && kind !== 'text') return yield { step: 'refused', refusal: notComparable(name) };
    texts.push({ kind, bytes, isCut });
  }
  const [old, fresh] = texts;
  if (!old || !fresh) return;
  yield { step: 'reading' };
  for await (const answer of ports.viewers.read({ ask: 'compare', before: old, after: fresh }, signal)) {
    if (!isStill()) return yield { step: 'refused', refusal: left };
    const refusal = refusalFor(named, answer);
    if (refusal) return yield { step: 'refused', refusal };
    if (answer.step === 'differences') return yield answer;
  }
}

type Answer = ViewerAnswer | { readonly step: 'ended'; readonly end: Parameters<typeof ended>[1] };

function refusalFor(name: string, answer: Answer): Refusal | null {
  if (answer.step === 'ended') return ended(name, answer.end);
  return answer.step === 'fault' ? faulty(name, answer.fault) : null;
}

/** The bytes of a version: of the document in the matter's folder, of the vault, or fetched. */
async function* contentsOf(
  ports: PreviewPorts,
  version: Version,
  signal: AbortSignal | undefined,
): AsyncGenerator<Fetching, Result<{ name: string; contents: Contents }, Refusal>> {
  const isStill = stillThere(ports, signal);
  const here = await placeHere(ports, version, signal);
  if (!here.ok) return here;
  const at = here.value === null ? yield* fetched(ports, version, signal) : ok(here.value);
  if (!at.ok) return at;
  if (!isStill()) return err(left);
  const contents = await ports.readContents(at.value);
  return contents.ok ? ok({ name: nameOf(at.value), contents: contents.value }) : contents;
}

/** Where a version is that is on this computer; null where it is not. */
async function placeHere(
  { engine }: PreviewPorts,
  { versionId, ...document }: Version,
  signal: AbortSignal | undefined,
): Promise<Result<ContentsAt | null, Refusal>> {
  try {
    if (versionId === null) {
      const { path } = await asking(
        engine,
        ({ client }, either) => client.documents.pathOf(document, { signal: either }),
        signal,
      );
      return ok({ path });
    }
    const { path, ...inVault } = await asking(
      engine,
      ({ client }, either) => client.documents.placeOfVersion({ ...document, versionId }, { signal: either }),
      signal,
    );
    return ok({ path, inVault });
  } catch (error) {
    const refusal = error instanceof ORPCError ? refusalSchema.safeParse(error.data) : null;
    if (!refusal?.success) throw error;
    return ['not-here', 'version-not-here'].includes(refusal.data.code) ? ok(null) : err(refusal.data);
  }
}

async function* fetched(
  { engine }: PreviewPorts,
  version: Version,
  signal: AbortSignal | undefined,
): AsyncGenerator<Fetching, Result<ContentsAt, Refusal>> {
  const steps = following(
    engine,
    ({ client }, either) => client.documents.fetch(version, { signal: either }),
    signal,
  );
  for await (const step of steps) {
    if (step.step === 'fetching') yield step;
    else return step.step === 'here' ? ok({ path: step.path }) : err(step.refusal);
  }
  return err(left);
}
