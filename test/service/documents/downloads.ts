import { createHmac, timingSafeEqual } from 'node:crypto';
import { readSetting, writeSetting } from '../store/settings.ts';
import type { World } from '../world.ts';
import type { Content } from './files.ts';

/** Addresses at which the storage gives a version's content to whoever has them. */
export interface Downloads {
  announce(versionId: string): { readonly downloadUrl: string; readonly expiresAt: number };
  /** What stands at an address, or what is wrong with it. */
  check(
    path: string,
    expires: string | undefined,
    signature: string | undefined,
  ): Content | 'unknown' | 'expired';
}

export function createDownloads(world: World): Downloads {
  const { store } = world;
  const key = readSetting(store, 'downloadKey') ?? world.newSecret();
  writeSetting(store, 'downloadKey', key);
  const sign = (path: string, expires: string): string =>
    createHmac('sha256', key).update(`${path}|${expires}`).digest('hex');
  return {
    announce(versionId) {
      const expiresAt = world.now() + world.uploadLifetimeMs;
      const path = `/contents/${versionId}`;
      const expires = String(expiresAt);
      const query = new URLSearchParams({ expires, signature: sign(path, expires) });
      return { downloadUrl: `${world.addresses.storage}${path}?${query.toString()}`, expiresAt };
    },
    check(path, expires = '', signature = '') {
      const right = Buffer.from(sign(path, expires));
      const given = Buffer.from(signature);
      if (right.length !== given.length || !timingSafeEqual(right, given)) return 'unknown';
      if (Number(expires) <= world.now()) return 'expired';
      return contentOf(world, path.slice('/contents/'.length)) ?? 'unknown';
    },
  };
}

const contentOf = (world: World, versionId: string): Content | undefined =>
  world.store
    .prepare<[string], Content>('select content, sha256, size from versions where id = ?')
    .get(versionId);
