import { randomUUID } from 'node:crypto';
import {
  appendFileSync,
  existsSync,
  linkSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { CaptureTurns } from '../../../../main/engine/features/capture/capture-turns.ts';
import { StagingFiles } from '../../../../main/engine/features/folders/staging-files.ts';
import { ReplacedFiles } from '../../../../main/engine/features/replaced-files/replaced-files.ts';
import { Restorer } from '../../../../main/engine/features/versions/restorer.ts';
import { replaceExactly } from '../../../../main/engine/platform/replace-exact.ts';
import { systemFiles } from '../../../../main/engine/platform/system-files.ts';
import { GroupCommit } from '../../../../main/engine/store/group-commit.ts';
import { systemClock } from '../../../../shared/base/clock.ts';
import { fileIdOf, versionWith } from '../../../support/versions.ts';
import { eventually, sha256, type Workplace } from '../../../support/workplace.ts';
import { calm, openDesk } from '../saving/desk.ts';

type Call = (...given: never[]) => unknown;

/** A program that is killed before its step of this number, counted from 1: whatever it does after that never happens. */
class Killed {
  steps = 0;
  readonly #at: number;
  constructor(at: number) {
    this.#at = at;
  }

  get isDead(): boolean {
    return this.steps >= this.#at;
  }

  /** True when the step may be taken. */
  step(): boolean {
    if (!this.isDead) this.steps += 1;
    return !this.isDead;
  }

  /** What it does with files: each call is a step, and one after the end never returns. */
  later<Part extends object>(part: Part, names: readonly (keyof Part)[]): Part {
    const over = names.map((name) => [
      name,
      (...given: never[]) =>
        this.step() ? Reflect.apply(part[name] as Call, part, given) : new Promise(() => {}),
    ]);
    return { ...part, ...Object.fromEntries(over) };
  }

  /** What it does with its own records, at once. */
  atOnce<Part extends object>(part: Part, names: readonly (keyof Part)[]): Part {
    return new Proxy(part, {
      get: (_, name) => {
        const value: unknown = Reflect.get(part, name, part);
        if (typeof value !== 'function') return value;
        return (...given: never[]) => {
          if (names.includes(name as keyof Part) ? !this.step() : this.isDead) throw new Error('killed');
          return Reflect.apply(value, part, given);
        };
      },
    });
  }
}

/** Where files have one name only; killed in the middle of replacing, what stood there has only its second name. */
const oneName = (killed: Killed) =>
  ({
    replaceExact: async (from, to, expected, keptAs) =>
      replaceExactly(from, to, expected, keptAs, () => {
        if (killed.step()) throw Object.assign(new Error('no links'), { code: 'EPERM' });
        renameSync(to, keptAs);
        throw new Error('killed');
      }),
  }) satisfies Partial<typeof systemFiles>;

const twoNames = (killed: Killed) =>
  ({
    replaceExact: async (from, to, expected, keptAs) =>
      replaceExactly(from, to, expected, keptAs, (one, other) => {
        linkSync(one, other);
        if (!killed.step()) throw new Error('killed');
      }),
  }) satisfies Partial<typeof systemFiles>;

/** Restores the version “one” of a document in a program that is killed; answers whether it lived through it. */
async function restoreKilled(
  place: Workplace,
  name: string,
  at: number,
  disk: typeof oneName,
): Promise<boolean> {
  const killed = new Killed(at);
  const { stores, vault, newFileId } = place.workspace;
  const { matterId } = place;
  const files = killed.later({ ...systemFiles, ...disk(killed) }, [
    ...(['writeNew', 'sync', 'replaceExact', 'moveNew', 'removeOwn', 'makeDirectory'] as const),
  ]);
  const own = {
    ...stores,
    links: killed.atOnce(stores.links, ['putFile', 'markRemoved']),
    custody: killed.atOnce(stores.custody, ['restored']),
    matters: killed.atOnce(stores.matters, ['putSetting']),
    replacedFiles: killed.atOnce(stores.replacedFiles, ['add', 'replaced', 'forget']),
    restoredFiles: killed.atOnce(stores.restoredFiles, ['begins', 'tell', 'ends']),
  };
  const clock = systemClock;
  const commits = new GroupCommit(stores.database, systemFiles);
  const stagingFiles = new StagingFiles({ files, stores: own, clock });
  const onChange = () => {};
  const replacedFiles = new ReplacedFiles({ files, stores: own, vault, commits, clock, onChange });
  const restorer = new Restorer({
    ...{ files, stores: own, vault, commits, clock, stagingFiles, replacedFiles, newFileId, onChange },
    turns: new CaptureTurns(),
    uniqueName: randomUUID,
  });
  const version = versionWith(place, name, 'one');
  const done = restorer.restore(matterId, fileIdOf(place, name), version).catch(() => null);
  await Promise.race([
    done,
    vi.waitFor(() => expect(killed.isDead).toBe(true), { timeout: 10_000, interval: 2 }),
  ]);
  stagingFiles.stop();
  await replacedFiles.stop();
  return !killed.isDead;
}

/** How often the custody log tells that a version of the document was put back. */
const restoredInLog = ({ workspace }: Workplace, fileId: string): number =>
  workspace.stores.database
    .prepare<[string], number>(`SELECT count(*) FROM custody WHERE kind = 'restored' AND file_id = ?`)
    .pluck()
    .get(fileId) ?? 0;

/** What the person does with the document before the program starts again. */
const acts = {
  nothing: () => {},
  'gives it another name': (path: string) => renameSync(path, path.replace('.docx', ' renamed.docx')),
  'gives it another name and edits it': (path: string) => {
    renameSync(path, path.replace('.docx', ' renamed.docx'));
    appendFileSync(path.replace('.docx', ' renamed.docx'), ' edited');
  },
};

test.each([
  ['over what is there', true, twoNames],
  ['over what is there, where files have one name only', true, oneName],
  ['of a document that was removed here', false, twoNames],
])(
  'whenever restoring a version %s is killed, and whatever the person names it before the next start, it is one document and nothing is lost',
  async (_, isThere, disk) => {
    await using place = await openDesk({ requestLimit: { perSecond: 1_000, burst: 1_000 } });
    // Its own looks at what happens here would be those of another program.
    const quiet = async () => {
      await place.workspace.watches.stop();
      await place.workspace.replacedFiles.stop();
    };
    const mostSteps = 16;
    const documents = Object.keys(acts).flatMap((act, index) =>
      Array.from({ length: mostSteps }, (__, step) => ({
        act,
        at: step + 1,
        name: `${index}-${step + 1}.docx`,
      })),
    );
    const path = (name: string) => join(place.folder, name);
    const write = (content: string) => {
      for (const { name } of documents) writeFileSync(path(name), content);
    };
    for (const [index, content] of ['one', 'two'].entries()) {
      write(content);
      await place.allFiled(documents.length * (index + 1));
    }
    const ids = new Map(documents.map(({ name }) => [name, fileIdOf(place, name)]));
    for (const { name } of isThere ? [] : documents) rmSync(path(name));
    const known = () => place.workspace.stores.links.files(place.matterId).filter((file) => !file.removed);
    await expect.poll(known, eventually).toHaveLength(isThere ? documents.length : 0);
    await quiet();
    const lived: number[] = [];
    const before = new Map<string, string>();
    for (const { act, at, name } of documents) {
      if (await restoreKilled(place, name, at, disk)) lived.push(at);
      if (!existsSync(path(name))) continue;
      acts[act as keyof typeof acts](path(name));
      const now = [path(name), path(name).replace('.docx', ' renamed.docx')].find((one) => existsSync(one));
      before.set(name, readFileSync(now ?? '', 'utf8'));
    }
    // Every step was tried, and one after the last of them.
    expect(lived).toContain(mostSteps);
    await place.restartEngine();
    await calm(place);

    const shown = (name: string) => {
      const number = name.replace('.docx', '');
      const named = (one: string) => [name, `${number} renamed.docx`].includes(one);
      const filed = place.service.filesOf(place.matterId).filter((file) => named(file.fileName));
      return {
        name,
        ids: filed.map(({ fileId }) => fileId),
        versions: filed.flatMap(({ fileId }) =>
          place.service.contentOf(place.matterId, fileId).map((version) => version.sha256),
        ),
        here: readdirSync(place.folder)
          .filter(named)
          .map((one) => readFileSync(path(one), 'utf8')),
      };
    };
    for (const { name } of documents) {
      // Where files have one name only, what the kill took away is put back.
      const stood = before.get(name) ?? (isThere ? 'two' : null);
      const saves = ['one', 'two', ...(stood === null || stood === 'two' ? [] : [stood])];
      await expect
        .poll(() => shown(name), eventually)
        .toEqual({
          name,
          ids: [ids.get(name)],
          versions: saves.map(sha256),
          here: stood === null ? [] : [stood],
        });
      expect([name, restoredInLog(place, ids.get(name) ?? '')]).toEqual([
        name,
        stood?.startsWith('one') ? 1 : 0,
      ]);
    }
    const second = new Set(place.workspace.stores.replacedFiles.all().map(({ keptAs }) => keptAs));
    const left = () =>
      readdirSync(place.folder).filter((name) => name.startsWith('.matterline-') && !second.has(path(name)));
    await expect.poll(left, eventually).toEqual([]);
  },
);
