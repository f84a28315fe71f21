import { mutationsOfMeaning } from './mutations-of-meaning.ts';

/** One deliberate fault in the engine: `find` stands exactly once in the file and is replaced. */
export interface Mutation {
  readonly name: string;
  /** The invariant that must be found broken, by the beginning of its words: whatever else goes wrong does not count. */
  readonly breaks: string;
  /** Below main/engine/. */
  readonly file: string;
  readonly find: string;
  readonly replace: string;
}

/** Ways to lose, bury or invent saves that the simulation must notice. */
export const mutations: readonly Mutation[] = [
  ...mutationsOfMeaning,
  {
    name: 'skip the fsync of a capture',
    breaks: '1: the vault has the bytes of every save',
    file: 'vault/vault.ts',
    find: '      await this.#files.sync(temporary);\n',
    replace: '',
  },
  {
    name: 'skip making the name of a capture safe',
    breaks: '1: the vault has the bytes of every save',
    file: 'vault/vault.ts',
    find: '    await this.#files.replace(temporary, target);\n    await this.#files.sync(room);\n',
    replace: '    await this.#files.replace(temporary, target);\n',
  },
  {
    name: 'do not wait for the disk after adding to a pack',
    breaks: '1: the vault has the bytes of every save',
    file: 'vault/pack-writer.ts',
    find: '      await this.#files.append(path, bytes);\n      await this.#files.sync(path);\n',
    replace: '      await this.#files.append(path, bytes);\n',
  },
  {
    name: 'list contents before they are on disk',
    breaks: '1: the vault has the bytes of every save',
    file: 'vault/pack-writer.ts',
    find: '      await this.#files.writeNew(path, only(bytes));\n      await this.#files.sync(path);\n      await this.#files.sync(this.#directory);\n',
    replace: '      await this.#files.writeNew(path, only(bytes));\n',
  },
  {
    name: 'go on in a pack that the full disk cut short',
    breaks: '1: the vault has the bytes of every save',
    file: 'vault/pack-writer.ts',
    find: '        this.#pack = null;\n        for',
    replace: '        for',
  },
  {
    name: 'evict what is not filed',
    breaks: '1: nothing unsent is ever evicted',
    file: 'store/contents.ts',
    find: "(state <> 'filed' OR id IN",
    replace: "(state = 'problem' OR id IN",
  },
  {
    name: 'restore without capturing what is there',
    breaks: '3: what took another’s place was captured first',
    file: 'versions/restorer.ts',
    find: '    await commits.run(() => {',
    replace: '    void (() => {',
  },
  {
    name: 'take a file that changes while it is read',
    breaks: '2: only bytes that were on disk are captured',
    file: 'vault/vault.ts',
    find: 'sameFile(before, after.value) && bytes === after.value.size',
    replace: 'after.ok',
  },
  {
    name: 'trust the time of modification alone',
    breaks: '1: what stood still was captured in time',
    file: 'files/files.ts',
    find: 'return a.inode === b.inode && a.size === b.size && a.modified === b.modified && a.changed === b.changed;',
    replace: 'return a.modified === b.modified;',
  },
  {
    name: 'forget a save that the full disk had no room for',
    breaks: '1: what stood still was captured in time',
    file: 'watch/matter-watch.ts',
    find: 'return this.#settler.touch(path, vaultRetry);',
    replace: 'return;',
  },
  {
    name: 'forget a file that another program holds',
    breaks: '1: what stood still was captured in time',
    file: 'watch/matter-watch.ts',
    find: 'return this.#settler.touch(path, unreadableRetry);',
    replace: 'return;',
  },
  {
    name: 'do not look for what was saved while the program was closed',
    breaks: '1: what stood still was captured in time',
    file: 'watch/observer.ts',
    find: 'if (reconcile && !reconcile.differs(this.#ports.below(path), seen)) return;',
    replace: 'if (reconcile) return;',
  },
  {
    name: 'file again what did not change',
    breaks: '2: what did not change is not captured again',
    file: 'watch/register.ts',
    find: "  if (known.sha256 === now.sha256) return { kind: 'unchanged' };\n",
    replace: '',
  },
  {
    name: 'let two files take over one document',
    breaks: '1: two documents that lie beside each other are two',
    file: 'watch/register.ts',
    find: 'return nowKnown && (nowKnown.fileId === file.fileId || isSameFile(nowKnown, file)) ? [nowKnown] : [];',
    replace: 'return [file];',
  },
  {
    name: 'do not wait for the disk after committing what must be safe',
    breaks: '1, 2, 5: each document’s saves are filed in order, each once',
    file: 'store/group-commit.ts',
    find: "        return await this.#files.sync(this.#log ?? '');\n",
    replace: '        return;\n',
  },
  {
    name: 'drop the order of a document’s saves',
    breaks: '1, 2, 5: each document’s saves are filed in order, each once',
    file: 'store/saves.ts',
    find: 'earlier.id < save.id',
    replace: 'earlier.id > save.id',
  },
  {
    name: 'ignore that an upload address expired',
    breaks: '4: filed is what the service took with these bytes',
    file: 'upload/sender.ts',
    find: 'if (sent.ok) return this.#sent(save, announcement);',
    replace: "if (sent.ok || sent.error.kind === 'upload-expired') return this.#sent(save, announcement);",
  },
  {
    name: 'send again after a crash without looking',
    breaks: '1, 2, 5: each document’s saves are filed in order, each once',
    file: 'upload/unknown-outcome.ts',
    find: "  if (save.kind === 'metadata') return stores.outbox.again(save.id, null, null);\n",
    replace: '  return stores.outbox.again(save.id, null, null);\n',
  },
  {
    name: 'call filed what was only sent',
    breaks: '4: filed is what history showed',
    file: 'upload/sender.ts',
    find: '      stores.outbox.sent(save.id, now);\n',
    replace: '      stores.outbox.filed(save.id, null, now);\n',
  },
  {
    name: 'bury what a colleague filed',
    breaks: '7: nobody’s version is buried unasked',
    file: 'upload/in-the-way.ts',
    find: '  if (newest) {',
    replace: '  if (newest && now < 0) {',
  },
  {
    name: 'ask a person at the third failure of whatever kind',
    breaks: '4: a problem shown has a cause that the world has',
    file: 'upload/failed-try.ts',
    find: 'refusedAddresses + 1 < mostRefused',
    replace: 'attempts + 1 < mostRefused',
  },
  {
    name: 'give up at the first failure of the network',
    breaks: '4: a problem shown has a cause that the world has',
    file: 'upload/sender.ts',
    find: "    if (step.kind === 'again') return this.#wait(save, step.wait, error);\n",
    replace:
      "    if (step.kind === 'again') return stores.outbox.needsPerson(save.id, writeProblem(refused(save.name, error)));\n",
  },
  {
    name: 'believe a wait that a clock set back made endless',
    breaks: '5, 6: once trouble ends everything is filed, or needs a person',
    file: 'store/saves.ts',
    find: ' OR next_try_at > @now + ${longestWait})',
    replace: ')',
  },
  {
    name: 'send without a word in the custody log',
    breaks: '2: the custody log tells what happened to each save',
    file: 'store/outbox.ts',
    find: "      this.ended(id, 'accepted');\n      this.#record(id, { kind: 'sent' }, now);\n",
    replace: "      this.ended(id, 'accepted');\n",
  },
  {
    name: 'tell the custody log of other bytes',
    breaks: '2: the custody log tells what happened to each save',
    file: 'custody/custody.ts',
    find: 'sha256: content ? save.sha256 : null,',
    replace: 'sha256: content ? save.sha256.toUpperCase() : null,',
  },
  {
    name: 'hash entries of the custody log without the one before',
    breaks: '2: the custody log is a whole chain',
    file: 'custody/custody.ts',
    find: 'chainHash(content.seq, previousHash, digestOf(content))',
    replace: "chainHash(content.seq, '', digestOf(content))",
  },
  {
    name: 'send what rotted in the vault',
    breaks: '4: filed is what the service took with these bytes',
    file: 'vault/vault.ts',
    find: "    if (hash('sha256', bytes, 'hex') === sha256) return bytes;\n",
    replace: '    return bytes;\n',
  },
  {
    name: 'do not take from its folder what was damaged',
    breaks: '1: what was damaged in the vault and still stands',
    file: 'vault/integrity.ts',
    find: 'of this.#stores.links.withContent(sha256)) {',
    replace: 'of this.#stores.links.withContent(sha256).slice(9)) {',
  },
  {
    name: 'end when the disk takes nothing',
    breaks: '5: the engine did not start again',
    file: 'own-trouble.ts',
    find: 'return untaken.test(code) ? code : null;',
    replace: 'return null;',
  },
  {
    name: 'stop watching a folder whose unlinking the disk did not take',
    breaks: '1: what stood still was captured in time',
    file: 'compose.ts',
    find: '        watches.add(matterId);\n        throw failure;\n',
    replace: '        throw failure;\n',
  },
  {
    name: 'believe that all events were told',
    breaks: '1: what stood still was captured in time',
    file: 'watch/observer.ts',
    find: '    if (this.#closed || this.#lookedThrough) return;\n    this.#timer?.cancel();\n',
    replace: '    if (this !== null) return;\n    this.#timer?.cancel();\n',
  },
  {
    name: 'go on watching without watches',
    breaks: '1: what stood still was captured in time',
    file: 'watch/observer.ts',
    find: "if (outOfWatches.has(code)) this.#lookThroughFromNowOn('watch-limit');\n        else",
    replace: 'if (outOfWatches.has(code)) void this.#watching?.close();\n        else',
  },
];
