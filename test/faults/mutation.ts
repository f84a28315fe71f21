import { err, ok, type Result } from '../../shared/base/result.ts';

/** One deliberate fault in the engine: `find` stands exactly once in the file and is replaced. */
export interface Mutation {
  readonly name: string;
  /** The invariant that must be found broken, by the beginning of its words: whatever else goes wrong does not count. */
  readonly breaks: string;
  /** What a life must have in it for the fault to show: names of acts, and of what a world is like (`seeds-in-order.ts`). */
  readonly needs?: readonly string[];
  /** Below main/engine/. */
  readonly file: string;
  readonly find: string;
  readonly replace: string;
  /** Another place where the same is guarded against, which stands behind the first. */
  readonly also?: Pick<Mutation, 'file' | 'find' | 'replace'>;
}

/** The source with its fault in it, or why there is no telling where it belongs. */
export function broken(
  source: string,
  { file, find, replace }: Pick<Mutation, 'file' | 'find' | 'replace'>,
): Result<string, string> {
  const parts = source.split(find);
  if (parts.length !== 2) return err(`“${find}” stands ${parts.length - 1} times in ${file}`);
  return ok(parts.join(replace));
}
