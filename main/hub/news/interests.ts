import { z } from 'zod';
import { err, ok, type Result } from '../../../shared/base/result.ts';
import { historyPath } from '../allowed-request.ts';

/** Most urgent first: somebody looks at it, has it linked, or looked at it before. */
export const whys = ['view', 'linked', 'seen'] as const;
export type Why = (typeof whys)[number];

/** A folder that a desktop wants to hear of. */
export interface Interest {
  readonly matter: string;
  readonly folder: string;
  readonly why: Why;
  /** Path of its history below the service's address. */
  readonly path: string;
}

/** Folders that one desktop hears of; those beyond are polled as ever. */
export const mostFolders = 5_000;

const id = z.string().min(1).max(1024);
const ofMatters = z.record(id, z.array(id)).default({});
const schema = z.strictObject({ view: ofMatters, linked: ofMatters, seen: ofMatters });

/** What a desktop says it cares about: folders by matter, for each reason. Of a folder named twice the more urgent reason counts. */
export function parseInterests(body: string): Result<readonly Interest[], 'not-readable' | 'too-many'> {
  let json: unknown;
  try {
    json = JSON.parse(body);
  } catch {
    return err('not-readable');
  }
  const parsed = schema.safeParse(json);
  if (!parsed.success) return err('not-readable');
  const interests = new Map<string, Interest>();
  for (const why of whys) {
    for (const [matter, folders] of Object.entries(parsed.data[why])) {
      for (const folder of folders) {
        const path = historyPath(matter, folder);
        if (path === null) return err('not-readable');
        if (!interests.has(path)) interests.set(path, { matter, folder, why, path });
      }
    }
  }
  return interests.size > mostFolders ? err('too-many') : ok([...interests.values()]);
}
