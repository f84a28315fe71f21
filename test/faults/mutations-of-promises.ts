import type { Mutation } from './mutation.ts';

/** Faults that somebody thought of who had read the promises, and not how they are kept or judged. */
export const mutationsOfPromises: readonly Mutation[] = [
  {
    name: 'ask again before the time that the service named',
    breaks: '6: the service is not asked again before the time that it named',
    needs: ['calls go wrong'],
    file: 'service/budget/gate.ts',
    find: 'pauseUntil(now + Math.max(asked, least));',
    replace: 'pauseUntil(now + Math.max(Math.min(asked, 200), least));',
  },
  {
    name: 'keep the last upload address',
    breaks: '8: no token, key, upload address or content of a document is in the database',
    file: 'features/upload/sender.ts',
    find: '    if (URL.canParse(uploadUrl)) this.#ports',
    replace:
      "    stores.matters.putSetting('last-upload', uploadUrl);\n    if (URL.canParse(uploadUrl)) this.#ports",
  },
  {
    name: 'send only the newest of several saves that wait',
    breaks: '1, 7: unfiled is kept only what the person wanted so',
    needs: ['service out of reach', 'saves twice in a row'],
    file: 'features/upload/sender.ts',
    find: "    const content = save.kind === 'content' ? await contentOf(save, this.#ports) : null;\n",
    replace:
      "    if (stores.saves.openOf(matterId, fileId).some((one) => one.kind === 'content' && one.id > save.id)) return stores.outbox.cancel(save.id, 'kept-unfiled');\n    const content = save.kind === 'content' ? await contentOf(save, this.#ports) : null;\n",
  },
  {
    name: 'let one document that needs a person stop all later ones',
    breaks: '5, 6: once trouble ends everything is filed, or needs a person',
    needs: ['one call is refused'],
    file: 'store/saves.ts',
    find: '  AND earlier.file_id = save.file_id AND earlier.id < save.id\n',
    replace: "  AND (earlier.file_id = save.file_id OR earlier.state = 'problem') AND earlier.id < save.id\n",
  },
  {
    name: 'send the newest content for each save',
    breaks: '4: sent or filed is what the service took with these bytes',
    needs: ['service out of reach', 'saves twice in a row'],
    file: 'features/upload/kept-content.ts',
    find: '  { sha256, size }: Save,\n  { vault, isKept }: PipelinePorts,\n): Promise<Content | null> {\n',
    replace:
      '  save: Save,\n  { vault, isKept, stores }: PipelinePorts,\n): Promise<Content | null> {\n  const { sha256, size } = stores.saves.versionsOf(save.matterId, save.fileId).at(-1) ?? save;\n',
  },
  {
    name: 'take for removed what lies on a drive that is away',
    breaks: '3: what lies in a folder that is away is not called removed',
    needs: ['drive unplugged'],
    file: 'features/watch/folder-captures.ts',
    find: "    if (inode === null) return await this.#folder.isAway(issue);\n    if (await this.#away.hold(below)) return;\n    if ((await files.facts(path))?.kind === 'file')",
    replace: "    void inode;\n    if ((await files.facts(path).catch(() => null))?.kind === 'file')",
    also: {
      file: 'features/watch/folder-captures.ts',
      find: "    if (!known || known.removed) return;\n    if (issue !== null && issue !== 'read-only') return this.#folder.say(issue);\n",
      replace: '    if (!known || known.removed) return;\n    void issue;\n',
    },
  },
  {
    name: 'call a rename filed once it is sent',
    breaks: '4: a document lies in the folder where the person put it',
    needs: ['renames'],
    file: 'features/upload/sender.ts',
    find: '      stores.outbox.sent(save.id, now);\n',
    replace:
      "      stores.outbox.sent(save.id, now);\n      if (save.kind === 'metadata') stores.outbox.filed(save.id, null, now);\n",
  },
  {
    name: 'file what is to be a separate document on top of the other one',
    breaks: '7: nobody’s version is buried unasked',
    needs: ['decides about a problem', 'colleague files a version'],
    file: 'features/upload/decide.ts',
    find: '        const fileId = newFileId();\n        stores.outbox.fileSeparately(',
    replace: '        const fileId = save.fileId;\n        stores.outbox.fileSeparately(',
  },
  {
    name: 'file what the person keeps unfiled',
    breaks: '7: what the person keeps unfiled stays so until they say otherwise',
    needs: ['person: answers soon', 'colleague files a version'],
    file: 'features/upload/decide.ts',
    find: "    case 'keep-unfiled':\n    case 'dismiss':\n",
    replace:
      "    case 'keep-unfiled':\n      return stores.outbox.fileOnTop(save.id, seen?.seq ?? 0);\n    case 'dismiss':\n",
  },
  {
    name: 'overwrite what was saved while a version was being restored',
    breaks: '3: what took another’s place was captured first',
    needs: ['restores an earlier version'],
    file: 'features/versions/restorer.ts',
    find: 'return await files.replaceExact(restored, path, facts, keptAs);',
    replace: 'return await files.replaceExact(restored, path, (await files.facts(path)) ?? facts, keptAs);',
  },
  {
    name: 'write another time into the custody log',
    breaks: '2: the custody log says when, by whom and from which device',
    file: 'store/custody/custody.ts',
    find: 'at: facts.at === undefined || facts.at === now ? writtenAt : new Date(facts.at).toISOString(),',
    replace: 'at: new Date((facts.at ?? now) - 3 * 3_600_000).toISOString(),',
  },
];
