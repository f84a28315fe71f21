import type { LayerRule } from './layer-rule.ts';

/**
 * The rooms of `main/engine/`, lowest first: a file may use its own room and those before it, and none after it. The last
 * two are a file and the files that lie in `main/engine/` itself. docs/architecture.md draws them.
 */
export const engineRooms = [
  'domain',
  'platform',
  'service',
  'store',
  'features/account',
  'features/capabilities',
  'features/vault',
  'features/history',
  'features/ignoring',
  'features/settling',
  'features/folders',
  'features/service-folders',
  'features/identity',
  'features/mass-changes',
  'features/upload',
  'features/capture',
  'features/replaced-files',
  'features/watch',
  'features/open-documents',
  'features/documents',
  'features/versions',
  'features/fetching',
  'features/keeping',
  'features/following',
  'features/matters',
  'features/records',
  'features/requests',
  'features/search',
  'features/custody',
  'features/meanwhile',
  'view',
  'composition',
  'compose.ts',
  'use-cases',
  'persons',
  'sign-out',
] as const;

const inRoom = engineRooms.map((room) => new RegExp(`^main/engine/${room}(/|$)`));
const outside = new RegExp(`^main/engine/(?!(${engineRooms.join('|')})(/|$)).`);
/** `workspaces.ts`, `engine.ts`, `router.ts` and what starts them: nothing below may know them. */
const atTheTop = /^main\/engine\/(?!compose\.ts$)[^/]+\.ts$/;

export const engineRoomRules: readonly LayerRule[] = [
  ...engineRooms.map((room, index) => ({
    name: `engine-room-${room.replace('/', '-')}`,
    because: `what stands after ${room} in scripts/layers/engine-rooms.ts rests on it`,
    from: new RegExp(`^main/engine/${room}(/|$)`),
    refuses: (target: string) =>
      atTheTop.test(target) || inRoom.slice(index + 1).some((above) => above.test(target)),
  })),
  {
    name: 'engine-rooms-are-listed',
    because: 'that folder is none of the rooms in scripts/layers/engine-rooms.ts',
    from: /^main\/engine\//,
    refuses: (target: string) => outside.test(target) && !atTheTop.test(target),
  },
];
