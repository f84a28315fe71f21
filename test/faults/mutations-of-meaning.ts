import type { Mutation } from './mutation.ts';

/** Faults in what the engine decides, each with the right states and words for it: only what the person did tells that they are wrong. */
export const mutationsOfMeaning: readonly Mutation[] = [
  {
    name: 'make every save a new document',
    breaks: '1: saves at one path are versions of one document',
    file: 'features/identity/identify.ts',
    find: '  const isSameContent = atPath?.sha256 === captured.sha256;\n',
    replace:
      "  const isSameContent = atPath?.sha256 === captured.sha256;\n  if (atPath && !isSameContent) return { kind: 'new' };\n",
  },
  {
    name: 'keep unfiled what the person wanted filed',
    breaks: '1, 7: unfiled is kept only what the person wanted so',
    needs: ['many changes: a few', 'changes every document'],
    file: 'features/mass-changes/mass-change-decision.ts',
    find: "  'file-all': 'file',",
    replace: "  'file-all': 'keep',",
  },
  {
    name: 'restore the first piece of a version',
    breaks: '2: what is put into the folder are the bytes that were asked for',
    needs: ['restores an earlier version'],
    file: 'features/versions/restorer.ts',
    find: 'await files.writeNew(restored, vault.read(save.sha256));',
    replace:
      'await files.writeNew(restored, (async function* () { for await (const first of vault.read(save.sha256)) return void (yield first); })());',
  },
  {
    name: 'add the first piece of a document',
    breaks: '2: what is put into the folder are the bytes that were asked for',
    needs: ['drops a document in'],
    file: 'features/documents/adder.ts',
    find: `await files.writeNew(staging, files.read(path));
      await files.copyOriginMark(path, staging);
      await files.sync(staging);
      const [after, copy] = [await files.facts(path), await files.facts(staging)];
      return after !== null && sameFile(before, after) && copy?.size === after.size;`,
    replace: `const pieces = files.read(path);
      await files.writeNew(staging, (async function* () { for await (const first of pieces) return void (yield first); })());
      await files.copyOriginMark(path, staging);
      await files.sync(staging);
      const after = await files.facts(path);
      return after !== null && sameFile(before, after);`,
  },
  {
    name: 'file in the top folder what lies in a directory without a folder',
    breaks: '4: a document lies in the folder where the person put it',
    needs: ['makes a folder', 'colleague makes a folder'],
    file: 'platform/folder-of-path.ts',
    find: '    if (folder) return',
    replace: '    if (folder && path === directory) return',
  },
  {
    name: 'capture no workbook',
    breaks: '1: what stood still was captured in time',
    file: 'features/ignoring/ignore.ts',
    find: '  if (!anyBuiltIn.test(name)) return null;\n',
    replace:
      "  if (/\\.xlsx$/.test(name)) return { rule: '', why: '' };\n  if (!anyBuiltIn.test(name)) return null;\n",
  },
  {
    name: 'take for ours what the same person filed elsewhere',
    breaks: '4: sent or filed is what the service took with these bytes',
    needs: ['colleague is the person, elsewhere, at the same moment'],
    file: 'domain/what-history-proves.ts',
    find: "return oldest ? { kind: 'may-be-filed', versions: [oldest, ...others] } : notShown;",
    replace: 'return oldest ? filedAs(others[0] ?? oldest, versions, seenBeforeAll) : notShown;',
  },
  {
    name: 'never conclude that something is never shown',
    breaks: '5, 6: once trouble ends everything is filed, or needs a person',
    needs: ['service: hides some'],
    file: 'features/upload/pipeline.ts',
    find: 'for (const save of overdue)\n',
    replace: 'for (const save of overdue.slice(0, 0))\n',
  },
  {
    name: 'ask about the same version for ever',
    breaks: '7: the person is asked about a version once',
    needs: ['decides about a problem', 'colleague files a version'],
    file: 'features/upload/decide.ts',
    find: 'hidden ? hidden.seq - 1 : (seen?.seq ?? shownUpTo ?? 0)',
    replace: '0',
  },
  {
    name: 'hold nothing however much changes',
    breaks: 'many documents that change at once are a question',
    needs: ['many changes: a few', 'changes every document'],
    file: 'features/mass-changes/mass-change.ts',
    find: '  if (changed > limits.documents) return true;\n',
    replace: '  if (changed < 1_000_000) return false;\n',
  },
  {
    name: 'ask about many changes and hold none',
    breaks: 'many documents that change at once wait for the answer',
    needs: ['many changes: a few', 'changes every document'],
    file: 'features/mass-changes/mass-change.ts',
    find: '  outbox.hold(id, matterId, now - span);\n  return true;\n',
    replace: '  return true;\n',
  },
  {
    name: 'wait for 20 ms of quiet',
    breaks: '1: what is still being written is not captured',
    needs: ['saves in bursts'],
    file: 'features/settling/debounce.ts',
    find: `  return { quiet: 200, again: 100 };
}`,
    replace: `  return { quiet: 20, again: 20 };
}`,
  },
  {
    name: 'see nothing of a save but its size',
    breaks: '1: what stood still was captured in time',
    needs: ['saves twice in a row'],
    file: 'features/settling/fingerprint.ts',
    find: '  `${size} ${modified} ${changed} ${inode}` as Fingerprint;',
    replace: '  `${size}${modified}${changed}${inode}`.slice(0, `${size}`.length) as Fingerprint;',
  },
  {
    name: 'take for saved what was saved once before',
    breaks: '1: what stood still was captured in time',
    needs: ['saves what was there before'],
    file: 'features/capture/register.ts',
    find: "  if (known.sha256 === now.sha256 && !isSavedAgain(stores, known, now)) return { kind: 'unchanged' };\n",
    replace:
      "  if (stores.saves.versionsOf(known.matterId, known.fileId).some(({ sha256 }) => sha256 === now.sha256)) return { kind: 'unchanged' };\n",
  },
  {
    name: 'call refused what waits for a history that is refused',
    breaks: '4: a problem shown has a cause that the world has',
    needs: ['history is refused'],
    file: 'features/upload/failures.ts',
    find: '    if (rest > 0) {\n      reader.looks.awaitedBy(',
    replace:
      "    if (nextStep(error, save, false, random).kind !== 'again') return this.#ports.stores.outbox.needsPerson(save.id, writeProblem(refused(save.name, error)));\n    if (rest > 0) {\n      reader.looks.awaitedBy(",
  },
  {
    name: 'ask of each next version whether it is that document',
    breaks: '4: a problem shown has a cause that the world has',
    file: 'features/capture/register.ts',
    find: "  addSave(stores, now, 'content', saved, problemOfDescent(stores, known));\n",
    replace:
      "  const there = stores.documents.document(known.matterId, known.fileId);\n  addSave(stores, now, 'content', saved, there ? alreadyFiled(there.name) : problemOfDescent(stores, known));\n",
  },
  {
    name: 'ask about each save whether it may be one that another try left',
    breaks: '4: a problem shown has a cause that the world has',
    needs: ['colleague files a version'],
    file: 'features/upload/in-the-way.ts',
    find: "  const maybe = proof?.kind === 'may-be-filed' ? proof.versions[0] : undefined;\n",
    replace:
      "  const maybe = proof?.kind === 'may-be-filed' ? proof.versions[0] : notIncluded(stores, save, save.agreedUpTo).at(-1);\n",
  },
  {
    name: 'say of every folder what is wrong with one',
    breaks: '4: a problem shown has a cause that the world has',
    needs: ['drive unplugged'],
    file: 'features/folders/health-issues.ts',
    find: '    this.#set(matterId, null, issue);\n',
    replace:
      "    this.#set(matterId, null, issue);\n    if (issue) this.#set(matterId.replace(/[12]$/, (last) => (last === '1' ? '2' : '1')) as MatterId, null, issue);\n",
  },
  {
    name: 'say of no folder that it is away',
    breaks: '3: a matter’s folder that is away is a problem shown',
    needs: ['drive unplugged'],
    file: 'features/folders/health-issues.ts',
    find: '    this.#set(matterId, null, issue);\n',
    replace: '',
  },
  {
    name: 'forget in the custody log who it was',
    breaks: '2: the custody log says when, by whom and from which device',
    file: 'store/custody/custody.ts',
    find: "      person: (facts.who ?? this.#presence) === 'own' ? kept(person()) : null,\n",
    replace: "      person: facts.kind === 'filed' ? kept(person()) : null,\n",
  },
  {
    name: 'write another document into the custody log',
    breaks: '2: the custody log tells what happened to each save',
    file: 'store/custody/custody.ts',
    find: '      fileId: save.fileId,\n',
    replace: "      fileId: 'another' as FileId,\n",
  },
  {
    name: 'leave a document the name that a colleague gave it, whatever the person calls it since',
    breaks: '4: a document lies in the folder where the person put it',
    needs: ['renames in the window', 'colleague renames a document'],
    file: 'features/upload/announcement.ts',
    find: '  if (posix.dirname(before) === posix.dirname(path)) {\n',
    replace:
      '  if (known.name !== composed(posix.basename(before))) return withNameThere;\n  if (posix.dirname(before) === posix.dirname(path)) {\n',
  },
  {
    name: 'send what the person paused',
    breaks: '4, 6: what the person paused is not announced',
    needs: ['pauses a matter or lets it go on'],
    file: 'store/saves.ts',
    find: "(held IS NULL OR state = 'sending') AND matter_id NOT IN (SELECT matter_id FROM paused_matter)",
    replace: "(held IS NULL OR state = 'sending')",
  },
  {
    name: 'file on top of what a colleague deleted',
    breaks: '7: what a colleague deleted is not brought back unasked',
    needs: ['colleague deletes a document', 'service: takes back what was deleted'],
    file: 'features/upload/in-the-way.ts',
    find: '  if (deletion && deletion.seq > (save.agreedUpTo ?? 0))',
    replace: '  if (deletion && deletion.seq < 0)',
  },
  {
    name: 'take what brings a document back for its content',
    breaks: '4: filed is what history showed',
    needs: ['colleague deletes what is being sent'],
    file: 'features/history/changes-of-document.ts',
    find: 'wasDeleted || (hasIds && entry.documentVersionId === null)',
    replace: 'false',
  },
];
