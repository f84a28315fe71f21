import { basename, join, parse } from 'node:path';
import { implement, type Router } from '@orpc/server';
import { err, type Result } from '../../shared/base/result.ts';
import type { Watched } from '../../shared/base/watched.ts';
import { contract } from '../../shared/contract/index.ts';
import {
  type DiagnosisStep,
  type FileId,
  type Held,
  type KeptScreen,
  type Managed,
  type MatterId,
  type Preferences,
  type Refusal,
  statusBefore,
} from '../../shared/model/index.ts';
import { changeConnection } from '../connection/changing.ts';
import { importConnection } from '../connection/importing.ts';
import type { ConnectionKeeper } from '../connection/keeper.ts';
import type { Adding } from '../documents/adding.ts';
import { ChosenFile, type ToWastebasket } from '../documents/chosen-file.ts';
import type { MeteredHold } from '../network/metered-hold.ts';
import type { ProxyKeeper } from '../network/proxy-keeper.ts';
import type { Policy } from '../policy/policy.ts';
import type { ProfileRegistry } from '../profiles/profile-registry.ts';
import type { RequestKeys } from '../secrets/request-keys.ts';
import type { SecretStore } from '../secrets/secret-store.ts';
import type { SettingsStore } from '../settings.ts';
import type { SessionKeeper } from '../sign-in/session-keeper.ts';
import type { SigningOut } from '../sign-in/signing-out.ts';
import type { Updates } from '../updates/updates.ts';
import type { NavigationTargets } from '../window/navigation-targets.ts';
import type { StartAtLogin } from '../window/start-at-login.ts';
import { asking, type EngineSource, forward, type Gap } from './forward.ts';
import type { GrantedPaths } from './granted-paths.ts';
import { comparing, type PreviewPorts, previewing } from './previewing.ts';
import { orRefused, refused } from './refused.ts';
import { left, notAnyMore, stillThere, viewing } from './viewing.ts';
import { copySignInAddress, type WindowCommands } from './window-commands.ts';

export interface RouterParts extends WindowCommands, Pick<PreviewPorts, 'readContents' | 'viewers'> {
  readonly version: string;
  readonly platform: 'win32' | 'darwin' | 'linux';
  readonly connection: ConnectionKeeper;
  readonly session: SessionKeeper;
  readonly isLocked: () => boolean;
  readonly secrets: SecretStore;
  readonly requestKeys: RequestKeys;
  readonly settings: SettingsStore;
  readonly policy: Policy;
  readonly proxies: ProxyKeeper;
  readonly engine: EngineSource;
  readonly engineProblem: Watched<Refusal | null>;
  readonly signingOut: SigningOut;
  readonly profileRegistry: ProfileRegistry;
  readonly updates: Updates;
  readonly lockAfterMinutes: () => number | null;
  readonly sendLimit: () => number | null;
  readonly granted: GrantedPaths;
  readonly rootFolder: () => string | null;
  /** Resolves once the engine makes folders there. */
  readonly onRootFolder: () => Promise<void>;
  /** The system's folder dialog; null when cancelled. */
  readonly chooseFolder: (purpose: 'matter-folder' | 'root-folder') => Promise<string | null>;
  /** The system's dialog for a connection file; null when cancelled. */
  readonly chooseConnectionFile: () => Promise<string | null>;
  /** The system's dialog for saving a file, starting with this name; null when cancelled. */
  readonly chooseExportFile: (name: string) => Promise<string | null>;
  readonly toWastebasket: ToWastebasket;
  /** `fetched` for what the service sent, whoever filed it there. */
  readonly openDocument: (
    path: string,
    origin?: 'own' | 'fetched',
    anyway?: boolean,
  ) => Promise<Result<void, Refusal>>;
  readonly openWith: (path: string) => Promise<Result<void, Refusal>>;
  readonly diagnose: (signal?: AbortSignal) => AsyncGenerator<DiagnosisStep, void>;
  /** Writes what can be read and sent; false when the file cannot be written. */
  readonly writeDiagnosis: (path: string) => Promise<boolean>;
  readonly showInFolder: (path: string) => void;
  readonly openFolder: (path: string) => Promise<Result<void, Refusal>>;
  /** Starts the system's dragging of files out of the window. */
  readonly dragOut: (paths: readonly string[]) => void;
  readonly onPreferences: (preferences: Preferences) => void;
  readonly keepScreen: (screen: KeptScreen) => void;
  readonly adding: Adding;
  readonly leads: Pick<NavigationTargets, 'follow'>;
  /** Null where the system offers no way. */
  readonly startAtLogin: StartAtLogin | null;
  readonly fileAnyway: (held: Held) => void;
  readonly metered: Pick<MeteredHold, 'ask' | 'look'>;
  readonly readDiagnosis: () => Promise<string>;
}

