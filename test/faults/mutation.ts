import { err, ok, type Result } from '../../shared/base/result.ts';

/** One deliberate fault in the engine: `find` stands exactly once in the file and is replaced. */
export interface Mutation {
  readonly name: string;
  /** The invariant that must be found broken, by the beginning of its words: whatever else goes wrong does not count. */
  readonly breaks: string;
  /** Below main/engine/. */
  readonly file: string;
  readonly find: string;
  readonly replace: string;
}

/** The source with its fault in it, or why there is no telling where it belongs. */
export function broken(source: string, { file, find, replace }: Mutation): Result<string, string> {
  const parts = source.split(find);
  if (parts.length !== 2) return err(`“${find}” stands ${parts.length - 1} times in ${file}`);
  return ok(parts.join(replace));
}
