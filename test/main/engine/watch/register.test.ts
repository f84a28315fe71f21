import Database from 'better-sqlite3';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { registerCapture } from '../../../../main/engine/features/capture/register.ts';
import { prepareDatabase } from '../../../../main/engine/store/database.ts';
import { storesOn } from '../../../../main/engine/store/stores.ts';
import type { FileId, MatterId } from '../../../../shared/model/index.ts';
import { testAuditContext } from '../../../support/audit-context.ts';
import { sha256 } from '../../../support/workplace.ts';

interface Node {
  readonly inode: string;
  content: string;
  changed: number;
}

const matters = ['a', 'b'] as MatterId[];
const names = [
  'Brief.docx',
  'BRIEF.docx',
  'Résumé.odt'.normalize('NFC'),
  'Résumé.odt'.normalize('NFD'),
  'Old/Brief.docx',
];

/** Two matter folders as a file system has them, and the engine's knowledge of them. */
class TwoFolders {
  readonly stores = storesOn(prepareDatabase(new Database(':memory:')), testAuditContext);
  readonly files = new Map<string, Node>();
  #count = 0;
  #now = 1_800_000_000_000;

  path = (matter: number, name: number): string => `${matters[matter]}/${names[name]}`;

  write(path: string, content: string): void {
    const node = this.files.get(path) ?? { inode: `1:${this.#next()}:9`, content, changed: 0 };
    node.content = content;
    node.changed = this.#next();
    this.files.set(path, node);
  }
  copy(from: string, to: string): void {
    const node = this.files.get(from);
    if (node && from !== to) this.write(to, node.content);
  }
  move(from: string, to: string): void {
    const node = this.files.get(from);
    if (!node || from === to) return;
    this.files.delete(from);
    this.files.set(to, node);
    node.changed = this.#next();
  }