/** Everything the window may ask (`contract`). */
export function createRouter(parts: RouterParts): Router<typeof contract, Record<never, never>> {
  return {
    app: appRouter(parts),
    folders: foldersRouter(parts),
    documents: documentsRouter(parts),
    engine: engineRouter(parts),
    custody: custodyRouter(parts),
    timeline: timelineRouter(parts),
    matters: mattersRouter(parts),
  };
}

function engineRouter(parts: RouterParts): Router<typeof contract.engine, Record<never, never>> {
  const all = forward(contract.engine, parts.engine, (client) => client.engine, gaps) as Router<
    typeof contract.engine,
    Record<never, never>
  >;
  const awake = implement(contract.engine.awake).handler(({ input, signal }) => {
    if (input.reason === 'network') parts.metered.look();
    return asking(
      parts.engine,
      ({ client }, either) => client.engine.awake(input, { signal: either }),
      signal,
    );
  });
  const unfiled = implement(contract.engine.unfiled).handler(async ({ signal }) => {
    const ofEngine = await asking(
      parts.engine,
      ({ client }, either) => client.engine.unfiled(undefined, { signal: either }),
      signal,
    );
    return { ...ofEngine, adding: parts.adding.left };
  });
  const forwarded = { ...all, awake, unfiled };
  const isManaged = (name: Managed) => parts.policy.managed.includes(name);
  const setLimits = implement(contract.engine.vault.setLimits).handler(() => {
    throw refused(managed);
  });
  const setRoom = implement(contract.engine.keeping.setRoom).handler(() => {
    throw refused(managed);
  });
  return {
    ...forwarded,
    vault: isManaged('vaultLimits') ? { ...forwarded.vault, setLimits } : forwarded.vault,
    keeping: isManaged('fetchedLimit') ? { ...forwarded.keeping, setRoom } : forwarded.keeping,
  };
}

