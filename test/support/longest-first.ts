import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Files of tests that take a minute and more each. */
const longest = [
  'e2e/screens',
  'e2e/kill-everything',
  'main/engine/folders/changed-names',
  'main/engine/saving/moving',
] as const;

/** Begins with what takes longest: a long file that is begun last is waited for alone. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return (await super.sort(files)).toSorted((a, b) => place(a) - place(b));
  }
}

function place({ moduleId }: TestSpecification): number {
  const found = longest.findIndex((name) => moduleId.endsWith(`/test/${name}.test.ts`));
  return found === -1 ? longest.length : found;
}
