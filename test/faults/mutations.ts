/** One deliberate fault in the engine: `find` stands exactly once in the file and is replaced. */
export interface Mutation {
  readonly name: string;
  /** Below main/engine/. */
  readonly file: string;
  readonly find: string;
  readonly replace: string;
}

/** Ways to break promises that the simulation must notice. */
export const mutations: readonly Mutation[] = [
  {
    name: 'skip the fsync of a capture',
    file: 'vault/vault.ts',
    find: '      await this.#files.sync(temporary);\n',
    replace: '',
  },
  {
    name: 'skip making the name of a capture safe',
    file: 'vault/vault.ts',
    find: '    await this.#files.replace(temporary, target);\n    await this.#files.sync(room);\n',
    replace: '    await this.#files.replace(temporary, target);\n',
  },
  {
    name: 'take a file that changes while it is read',
    file: 'vault/vault.ts',
    find: '!after.ok || !sameFile(before.value, after.value) || bytes !== after.value.size',
    replace: '!after.ok',
  },
  {
    name: 'trust the time of modification alone',
    file: 'vault/vault.ts',
    find: 'return a.inode === b.inode && a.size === b.size && a.modified === b.modified && a.changed === b.changed;',
    replace: 'return a.modified === b.modified;',
  },
  {
    name: 'forget a save that the full disk had no room for',
    file: 'watch/matter-watch.ts',
    find: 'return this.#settler.touch(path, vaultRetry);',
    replace: 'return;',
  },
  {
    name: 'forget a file that another program holds',
    file: 'watch/matter-watch.ts',
    find: 'return this.#settler.touch(path, unreadableRetry);',
    replace: 'return;',
  },
  {
    name: 'do not look for what was saved while the program was closed',
    file: 'watch/observer.ts',
    find: 'if (reconcile && !reconcile.differs(this.#ports.below(path), seen?.fingerprint ?? null)) return;',
    replace: 'if (reconcile) return;',
  },
  {
    name: 'file again what did not change',
    file: 'watch/register.ts',
    find: "  if (known.sha256 === captured.sha256) return { kind: 'unchanged' };\n",
    replace: '',
  },
  {
    name: 'let two files take over one document',
    file: 'watch/register.ts',
    find: 'stores.links.file(matterId, file.path)?.fileId === file.fileId',
    replace: 'file.fileId !== undefined',
  },
  {
    name: 'drop the order of a document’s saves',
    file: 'store/outbox.ts',
    find: 'SELECT min(id) FROM save',
    replace: 'SELECT max(id) FROM save',
  },
  {
    name: 'ignore that an upload address expired',
    file: 'upload/pipeline.ts',
    find: 'if (content.ok) return this.#sent(save);',
    replace: "if (content.ok || content.error.kind === 'upload-expired') return this.#sent(save);",
  },
  {
    name: 'send again after a crash without looking',
    file: 'upload/pipeline.ts',
    find: "    if (save.kind === 'metadata') return stores.outbox.again(save.id, null, null);\n",
    replace: '    return stores.outbox.again(save.id, null, null);\n',
  },
  {
    name: 'call filed what was only sent',
    file: 'upload/pipeline.ts',
    find: '    stores.outbox.sent(save.id, clock.now());\n',
    replace: '    stores.outbox.filed(save.id, null, clock.now());\n',
  },
  {
    name: 'bury what a colleague filed',
    file: 'upload/pipeline.ts',
    find: "    if (!newer) return 'none';",
    replace: "    if (newer || !newer) return 'none';",
  },
  {
    name: 'give up at the first failure of the network',
    file: 'upload/pipeline.ts',
    find: "    if (retry !== 'never') return this.#again(save, error);\n",
    replace: "    if (retry !== 'never') return this.#ports.stores.outbox.keepUnfiled(save.id);\n",
  },
  {
    name: 'believe a wait that a clock set back made endless',
    file: 'upload/pipeline.ts',
    find: 'if (wait > 0 && wait <= backOff.base + backOff.cap)',
    replace: 'if (wait > 0)',
  },
];