function appRouter(parts: RouterParts): Router<typeof contract.app, Record<never, never>> {
  const { connection, session, granted } = parts;
  const app = implement(contract.app);
  return app.router({
    info: app.info.handler(() => ({
      version: parts.version,
      platform: parts.platform,
      rootFolder: parts.rootFolder(),
      managed: [...parts.policy.managed],
      configurationProblems: [...parts.settings.problems, ...parts.policy.problems],
      removeOnSignOut: parts.signingOut.removes,
      lockAfterMinutes: parts.lockAfterMinutes(),
      sendLimit: parts.sendLimit(),
    })),
    session: app.session.handler(({ signal }) => session.session.watch(signal)),
    connection: app.connection.handler(() => connection.view()),
    saveConnection: app.saveConnection.handler(
      async ({ input: { links, shown, keepClientSecret, ...typed } }) =>
        orRefused(
          await changeConnection(
            keepClientSecret ? connection.withKeptSecret(typed) : typed,
            { links, shown },
            parts,
          ),
        ),
    ),
    importConnection: app.importConnection.handler(async () => {
      const path = await parts.chooseConnectionFile();
      if (path === null) return null;
      orRefused(await importConnection(path, parts));
      return { path };
    }),
    signIn: app.signIn.handler(async () => orRefused(await session.signIn())),
    cancelSignIn: app.cancelSignIn.handler(() => session.cancelSignIn()),
    copySignInAddress: app.copySignInAddress.handler(() => copySignInAddress(session, parts)),
    reloadWindow: app.reloadWindow.handler(() => parts.reloadWindow()),
    signOut: app.signOut.handler(async ({ input }) => orRefused(await parts.signingOut.signOut(input))),
    updates: app.updates.handler(({ signal }) => parts.updates.state.watch(signal)),
    lookForUpdate: app.lookForUpdate.handler(() => parts.updates.lookNow()),
    installUpdate: app.installUpdate.handler(async () => orRefused(await parts.updates.install())),
    profiles: app.profiles.handler(() => parts.profileRegistry.view()),
    addProfile: app.addProfile.handler(async ({ input }) =>
      orRefused(await parts.profileRegistry.add(input.name)),
    ),
    showProfile: app.showProfile.handler(async ({ input }) =>
      orRefused(await parts.profileRegistry.show(input.id)),
    ),
    renameProfile: app.renameProfile.handler(({ input }) =>
      orRefused(parts.profileRegistry.rename(input.id, input.name)),
    ),
    locked: app.locked.handler(() => false),
    signingOut: app.signingOut.handler(({ signal }) => parts.signingOut.state.watch(signal)),
    cancelSignOut: app.cancelSignOut.handler(() => parts.signingOut.cancelSignOut()),
    chooseFolder: app.chooseFolder.handler(async ({ input }) => {
      const path = await parts.chooseFolder(input.purpose);
      if (path === null) return null;
      granted.grant(input.purpose, [path]);
      return { path };
    }),
    setRootFolder: app.setRootFolder.handler(async ({ input }) => {
      if (parts.policy.managed.includes('rootFolder')) throw refused(managed);
      if (!granted.has('root-folder', input.path)) throw refused(notChosen);
      parts.settings.set('rootFolder', input.path);
      await parts.onRootFolder();
    }),
    preferences: app.preferences.handler(() => parts.settings.get('preferences')),
    setPreferences: app.setPreferences.handler(({ input }) => {
      const preferences = parts.settings.prefer(input);
      parts.onPreferences(preferences);
      return preferences;
    }),
    keepScreen: app.keepScreen.handler(({ input }) => parts.keepScreen(input)),
    diagnose: app.diagnose.handler(({ signal }) => parts.diagnose(signal)),
    exportDiagnosis: app.exportDiagnosis.handler(async () => {
      const path = await parts.chooseExportFile('Matterline report.txt');
      if (path === null) return null;
      const written = await parts.writeDiagnosis(path);
      return written ? { path } : orRefused(err(notWritten));
    }),
    proxyQuestion: app.proxyQuestion.handler(({ signal }) => parts.proxies.question.watch(signal)),
    answerProxy: app.answerProxy.handler(async ({ input: { proxy, name, password }, signal }) => {
      orRefused(parts.proxies.give(proxy, { name, password }));
      // Only sooner than it would by itself: an engine that is away or not connected needs no telling.
      await asking(
        parts.engine,
        ({ client }, either) => client.engine.matters.refresh(undefined, { signal: either }),
        signal,
      ).catch(() => undefined);
    }),
    engineProblem: app.engineProblem.handler(({ signal }) => parts.engineProblem.watch(signal)),
    leads: app.leads.handler(({ signal }) => parts.leads.follow(signal)),
    startAtLogin: app.startAtLogin.handler(
      async () => parts.startAtLogin && { on: await parts.startAtLogin.isOn() },
    ),
    setStartAtLogin: app.setStartAtLogin.handler(async ({ input }) => {
      if (parts.startAtLogin) orRefused(await parts.startAtLogin.set(input.on));
    }),
    fileAnyway: app.fileAnyway.handler(({ input }) => parts.fileAnyway(input.held)),
    metered: app.metered.handler(() => parts.metered.ask()),
    readDiagnosis: app.readDiagnosis.handler(async () => ({ text: await parts.readDiagnosis() })),
    requestKeys: {
      keep: app.requestKeys.keep.handler(({ input }) => parts.requestKeys.keep(input.key)),
      make: app.requestKeys.make.handler(() => parts.requestKeys.make()),
      copy: app.requestKeys.copy.handler(async ({ input }) => {
        const key = parts.requestKeys.get(input.id);
        if (key === null) throw refused(keyNotHere);
        await parts.copyText(key);
      }),
      forget: app.requestKeys.forget.handler(({ input }) => parts.requestKeys.forget(input.id)),
    },
  });
}

