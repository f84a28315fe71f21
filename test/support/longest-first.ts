import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Files of tests that take a minute and more each. */
const longest = [
  'e2e/screens',
  'e2e/screens-of-matters',
  'e2e/kill-everything',
  'main/engine/persons/handed-over-whole',
  'main/engine/folders/changed-names',
  'main/engine/every-service',
  'main/engine/account/failing-alone',
  'main/engine/keeping/two-ways',
  'main/engine/upload/posted-documents',
  'main/engine/custody/one-log',
  'main/engine/custody/altered-records',
  'main/engine/watch/mass-change',
  'main/engine/documents/former-names',
  'main/engine/upload/document-look',
  'main/engine/history/looks-that-fail',
  'main/engine/following/deleted-there',
  'main/engine/versions/restorer-killed',
  'main/engine/watch/linked-parts',
  'main/engine/vault/limits',
  'main/engine/service-folders/renamed-folders',
  'main/engine/following/renamed-there',
  'scripts/packaging/installer',
  'main/engine/versions/restorer',
  'main/engine/filing',
  'main/engine/service/fuzz',
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