  /** The engine looks at some paths, in some order, as it does when it hears of them. */
  look(paths: readonly string[]): void {
    this.#now += 1000;
    for (const path of paths) {
      const [matterId, name] = [path.slice(0, 1) as MatterId, path.slice(2)];
      const node = this.files.get(path);
      if (!node) this.stores.links.markRemoved(matterId, name, this.#now);
      else this.#capture(matterId, name, node);
    }
  }

  #capture(matterId: MatterId, path: string, { inode, content, changed }: Node): void {
    const { links } = this.stores;
    const known = links.file(matterId, path);
    const hash = sha256(content);
    const gone = links
      .renameCandidates(matterId, inode, hash)
      .filter((file) => !this.files.has(`${matterId}/${file.path}`));
    const facts = {
      kind: 'file' as const,
      size: content.length,
      modified: '0',
      changed: String(BigInt(this.#now) * 1_000_000n + BigInt(changed)),
      inode,
    };
    registerCapture(this.stores, {
      matterId,
      path,
      captured: { sha256: hash, facts },
      gone: known && !known.removed ? [] : gone,
      newFileId: () => `document-${this.#next()}` as FileId,
      now: this.#now,
    });
  }

  /** Paths of which the engine knows anything, of removed files too. */
  knownPaths(): Set<string> {
    return new Set(
      matters.flatMap((matterId) =>
        this.stores.links.files(matterId).map((file) => `${matterId}/${file.path}`),
      ),
    );
  }

  documentAt(path: string): FileId | undefined {
    const file = this.stores.links.file(path.slice(0, 1) as MatterId, path.slice(2));
    return file && !file.removed ? file.fileId : undefined;
  }

  #next(): number {
    this.#count += 1;
    return this.#count;
  }
}

const matter = fc.nat(1);
const name = fc.nat(names.length - 1);
const content = fc.constantFrom('one', 'two', 'three');
const step = fc.oneof(
  fc.record({ act: fc.constant('write' as const), matter, name, content }),
  fc.record({ act: fc.constant('delete' as const), matter, name }),
  fc.record({
    act: fc.constantFrom('copy' as const, 'move' as const),
    matter,
    name,
    toMatter: matter,
    toName: name,
  }),
);
type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never;

/** Carries a step out and says which paths it touched. */
function carryOut(world: TwoFolders, one: Step): string[] {
  const at = world.path(one.matter, one.name);
  switch (one.act) {
    case 'write':
      world.write(at, one.content);
      return [at];
    case 'delete':
      world.files.delete(at);
      return [at];
    case 'copy':
    case 'move': {
      const to = world.path(one.toMatter, one.toName);
      world[one.act](at, to);
      return [at, to];
    }
  }
}

const run = (
  check: (
    world: TwoFolders,
    one: Step,
    touched: readonly string[],
    before: Map<string, FileId>,
    knownBefore: ReadonlySet<string>,
  ) => void,
) =>
  fc.assert(
    fc.property(fc.array(fc.tuple(step, fc.boolean()), { maxLength: 25 }), (steps) => {
      const world = new TwoFolders();
      for (const [one, backwards] of steps) {
        const before = new Map(
          [...world.files.keys()].flatMap((path) => {
            const document = world.documentAt(path);
            return document ? [[path, document] as const] : [];
          }),
        );
        const knownBefore = world.knownPaths();
        const touched = carryOut(world, one);
        world.look(backwards ? touched.toReversed() : touched);
        check(world, one, touched, before, knownBefore);
      }
      world.stores.database.close();
    }),
    { numRuns: 150 },
  );

test('a document nobody touched stays the document it was, whatever happens to others in any matter', () => {
  run((world, _one, touched, before) => {
    const untouched = [...before].filter(([path]) => !touched.includes(path));
    expect(untouched.map(([path]) => [path, world.documentAt(path)])).toEqual(untouched);
  });
});

test('a copy never takes over the identity of its original', () => {
  run((world, one, [from = '', to = ''], before) => {
    const original = before.get(from);
    const isCopy = one.act === 'copy' && from !== to && original !== undefined;
    expect(isCopy && world.documentAt(from) !== original).toBe(false);
    expect(isCopy && world.documentAt(to) === original).toBe(false);
  });
});

test('a rename or a move to a free path of the matter keeps the document; in another matter it is another one', () => {
  run((world, one, [from = '', to = ''], before, knownBefore) => {
    const document = before.get(from);
    const isMove = one.act === 'move' && from !== to && document !== undefined;
    const sameMatter = from[0] === to[0];
    const kept = world.documentAt(to) === document;
    expect(isMove && sameMatter && !knownBefore.has(to) && !kept).toBe(false);
    expect(isMove && !sameMatter && kept).toBe(false);
  });
});

test('one path has one document, two paths never share one, and every file has one', () => {
  run((world) => {
    const documents = [...world.files.keys()].map((path) => world.documentAt(path));
    expect(documents).not.toContain(undefined);
    expect(new Set(documents).size).toBe(documents.length);
    for (const matterId of matters) {
      const all = world.stores.links.files(matterId);
      expect(new Set(all.map((file) => file.path)).size).toBe(all.length);
    }
  });
});

test('the last save of every document is what stands in its file', () => {
  run((world) => {
    for (const [path, node] of world.files) {
      const last = world.stores.database
        .prepare<[string], string>(
          `SELECT sha256 FROM save WHERE file_id = ? AND kind = 'content' ORDER BY id DESC LIMIT 1`,
        )
        .pluck()
        .get(world.documentAt(path) ?? '');
      expect(last).toBe(sha256(node.content));
    }
  });
});

test('a copy is a new document also when its original went to another matter before the copy was known', () => {
  const world = new TwoFolders();
  world.write('a/Brief.docx', 'one');
  world.look(['a/Brief.docx']);
  const original = world.documentAt('a/Brief.docx');
  world.copy('a/Brief.docx', 'a/Kept.docx');
  world.move('a/Brief.docx', 'b/Brief.docx');
  world.look(['a/Brief.docx', 'b/Brief.docx', 'a/Kept.docx']);
  expect(original).toBeDefined();
  expect(world.documentAt('a/Kept.docx')).toBeDefined();
  expect(world.documentAt('a/Kept.docx')).not.toBe(original);
});

test('a document that a person files separately while its rename is being captured is renamed as what it is now', () => {
  const stores = storesOn(prepareDatabase(new Database(':memory:')), testAuditContext);
  const matterId = 'a' as MatterId;
  const facts = { size: 3, modified: '0', changed: '1', inode: '1:2:9' };
  const known = {
    matterId,
    path: 'Brief.docx',
    sha256: sha256('one'),
    ...facts,
    base: { entryId: null, upTo: 0 },
    removed: false,
  };
  stores.links.putFile({ ...known, fileId: 'shared' as FileId });
  const gone = stores.links.renameCandidates(matterId, facts.inode, known.sha256);
  // In the moment between looking for what is gone and writing down what was found.
  stores.links.putFile({ ...known, fileId: 'separate' as FileId });
  const registered = registerCapture(stores, {
    matterId,
    path: 'BRIEF.DOCX',
    captured: { sha256: known.sha256, facts: { kind: 'file', ...facts, changed: '2' } },
    gone,
    newFileId: () => 'another' as FileId,
    now: 1,
  });
  expect(registered).toEqual({ kind: 'renamed', fileId: 'separate' });
  expect(stores.links.file(matterId, 'Brief.docx')).toBeUndefined();
});

test('what appears under the former name of a document that is there under another one is a new document', () => {
  const stores = storesOn(prepareDatabase(new Database(':memory:')), testAuditContext);
  const matterId = 'a' as MatterId;
  const facts = { size: 3, modified: '0', changed: '1', inode: '1:2:9' };
  const known = {
    matterId,
    fileId: 'moved' as FileId,
    sha256: sha256('one'),
    ...facts,
    base: { entryId: null, upTo: 0 },
  };
  stores.links.putFile({ ...known, path: 'Statement.docx', removed: false });
  stores.links.putFile({ ...known, path: 'Brief.docx', removed: true });
  const registered = registerCapture(stores, {
    matterId,
    path: 'Brief.docx',
    captured: { sha256: known.sha256, facts: { kind: 'file', ...facts, inode: '1:3:9' } },
    gone: [],
    newFileId: () => 'another' as FileId,
    now: 1,
  });
  expect(registered).toEqual({ kind: 'saved', fileId: 'another' });
  expect(stores.links.file(matterId, 'Statement.docx')?.fileId).toBe('moved');
});