function foldersRouter({
  engine,
  granted,
  profileRegistry,
  openFolder,
}: RouterParts): Router<typeof contract.folders, Record<never, never>> {
  const folders = implement(contract.folders);
  return folders.router({
    suggest: folders.suggest.handler(({ input, signal }) =>
      asking(engine, ({ client }, either) => client.folders.suggest(input, { signal: either }), signal),
    ),
    link: folders.link.handler(async ({ input, signal }) => {
      if (input.path !== null && !granted.has('matter-folder', input.path)) throw refused(notChosen);
      const elsewhere = orRefused(await profileRegistry.foldersElsewhere());
      const asked = { ...input, elsewhere };
      return asking(engine, ({ client }, either) => client.folders.link(asked, { signal: either }), signal);
    }),
    unlink: folders.unlink.handler((asked) =>
      asking(
        engine,
        async ({ client }, either) => {
          const { path } = await client.folders.pathOf(asked.input, { signal: either });
          const unlinking = await client.folders.unlink(asked.input, { signal: either });
          // The person chose it before, so the unlinking can be undone.
          if (unlinking.unlinked) granted.grant('matter-folder', [path]);
          return unlinking;
        },
        asked.signal,
      ),
    ),
    show: folders.show.handler(async ({ input, signal }) => {
      const { path } = await asking(
        engine,
        ({ client }, either) => client.folders.pathOf(input, { signal: either }),
        signal,
      );
      return orRefused(await openFolder(path));
    }),
  });
}

