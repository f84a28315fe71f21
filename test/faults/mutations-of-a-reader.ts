import type { Mutation } from './mutation.ts';

/** Faults that somebody proposed who had read the engine, and not how it is judged. */
export const mutationsOfAReader: readonly Mutation[] = [
  {
    name: 'cover whatever came until the person answered',
    breaks: '7: nobody’s version is buried unasked',
    needs: ['person: answers soon', 'colleague files a version'],
    file: 'features/upload/decide.ts',
    find: 'hidden ? hidden.seq - 1 : (seen?.seq ?? shownUpTo ?? 0)',
    replace: 'possibleVersionsSince(stores, save, 0).at(-1)?.seq ?? 0',
  },
  {
    name: 'move a document to the top folder with each new version',
    breaks: '4: a document lies in the folder where the person put it',
    needs: ['colleague moves a document', 'colleague makes a folder'],
    file: 'features/upload/announcement.ts',
    find: '      fileName: withExtension(known.name, save.name),\n      folderId: known.folderId,\n',
    replace: '      fileName: withExtension(known.name, save.name),\n      folderId: null,\n',
  },
  {
    name: 'keep the oldest filed version of a document, and not the newest',
    breaks: '1: the vault has the bytes of every save',
    needs: ['vault: room for a few', 'saves twice in a row'],
    file: 'store/contents.ts',
    find: "  (SELECT max(id) FROM save WHERE kind = 'content' AND state = 'filed' GROUP BY matter_id, file_id))",
    replace:
      "  (SELECT min(id) FROM save WHERE kind = 'content' AND state = 'filed' GROUP BY matter_id, file_id))",
  },
  {
    name: 'count as included what came between the announcement and our version',
    breaks: '7: nobody’s version is buried unasked',
    needs: ['colleague files a version', 'history late'],
    file: 'domain/what-history-proves.ts',
    find: 'upTo: isAlone ? Math.max(own.seq, seenUpTo) : seenUpTo',
    replace: 'upTo: own && (isAlone || own.seq > 0) ? Math.max(own.seq, seenUpTo) : seenUpTo',
  },
  {
    name: 'send more requests a second than the service takes',
    breaks: '6: the request budget is kept exactly',
    file: 'service/budget/gate.ts',
    find: 'withMargin(options.limit ?? { perSecond: 5, burst: 5 })',
    replace: 'withMargin(options.limit ?? { perSecond: 9, burst: 5 })',
  },
  {
    name: 'take for refused what nobody heard an answer to',
    breaks: '1, 2, 5: each document’s saves are filed in order, each once',
    needs: ['calls go wrong', 'one call goes wrong'],
    file: 'domain/attempt.ts',
    find: "outcome !== 'refused'",
    replace: "outcome === 'accepted'",
  },
  {
    name: 'let a name of the service lead into another directory',
    breaks: '9: a directory stands for the folder that it was made for',
    needs: ['colleague makes a folder', 'colleague renames a folder'],
    file: 'domain/safe-name.ts',
    find: "    .replace(/^[\\s.-]+/, '');\n  const cut = withoutDotsAtEnd(shorten(withoutDotsAtEnd(plain)));\n",
    replace: ';\n  const cut = shorten(plain);\n',
  },
  {
    name: 'know a renamed document by its content alone',
    breaks: '1: saves at one path are versions of one document',
    needs: ['renames', 'saves twice in a row'],
    file: 'features/identity/identify.ts',
    find: "  const sameInode = (file: LocalFile) => file.inode === captured.inode && !captured.inode.endsWith(':0');\n",
    replace:
      "  const sameInode = (file: LocalFile) => file.inode === captured.inode && captured.inode.endsWith(':0');\n",
  },
];
