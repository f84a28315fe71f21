import type { Mutation } from './mutation.ts';

const keeper = 'features/custody/checkpoint-keeper.ts';
const everyCheckpoint = '2: every checkpoint of the custody log';
const outside = '2: what lies outside of the database';
const beginning = '2: a tree of the custody log begins';
const signedAtStart = '2: what the custody log had when the program began is signed';
const stamper = 'features/custody/stamper.ts';
const exporter = 'features/custody/export.ts';
const wanted = 'person: wants evidence';

/**
 * Faults in the steps on the way of the custody log: an entry, a tile, a checkpoint that is signed, kept, and noted beside the database, a
 * time stamp, an older log, a damaged one, an export.
 */
export const mutationsOfEvidence: readonly Mutation[] = [
  {
    name: 'sign another root than that of the entries',
    breaks: everyCheckpoint,
    file: keeper,
    find: 'root: custody.tree.root(tree, size) };\n    // Main',
    replace: 'root: custody.tree.root(tree, size - 1) };\n    // Main',
  },
  {
    name: 'begin anew though the log goes on from where it was signed',
    breaks: outside,
    file: keeper,
    find: 'return size <= custody.tree.sizeAt(',
    replace: 'return size < custody.tree.sizeAt(',
  },
  {
    name: 'put the leaf of an older log’s chain before its entries',
    breaks: beginning,
    file: 'store/custody/custody.ts',
    find: "entriesBefore: at === 'end' ? this.last - lengthOf(missing) : 0,",
    replace: 'entriesBefore: 0,',
  },
  {
    name: 'take for the leaf of an older entry what the chain has of it',
    breaks: everyCheckpoint,
    file: 'store/custody/tree.ts',
    find: "Buffer.from(contents.map((content) => digestOf(content)).join(''), 'hex')",
    replace: "Buffer.from(contents.map((content) => 'hash' in content && content.hash).join(''), 'hex')",
  },
  {
    name: 'forget the tree when a damaged database is made anew',
    breaks: outside,
    needs: ['database: in a file', 'engine killed'],
    file: 'store/salvage.ts',
    find: '  /^(sqlite_|matter$|',
    replace: '  /^(sqlite_|custody_tree$|matter$|',
  },
  {
    name: 'have a checkpoint signed before the disk has what it covers',
    breaks: outside,
    needs: ['database: may lose commits', wanted],
    file: keeper,
    find: '    inTrustedLog(database, () => matters.putSetting(signingSetting, String(size)));\n',
    replace: '',
  },
  {
    name: 'keep no checkpoint that was signed',
    breaks: signedAtStart,
    file: keeper,
    find: 'const kept = checkpoints.add(signed.checkpoint);',
    replace: 'const kept = { ...signed.checkpoint, id: 0 };',
  },
  {
    name: 'keep whatever an authority answers',
    breaks: '2: a time stamp that is kept is what the authority stamped',
    needs: [wanted],
    file: stamper,
    find: '    if (!checked.ok) return checked;\n    const now = this.#clock.now();',
    replace: '    const now = this.#clock.now();',
    also: {
      file: stamper,
      find: 'const { at, within } = checked.value;',
      replace: "const { at, within } = { at: '', within: 0 };",
    },
  },
  {
    name: 'keep a time stamp beside the newest checkpoint, whichever it is on',
    breaks: '2: a time stamp that is kept is what the authority stamped',
    needs: [wanted, 'engine killed'],
    file: stamper,
    find: '      checkpoint: checkpoint.id,',
    replace: '      checkpoint: this.#stores.checkpoints.last?.id ?? 0,',
  },
  {
    name: 'ask for a time stamp and keep none',
    breaks: '2: a time stamp that came is kept',
    needs: [wanted],
    file: stamper,
    find: 'this.#stores.checkpoints.addStamp({',
    replace: 'void ({',
  },
  {
    name: 'lose the time stamps when a damaged database is made anew',
    breaks: '2: a time stamp that came is kept',
    needs: [wanted, 'database: in a file', 'engine killed'],
    file: 'store/salvage.ts',
    find: 'for (const { name, wr } of inOrder) {',
    replace: 'for (const { name, wr } of tables) {',
  },
  {
    name: 'export the log without its last entry',
    breaks: '2: a custody log that was exported is the log as it is',
    needs: [wanted],
    file: exporter,
    find: 'this.#custody.pages(1, exporting.seq)',
    replace: 'this.#custody.pages(1, exporting.seq - 1)',
  },
  {
    name: 'say that the log was exported before the disk has it',
    breaks: '2: what the custody log says was exported stands there',
    needs: [wanted, 'power cut'],
    file: exporter,
    find: '      await this.#files.sync(stagingFiles);\n',
    replace: '',
  },
];