function documentsRouter(parts: RouterParts): Router<typeof contract.documents, Record<never, never>> {
  const { engine, granted } = parts;
  const documents = implement(contract.documents);
  type Document = Parameters<Parameters<typeof documents.openWith.handler>[0]>[0]['input'];
  const found = (input: Document, signal?: AbortSignal) =>
    asking(engine, ({ client }, either) => client.documents.pathOf(input, { signal: either }), signal);
  const pathOf = async (input: Document, signal?: AbortSignal): Promise<string> =>
    (await found(input, signal)).path;
  const pathsOf = (
    { matterId, fileIds }: { matterId: MatterId; fileIds: readonly FileId[] },
    signal?: AbortSignal,
  ): Promise<string[]> => Promise.all(fileIds.map((fileId) => pathOf({ matterId, fileId }, signal)));
  return documents.router({
    list: documents.list.handler(({ input, signal }) =>
      asking(engine, ({ client }, either) => client.documents.list(input, { signal: either }), signal),
    ),
    add: documents.add.handler(async ({ input }) => {
      const paths = input.paths.filter((path) => granted.has('drop', path));
      if (paths.length === 0) throw refused(notDropped);
      const unrelated = input.paths
        .filter((path) => !granted.has('drop', path))
        .map((path) => ({ path, outcome: 'refused' as const, refusal: notDropped }));
      orRefused(await parts.adding.add({ ...input, paths }, unrelated));
    }),
    adding: documents.adding.handler(async function* ({ signal }) {
      const { adding } = parts;
      for await (const version of adding.changed.watch(signal)) if (version >= 0) yield adding.view;
    }),
    stopAdding: documents.stopAdding.handler(() => parts.adding.stop()),
    addedRead: documents.addedRead.handler(({ input }) => parts.adding.read(input.id)),
    open: documents.open.handler(async ({ input, signal }) => {
      const { path, isFetched } = await found(input, signal);
      return orRefused(await parts.openDocument(path, isFetched ? 'fetched' : 'own', input.anyway));
    }),
    openWith: documents.openWith.handler(async ({ input, signal }) =>
      orRefused(await parts.openWith(await pathOf(input, signal))),
    ),
    versions: documents.versions.handler(({ input, signal }) =>
      asking(engine, ({ client }, either) => client.documents.versions(input, { signal: either }), signal),
    ),
    openVersion: documents.openVersion.handler(async ({ input, signal }) => {
      const isStill = stillThere(parts, signal);
      const { path } = await asking(
        engine,
        ({ client }, either) => client.documents.copyOfVersion(input, { signal: either }),
        signal,
      );
      if (!isStill()) throw refused(left);
      return orRefused(await parts.openDocument(path));
    }),
    view: documents.view.handler(({ input: { anyway, ...input }, signal }) =>
      viewing(parts, { ...input, toPlace: true }, signal, async ({ path, isChecked, isInFolder }) => {
        const opened = await parts.openDocument(path, 'fetched', anyway);
        return opened.ok
          ? { step: 'opened', isChecked, ...(isInFolder && { isInFolder }) }
          : { step: 'refused', refusal: opened.error, kept: false };
      }),
    ),
    saveCopy: documents.saveCopy.handler(({ input, signal }) =>
      viewing(parts, input, signal, async ({ path: from }, isStill) => {
        const chosen = await chooseFile(parts, basename(from));
        if (chosen === null) return { step: 'cancelled' };
        const elsewhere = orRefused(await parts.profileRegistry.foldersElsewhere());
        if (!isStill()) return notAnyMore;
        const saved = await asking(
          engine,
          ({ client }, either) =>
            client.documents.saveFetched({ from, to: chosen.path, elsewhere }, { signal: either }),
          signal,
        );
        return { step: 'saved', path: await chosen.takes(saved.path) };
      }),
    ),
    preview: documents.preview.handler(({ input, signal }) => previewing(parts, input, signal)),
    compare: documents.compare.handler(({ input, signal }) => comparing(parts, input, signal)),
    restoreVersion: documents.restoreVersion.handler(({ input, signal }) =>
      asking(
        engine,
        ({ client }, either) => client.documents.restoreVersion(input, { signal: either }),
        signal,
      ),
    ),
    copyPaths: documents.copyPaths.handler(async ({ input, signal }) =>
      parts.copyText((await pathsOf(input, signal)).join('\n')),
    ),
    rename: documents.rename.handler(({ input, signal }) =>
      asking(engine, ({ client }, either) => client.documents.rename(input, { signal: either }), signal),
    ),
    // Only paths that the engine names for these documents ever leave the window.
    drag: documents.drag.handler(async ({ input, signal }) => parts.dragOut(await pathsOf(input, signal))),
    showInFolder: documents.showInFolder.handler(async ({ input, signal }) =>
      parts.showInFolder(await pathOf(input, signal)),
    ),
  });
}

async function chooseFile(parts: RouterParts, name: string): Promise<ChosenFile | null> {
  const path = await parts.chooseExportFile(name);
  return path === null ? null : ChosenFile.at(path, parts.toWastebasket);
}

