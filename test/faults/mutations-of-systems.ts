import type { Mutation } from './mutation.ts';

/** Faults that show where systems differ, where a database is in a file, and where several people use a computer. */
export const mutationsOfSystems: readonly Mutation[] = [
  {
    name: 'believe the times of a file that may change before its clock goes on',
    breaks: '1: what stood still was captured in time',
    needs: ['times of files: 1000 ms', 'saves twice in a row'],
    file: 'features/settling/racy.ts',
    find: '  return tickEnds(facts) > readAt ? { ...facts, changed: unsure } : facts;\n',
    replace: '  return readAt < 0 ? { ...facts, changed: unsure } : facts;\n',
  },
  {
    name: 'file what was saved while somebody else was there',
    breaks: '4: what was saved while somebody else was at the computer waits for a review',
    needs: ['somebody else signs in'],
    file: 'store/outbox.ts',
    find: 'another: heldForReview } as const',
    replace: 'another: null } as const',
  },
  {
    name: 'go on sending for whoever signs in next',
    breaks: '4: nothing is sent in the name of somebody else',
    needs: ['somebody else signs in'],
    file: 'composition/presence.ts',
    find: '      inName.of = next;\n      account.setSignedIn(next !== null);\n',
    replace: "      inName.of = next ?? 'sign-in';\n      account.setSignedIn(true);\n",
  },
  {
    name: 'hold for review whatever was saved since somebody else was there',
    breaks: '4: what the person saved themselves waits for no review',
    needs: ['somebody else signs in'],
    file: 'store/who-was-here.ts',
    find: ' && from <= (one.to ?? Number.POSITIVE_INFINITY),',
    replace: ' && from > 0,',
  },
  {
    name: 'take a name that differs in case alone for another one',
    breaks: '1: saves at one path are versions of one document',
    needs: ['renames in case only', 'system: windows'],
    file: 'features/watch/gone.ts',
    find: '  return mayBeFound && (await ownName(files, root, path)) !== path;\n',
    replace: '  return mayBeFound && false;\n',
  },
  {
    name: 'leave behind what kept a name free',
    breaks: '3: the folders hold what the person put there',
    needs: ['system: windows', 'engine killed', 'drops a document in'],
    file: 'features/folders/staging-files.ts',
    find: '    if (await isPlaceholder(this.#files, to, there)) return this.#files.removeExact(to, there);\n',
    replace: '    if (await isPlaceholder(this.#files, to, there)) return;\n',
  },
  {
    name: 'forget the outbox when a damaged database is made anew',
    breaks: '1: what stood still was captured in time',
    needs: ['database: in a file', 'engine killed'],
    file: 'store/salvage.ts',
    find: '  /^(sqlite_|matter$|',
    replace: '  /^(sqlite_|save$|matter$|',
  },
  {
    name: 'forget the custody log when a damaged database is made anew',
    breaks: '2: the custody log tells what happened to each save',
    needs: ['database: in a file', 'engine killed'],
    file: 'store/salvage.ts',
    find: '  /^(sqlite_|matter$|',
    replace: '  /^(sqlite_|custody$|matter$|',
  },
];
