import { join } from 'node:path';
import { z } from 'zod';
import { type MatterId, matterIdSchema } from '../../../shared/model/index.ts';
import type { Workspace } from '../compose.ts';
import { type Files, failureCode } from '../platform/files.ts';

const schema = z.array(
  z.object({
    matterId: matterIdSchema,
    path: z.string(),
    /** Whoever takes it along; left out where an older program kept it. */
    of: z
      .object({
        subjects: z.array(z.string()),
        signIn: z.string().nullable(),
        staff: z.string().nullable(),
      })
      .optional(),
    /** Name of the workspace in which it is linked again where the address is not changed after all; left out once it is. */
    from: z.string().optional(),
  }),
);
export type LinkToTake = z.infer<typeof schema>[number];
/** More than any such file has, in bytes. */
const most = 16 * 1024 * 1024;

const ending = '.links-to-take.json';
const fileOf = (directory: string, first: string): string => join(directory, `${first}${ending}`);

/** Names of the first person's workspaces of the addresses to which links are to be taken along. */
export const addressesToTakeTo = async (files: Files, directory: string): Promise<string[]> =>
  (await files.list(directory)).flatMap((name) =>
    name.endsWith(ending) ? name.slice(0, -ending.length) : [],
  );

/**
 * Links that are to be made as soon as the matters of a service address are known; null when they cannot be made out any more:
 * the damaged file is set aside then, beside its place.
 * @throws when the disk does not answer
 */
export async function linksToTake(
  files: Files,
  directory: string,
  first: string,
  uniqueName: string,
): Promise<LinkToTake[] | null> {
  const path = fileOf(directory, first);
  let text: string;
  try {
    text = Buffer.from(await files.readSmall(path, most)).toString('utf8');
  } catch (failure) {
    if (failureCode(failure) === 'ENOENT') return [];
    throw failure;
  }
  try {
    return schema.parse(JSON.parse(text));
  } catch {
    await files.replace(path, `${path}-${uniqueName}.damaged`);
    return null;
  }
}

/** Resolves once it survives a power cut. */
export async function keepLinksToTake(
  files: Files,
  directory: string,
  first: string,
  links: readonly LinkToTake[],
  uniqueName: string,
): Promise<void> {
  const path = fileOf(directory, first);
  const partial = `${path}-${uniqueName}.new`;
  await files.writeNew(partial, textOf(JSON.stringify(links)));
  await files.sync(partial);
  await files.replace(partial, path);
  await files.sync(directory);
}

async function* textOf(text: string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(text, 'utf8');
}

/**
 * Makes the links of matters that this service has too; answers those that are left.
 * @param isOurs says of a link that whoever works here took it along
 * @param others directories of other people's matters
 * @param elsewhere directories that belong to other profiles of the program; null while they cannot be said
 */
export async function takeLinks(
  workspace: Workspace,
  links: readonly LinkToTake[],
  isOurs: (link: LinkToTake) => boolean,
  others: readonly string[],
  elsewhere: () => Promise<readonly string[] | null>,
): Promise<LinkToTake[]> {
  const { stores, linker, watches, poller } = workspace;
  const left: LinkToTake[] = [];
  for (const link of links) {
    const matterId: MatterId = link.matterId;
    // The person may have linked it themselves.
    const isThere = stores.links.all().some(({ path }) => path === link.path);
    const isKnown = isOurs(link) && stores.matters.get(matterId) !== undefined;
    const taken = isKnown && !isThere ? await elsewhere() : null;
    const linked = isThere || (taken !== null && (await linker.link(matterId, link.path, taken, others)).ok);
    if (!linked) {
      left.push(link);
      continue;
    }
    if (isThere) continue;
    watches.add(matterId);
    poller.foldersChanged(matterId);
  }
  return left;
}