function custodyRouter(parts: RouterParts): Router<typeof contract.custody, Record<never, never>> {
  const custody = implement(contract.custody);
  return custody.router({
    saveRecord: custody.saveRecord.handler(async ({ input, signal }) => {
      const page = await chooseFile(parts, `Record of a ${input.part.scope}.pdf`);
      if (page === null) return null;
      const { dir, name } = parse(page.path);
      const proofs = await ChosenFile.at(join(dir, `${name}.json`), parts.toWastebasket);
      const saved = await asking(
        parts.engine,
        ({ client }, either) =>
          client.custody.saveRecord(
            { ...input, path: page.path, version: parts.version },
            { signal: either },
          ),
        signal,
      );
      const path = await page.takes(saved.path);
      // The two belong together: whoever replaces the page replaces its proofs.
      return { path, proofs: path === page.path ? await proofs.takes(saved.proofs) : saved.proofs };
    }),
    exportExposure: custody.exportExposure.handler(async ({ input, signal }) => {
      const chosen = await chooseFile(parts, 'Exposure report.csv');
      if (chosen === null) return null;
      const saved = await asking(
        parts.engine,
        ({ client }, either) =>
          client.custody.exportExposure({ ...input, path: chosen.path }, { signal: either }),
        signal,
      );
      return { path: await chosen.takes(saved.path) };
    }),
    export: custody.export.handler(async ({ input, signal }) => {
      const extension = input.format === 'csv' ? 'csv' : 'jsonl';
      const chosen = await chooseFile(parts, `Custody log.${extension}`);
      if (chosen === null) return null;
      const saved = await asking(
        parts.engine,
        ({ client }, either) =>
          client.custody.export({ ...input, path: chosen.path, version: parts.version }, { signal: either }),
        signal,
      );
      return { path: await chosen.takes(saved.path) };
    }),
  });
}

function timelineRouter(parts: RouterParts): Router<typeof contract.timeline, Record<never, never>> {
  const timeline = implement(contract.timeline);
  return timeline.router({
    export: timeline.export.handler(async ({ input, signal }) => {
      const chosen = await chooseFile(parts, 'Timeline.csv');
      if (chosen === null) return null;
      const saved = await asking(
        parts.engine,
        ({ client }, either) => client.timelineExport({ ...input, path: chosen.path }, { signal: either }),
        signal,
      );
      return { path: await chosen.takes(saved.path) };
    }),
  });
}

function mattersRouter(parts: RouterParts): Router<typeof contract.matters, Record<never, never>> {
  const matters = implement(contract.matters);
  return matters.router({
    export: matters.export.handler(async ({ input, signal }) => {
      const chosen = await chooseFile(parts, 'Matters.csv');
      if (chosen === null) return null;
      const saved = await asking(
        parts.engine,
        ({ client }, either) => client.mattersExport({ ...input, path: chosen.path }, { signal: either }),
        signal,
      );
      return { path: await chosen.takes(saved.path) };
    }),
  });
}

const gaps: Readonly<Record<string, Gap>> = {
  status: (last) => ({
    ...statusBefore,
    ...(typeof last === 'object' ? last : null),
    engine: 'stopped',
    sending: 0,
  }),
};

const managed: Refusal = {
  code: 'not-permitted',
  what: 'This cannot be changed here.',
  why: 'It is managed by your organisation.',
  next: 'Ask the person who looks after your computers.',
};

const notWritten: Refusal = {
  code: 'folder-not-writable',
  what: 'The report was not written.',
  why: 'The place chosen takes no file, or the disk is full.',
  next: 'Choose another place.',
};

const keyNotHere: Refusal = {
  code: 'not-here',
  what: 'The key was not copied.',
  why: 'It is not kept on this computer any more.',
  next: 'Enter it again, or make another.',
};

const notChosen: Refusal = {
  code: 'not-permitted',
  what: 'This folder cannot be used.',
  why: 'It was not chosen in the folder dialog.',
  next: 'Choose the folder again.',
};

const notDropped: Refusal = {
  code: 'not-permitted',
  what: 'This file was not added.',
  why: 'It was not dropped onto the window.',
  next: 'Drop the file onto the window again.',
};
