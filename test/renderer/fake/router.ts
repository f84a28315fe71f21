import { implement, ORPCError } from '@orpc/server';
import { contract } from '../../../shared/contract/index.ts';
import type { AddingView } from '../../../shared/model/adding.ts';
import {
  type Change,
  type EngineStatus,
  type FreedSpace,
  fileIdSchema,
  type IgnoreRules,
  type Matter,
  type NavigationTarget,
  type Person,
  type Preferences,
  type ProfilesView,
  preferencesSchema,
  type Refusal,
  type Session,
  usualMassChangeLimits,
  type ViewStep,
} from '../../../shared/model/index.ts';
import type { ProxyQuestion } from '../../../shared/model/proxy.ts';
import type { SigningOutState } from '../../../shared/model/sign-out.ts';
import type { UpdatesState } from '../../../shared/model/updates.ts';
import { nothingKept } from '../../support/nothing-kept.ts';
import { custodyLines } from './custodyLines.ts';
import { diagnosisOf, diagnosisReport } from './diagnosis.ts';
import { disguised } from './disguise.ts';
import { exposureOf } from './exposureRows.ts';
import {
  detailsOf,
  documents,
  entryAt,
  filingOf,
  foldersOf,
  hostileName,
  matterAt,
  matterId,
  openedOlder,
  problemsOf,
  usualRules,
  versionsIn,
} from './firm.ts';
import { comparisonOf, previewOf } from './previews.ts';
import { askedPerson, type Scene, usualPerson } from './scenes.ts';
import { Stream } from './stream.ts';
import { fakeWork } from './work.ts';

const address = 'https://login.firm.example/oauth2/authorize?response_type=code&client_id=matterline-desktop';
const timelineLength = 2_000;
/** What the window reads to fill its screens, and keeps of a form. */
const readings =
  /^(documents\.list|engine\.(matters\.(list|details)|timeline|activity|search|filing\.now|requests\.list|records\.\w+|problems\.list|vault\.get|massChange\.limits)|documents\.(versions|preview|compare)|engine\.(notFiled|ignoreRules\.get|unfiled|drafts\.put)|app\.(readDiagnosis|profiles|startAtLogin))$/u;

/** A large document comes slowly, and one that the service does not give out not at all. */
async function* viewSteps(
  { downloads = 'not-offered' }: Scene,
  end: ViewStep,
  signal: AbortSignal | undefined,
): AsyncGenerator<ViewStep, void> {
  if (downloads === 'not-offered') return yield { step: 'refused', refusal: notFetched, kept: false };
  if (downloads === 'offline') return yield { step: 'refused', refusal: outOfReach, kept: true };
  yield { step: 'fetching', done: 12_400_000, of: 31_000_000 };
  if (downloads === 'slow') await new Promise((resolve) => signal?.addEventListener('abort', resolve));
  yield end;
}

const notFetched: Refusal = {
  code: 'not-here',
  what: 'This document is not on this computer',
  why: 'The service has it, and it offers no way to fetch it.',
  next: 'Open it in the service.',
};

const outOfReach: Refusal = {
  code: 'offline',
  what: 'The document could not be fetched',
  why: 'This computer is not connected to the practice service.',
  next: 'Versions that are kept on this computer open all the same: look at its versions.',
};

/** Everything the window may ask, answered from memory. */
export function fakeRouter(scene: Scene) {
  const os = implement(contract).use(async ({ next, path }) => {
    if (scene.failure && readings.test(path.join('.'))) {
      throw new ORPCError('REFUSED', { defined: true, status: 422, data: scene.failure });
    }
    const answered = await next();
    const isStream = Symbol.asyncIterator in Object(answered.output);
    return scene.hostile === true && !isStream
      ? { ...answered, output: disguised(answered.output) }
      : answered;
  });
  const leads = new Stream<NavigationTarget>(null);
  const session = new Stream<Session>(scene.session);
  const status = new Stream<EngineStatus>(scene.status);
  const person = new Stream<Person>(scene.person);
  const changes = new Stream<Change>(null);
  const { requestKeys, ...work } = fakeWork(os, scene, changes);
  const updates = new Stream<UpdatesState>(scene.updates);
  const engineProblem = new Stream<Refusal | null>(null);
  let profiles: ProfilesView = {
    shown: 'a',
    profiles: [
      { id: 'a', name: scene.long ? hostileName : 'London', need: null },
      ...(scene.profiles
        ? [
            scene.notOpen
              ? {
                  id: 'b',
                  name: 'Profile that is not open (3f9c)',
                  need: `${notOpen.what} ${notOpen.why} Nothing saved in its folders is filed until it is open.`,
                }
              : {
                  id: 'b',
                  name: 'Firm in Toronto',
                  need: scene.needElsewhere ? '2 problems need you' : null,
                },
          ]
        : []),
    ],
  };
  const adding = new Stream<AddingView>(scene.adding ?? { now: null, ended: [] });
  const leaving = new Stream<SigningOutState>({ state: 'staying', refusal: null });
  const unlinked = new Set<string>();
  const linked = new Map<string, string>();
  let rootFolder = scene.rootFolder;
  let preferences: Preferences = {
    theme: 'system',
    notifications: true,
    pinned: scene.bare ? [] : [matterId('matter-3'), matterId('matter-8')],
    recent: scene.bare ? [] : [matterId('matter-0'), matterId('matter-5')],
    show: 'open',
    place: '',
    formats: null,
    pauseOnBattery: false,
    ...scene.preferences,
  };
  let open = [
    ...(scene.bare ? [] : problemsOf(scene.long).slice(0, scene.problems)),
    ...openedOlder(scene.openedOlder ?? 0, scene.long),
  ];
  let dropped = 0;
  let startsAtLogin = false;
  const proxyQuestion = new Stream<ProxyQuestion | null>(scene.proxyQuestion ?? null);
  let ignoreRules: IgnoreRules = usualRules;
  const pausedMatters = new Set<string>();
  let keptMatter: boolean | null = null;
  const rows = scene.bare ? [] : documents(scene.long);
  const some = (from: number, to: number) =>
    Array.from({ length: Math.max(0, Math.min(to, scene.matters) - from) }, (_, index) =>
      matterAt(from + index, scene),
    );
  /** Made once somebody looks through all of them: most screens never do. */
  let everyOne: Matter[] | null = null;
  const all = () => {
    everyOne ??= some(0, scene.matters);
    return everyOne;
  };

  const folderOf = (id: string, given: string | null) =>
    unlinked.has(id) ? null : (linked.get(id) ?? given);
  const matter = (id: string) => {
    const found = matterAt(Number(id.slice(7)), scene);
    return {
      ...found,
      linkedFolder: folderOf(id, found.linkedFolder),
      historyProblem: scene.historyProblem,
      paused: pausedMatters.has(id),
    };
  };
  return {
    app: {
      requestKeys,
      info: os.app.info.handler(() => ({
        version: '0.1.0',
        platform: 'linux' as const,
        rootFolder,
        sendLimit: preferences.sendLimit ?? null,
        lockAfterMinutes: preferences.lockAfterMinutes ?? null,
        removeOnSignOut: preferences.removeOnSignOut === true,
        ...(scene.settingsLost && { configurationProblems: [settingsLost] }),
        ...(scene.managed && {
          managed: [...scene.managed],
          configurationProblems: [
            {
              code: 'configuration-invalid' as const,
              what: 'A setting of your organisation is not used.',
              why: 'In the policy, “sendLimit” is no number.',
              next: 'Ask the person who looks after your computers.',
            },
          ],
        }),
      })),
      session: os.app.session.handler(({ signal }) => session.read(signal)),
      connection: os.app.connection.handler(() => scene.connection),
      saveConnection: os.app.saveConnection.handler(({ input, errors }) => {
        if (input.baseUrl.includes('elsewhere') && input.links === 'ask') {
          throw errors.REFUSED({
            data: {
              code: 'connection-in-use',
              what: 'The service address was not changed.',
              why: 'For the address in use there is still 2 linked folders: /home/dana/Wills, /home/dana/Leases.',
              next: 'Take your folders along, or leave them: what is left stays on this computer for that address, and its folders are not watched.',
            },
          });
        }
        if (!input.baseUrl.includes('nowhere')) return session.push({ state: 'signed-out', refusal: null });
        throw errors.REFUSED({
          data: {
            code: 'unreachable',
            what: 'The service cannot be reached.',
            why: 'No server answers at that address.',
            next: 'Check the service address for a typing mistake.',
          },
        });
      }),
      importConnection: os.app.importConnection.handler(({ errors }) => {
        throw errors.REFUSED({
          data: {
            code: 'configuration-invalid',
            what: 'The connection file /home/dana/Downloads/Matterline for Abernathy and Partners.json cannot be used.',
            why: '"apiKey" is missing.',
            next: 'Choose another file, or ask whoever made this one to correct it.',
          },
        });
      }),
      signIn: os.app.signIn.handler(() => session.push({ state: 'signing-in', address, refusal: null })),
      cancelSignIn: os.app.cancelSignIn.handler(() => session.push({ state: 'signed-out', refusal: null })),
      copySignInAddress: os.app.copySignInAddress.handler(() => {}),
      reloadWindow: os.app.reloadWindow.handler(() => {}),
      signOut: os.app.signOut.handler(({ input }) =>
        input.when === 'now'
          ? session.push({ state: 'signed-out', refusal: null })
          : leaving.push({ state: 'waiting', remove: input.remove }),
      ),
      engineProblem: os.app.engineProblem.handler(({ signal }) => engineProblem.read(signal)),
      updates: os.app.updates.handler(({ signal }) => updates.read(signal)),
      lookForUpdate: os.app.lookForUpdate.handler(() => updates.push({ state: 'looking' })),
      installUpdate: os.app.installUpdate.handler(() => {}),
      profiles: os.app.profiles.handler(() => profiles),
      addProfile: os.app.addProfile.handler(({ input, errors }) => {
        if (input.name.trim() !== '') return;
        throw errors.REFUSED({
          data: {
            code: 'name-invalid',
            what: 'This name cannot be used.',
            why: 'A profile needs a name.',
            next: 'Choose another name.',
          },
        });
      }),
      showProfile: os.app.showProfile.handler(({ errors }) => {
        if (scene.notOpen) throw errors.REFUSED({ data: notOpen });
      }),
      renameProfile: os.app.renameProfile.handler(({ input }) => {
        profiles = {
          ...profiles,
          profiles: profiles.profiles.map((one) =>
            one.id === input.id ? { ...one, name: input.name } : one,
          ),
        };
      }),
      locked: os.app.locked.handler(() => scene.locked),
      signingOut: os.app.signingOut.handler(({ signal }) => leaving.read(signal)),
      cancelSignOut: os.app.cancelSignOut.handler(() => leaving.push({ state: 'staying', refusal: null })),
      chooseFolder: os.app.chooseFolder.handler(({ input }) => ({
        path: input.purpose === 'root-folder' ? '/home/dana/Matters' : '/home/dana/Documents/Abernathy',
      })),
      preferences: os.app.preferences.handler(() => preferences),
      setPreferences: os.app.setPreferences.handler(({ input }) => {
        preferences = preferencesSchema.parse({ ...preferences, ...input });
        return preferences;
      }),
      setRootFolder: os.app.setRootFolder.handler(({ input }) => {
        rootFolder = input.path;
      }),
      startAtLogin: os.app.startAtLogin.handler(() => ({ on: startsAtLogin })),
      setStartAtLogin: os.app.setStartAtLogin.handler(({ input }) => {
        startsAtLogin = input.on;
      }),
      fileAnyway: os.app.fileAnyway.handler(() => status.push({ ...scene.status, held: null })),
      metered: os.app.metered.handler(() => null),
      diagnose: os.app.diagnose.handler(async function* () {
        yield* diagnosisOf(scene);
      }),
      readDiagnosis: os.app.readDiagnosis.handler(() => ({ text: diagnosisReport })),
      exportDiagnosis: os.app.exportDiagnosis.handler(() => ({ path: '/home/dana/Documents/Diagnosis.txt' })),
      proxyQuestion: os.app.proxyQuestion.handler(({ signal }) => proxyQuestion.read(signal)),
      answerProxy: os.app.answerProxy.handler(({ input }) =>
        proxyQuestion.push(input.password === 'wrong' ? { proxy: input.proxy, refused: true } : null),
      ),
      leads: os.app.leads.handler(({ signal }) => leads.read(signal)),
    },
    folders: {
      suggest: os.folders.suggest.handler(({ input }) =>
        rootFolder === null ? null : { path: `${rootFolder}/${matter(input.matterId).title}` },
      ),
      link: os.folders.link.handler(({ input }) => {
        const path = input.path ?? `${rootFolder}/${matter(input.matterId).title}`;
        unlinked.delete(input.matterId);
        linked.set(input.matterId, path);
        changes.push({ topic: 'matters' });
        return { path };
      }),
      unlink: os.folders.unlink.handler(({ input }) => {
        if (scene.notCaptured !== undefined && input.leaving === 0)
          return { unlinked: false, unread: scene.notCaptured, looking: false } as const;
        unlinked.add(input.matterId);
        changes.push({ topic: 'matters' });
        return { unlinked: true } as const;
      }),
      show: os.folders.show.handler(() => {}),
    },
    documents: {
      list: os.documents.list.handler(({ input: { only } }) => ({
        folders: scene.bare
          ? []
          : foldersOf(scene.long).map((one) =>
              one.name.startsWith('Pleadings') ? { ...one, historyProblem: scene.historyProblem } : one,
            ),
        documents: only ? rows.filter(({ fileId }) => only.includes(fileId)) : rows,
        next: null,
      })),
      add: os.documents.add.handler(({ input }) => {
        const outcomes = input.paths.map((path) => {
          const name = path.slice(path.lastIndexOf('/') + 1);
          if (name.startsWith('bad')) {
            return {
              path,
              outcome: 'refused' as const,
              refusal: {
                code: 'name-too-long' as const,
                what: 'Its name is too long.',
                why: 'The service takes at most 256 characters.',
                next: 'Rename it, then add it again.',
              },
            };
          }
          const model = documents(false)[0];
          dropped += 1;
          if (model) {
            rows.push({
              ...model,
              fileId: `dropped-${dropped}` as never,
              name,
              folderId: input.folderId,
              pending: 1,
            });
          }
          return { path, outcome: 'added' as const, name };
        });
        const ended = { ...input, id: `adding-${dropped}`, outcomes, left: 0, unsure: null };
        adding.push({ now: null, ended: [ended] });
      }),
      adding: os.documents.adding.handler(({ signal }) => adding.read(signal)),
      stopAdding: os.documents.stopAdding.handler(() => adding.push({ now: null, ended: [] })),
      addedRead: os.documents.addedRead.handler(() =>
        adding.push({ now: scene.adding?.now ?? null, ended: [] }),
      ),
      open: os.documents.open.handler(({ errors }) => {
        throw errors.REFUSED({
          data: {
            code: 'not-here',
            what: 'This document is not on this computer.',
            why: 'The service has it, but offers no way to fetch it.',
            next: 'Open it in the service’s own window.',
          },
        });
      }),
      openWith: os.documents.openWith.handler(() => {}),
      showInFolder: os.documents.showInFolder.handler(() => {}),
      versions: os.documents.versions.handler(() => versionsIn(scene)),
      openVersion: os.documents.openVersion.handler(() => {}),
      view: os.documents.view.handler(({ signal }) =>
        viewSteps(scene, { step: 'opened', isChecked: true }, signal),
      ),
      saveCopy: os.documents.saveCopy.handler(({ signal }) =>
        viewSteps(scene, { step: 'saved', path: '/home/dana/Documents/Hearing bundle.pdf' }, signal),
      ),
      preview: os.documents.preview.handler(({ input, signal }) =>
        previewOf(scene, rows.find(({ fileId }) => fileId === input.fileId)?.name ?? '', signal),
      ),
      compare: os.documents.compare.handler(({ input }) => comparisonOf(scene, input.before, input.after)),
      restoreVersion: os.documents.restoreVersion.handler(() => ({ outcome: 'restored' as const })),
      copyPaths: os.documents.copyPaths.handler(() => {}),
      drag: os.documents.drag.handler(() => {}),
      rename: os.documents.rename.handler(({ input, errors }) => {
        const row = rows.find(({ fileId }) => fileId === input.fileId);
        if (rows.some(({ name }) => name === input.name)) {
          throw errors.REFUSED({
            data: {
              code: 'name-taken',
              what: `Something here is called “${input.name}” already`,
              why: 'Nothing is ever overwritten.',
              next: 'Choose another name.',
            },
          });
        }
        if (row) row.name = input.name;
        return { name: input.name };
      }),
    },
    engine: {
      ...work,
      status: os.engine.status.handler(({ signal }) => status.read(signal)),
      changes: os.engine.changes.handler(({ signal }) => changes.read(signal)),
      person: {
        now: os.engine.person.now.handler(({ signal }) => person.read(signal)),
        say: os.engine.person.say.handler(() => person.push(usualPerson)),
        askAgain: os.engine.person.askAgain.handler(() => person.push(askedPerson)),
        areMine: os.engine.person.areMine.handler(({ input }) =>
          person.push({ ...usualPerson, toLinkLater: input.paths }),
        ),
        isStaff: os.engine.person.isStaff.handler(({ input }) =>
          person.push({ ...usualPerson, staff: input.staff, staffIsProven: false }),
        ),
        staff: os.engine.person.staff.handler(() => [
          { id: 'staff-1', name: 'Ben Okafor' },
          { id: 'staff-0', name: 'Dana Whitfield' },
        ]),
        understood: os.engine.person.understood.handler(() => person.push(usualPerson)),
      },
      pause: os.engine.pause.handler(({ input }) => status.push({ ...scene.status, paused: input.paused })),
      matters: {
        list: os.engine.matters.list.handler(({ input: { text, show, responsibleId, offset, limit } }) => {
          const asNow = (one: Matter) => ({ ...one, linkedFolder: folderOf(one.id, one.linkedFolder) });
          const responsible = responsibleId === 'staff-0' ? 'Dana Whitfield' : null;
          if (show === 'all' && text === '')
            return { rows: some(offset, offset + limit).map(asNow), total: scene.matters };
          const wanted = all()
            .map(asNow)
            .filter(
              (one) =>
                (show === 'all' ||
                  (show === 'open' && one.status === 'Open') ||
                  (show === 'leads' && one.isLead) ||
                  (show === 'linked' && one.linkedFolder !== null)) &&
                (responsible === null || one.personResponsible === responsible) &&
                `${one.number} ${one.title} ${one.personResponsible}`
                  .toLowerCase()
                  .includes(text.toLowerCase()),
            );
          return { rows: wanted.slice(offset, offset + limit), total: wanted.length };
        }),
        get: os.engine.matters.get.handler(({ input }) => matter(input.matterId)),
        details: os.engine.matters.details.handler(({ input }) =>
          scene.bare ? { readAt: null, problem: null, sections: [] } : detailsOf(matter(input.matterId)),
        ),
        refresh: os.engine.matters.refresh.handler(() => {}),
        look: os.engine.matters.look.handler(() => {}),
      },
      timelinePeople: os.engine.timelinePeople.handler(() => [
        { userId: 'u1', name: 'Dana Whitfield' },
        { userId: 'u2', name: 'Priya Raghunathan' },
      ]),
      timelineDays: os.engine.timelineDays.handler(() =>
        scene.bare
          ? []
          : Array.from({ length: 120 }, (_, index) => ({
              day: Math.floor(Date.now() / 86_400_000) - 600 + index * 5,
              count: 1 + ((index * 7) % 23),
            })),
      ),
      activity: os.engine.activity.handler(({ input: { before, limit, text } }) => {
        if (scene.bare || text === 'zzzz') return { entries: [], next: null };
        const from = before === null ? 0 : Number(before);
        const entries = Array.from({ length: limit }, (_, index) => {
          const at = matterAt((from + index) % 7, scene);
          return {
            ...entryAt(from + index + 2, scene.long),
            matterId: at.id,
            matter: `${at.number} ${at.title}`,
          };
        });
        return { entries, next: from + limit < timelineLength ? String(from + limit) : null };
      }),
      search: os.engine.search.handler(({ input: { text, limit } }) => {
        const word = text.toLowerCase();
        return {
          matters: all()
            .filter((one) => `${one.number} ${one.title}`.toLowerCase().includes(word))
            .slice(0, 3 * limit)
            .toSorted((one, other) => Number(isOver(one)) - Number(isOver(other)))
            .slice(0, limit)
            .map(({ id, number, title, status: state, clientNames = [] }) => ({
              matterId: id,
              number,
              title,
              status: state,
              clientNames,
            })),
          documents: rows
            .filter(({ name }) => name.toLowerCase().includes(word))
            .slice(0, limit)
            .map(({ fileId, name }) => ({
              matterId: matterId('matter-0'),
              matterNumber: '2025-01000',
              matterTitle: 'Lease dispute Abernathy',
              fileId,
              name,
            })),
          people: ['Dana Whitfield', 'Tom Abara']
            .filter((name) => name.toLowerCase().includes(word))
            .map((name) => ({ userId: name, name })),
          clients: ['Abernathy Holdings', 'Northgate Rail plc']
            .filter((name) => name.toLowerCase().includes(word))
            .map((name) => ({ contactId: name, name, matters: 3 })),
        };
      }),
      timeline: os.engine.timeline.handler(({ input: { fileId, before, limit, run, text } }) => {
        if (text === 'zzzz') return { entries: [], next: null };
        if (run !== null) {
          return {
            entries: Array.from({ length: 4 }, (_, index) => ({
              ...entryAt(index + 2, scene.long),
              run: null,
            })),
            next: null,
          };
        }
        if (scene.bare) return { entries: [], next: null };
        const from = before === null ? 0 : Number(before);
        const entries = Array.from({ length: limit }, (_, index) => entryAt(from + index, scene.long));
        const wanted = entries.filter((entry) => fileId === null || entry.fileId === fileId);
        return { entries: wanted, next: from + limit < timelineLength ? String(from + limit) : null };
      }),
      awake: os.engine.awake.handler(() => {}),
      pauseDocument: os.engine.pauseDocument.handler(({ input }) => {
        const row = rows.find(({ fileId }) => fileId === input.fileId);
        if (row) row.paused = input.paused;
        changes.push({ topic: 'matter', matterId: input.matterId });
      }),
      recent: os.engine.recent.handler(() => []),
      vault: {
        get: os.engine.vault.get.handler(() => ({
          maxBytes: 20_000_000_000,
          maxAgeDays: null,
          bytes: 4_310_000_000,
          contents: 12_418,
        })),
        setLimits: os.engine.vault.setLimits.handler(() => {}),
      },
      keeping: {
        get: os.engine.keeping.get.handler(() => ({
          ...nothingKept,
          isOffered: scene.downloads === 'offered',
          ...scene.keeping,
          ...(keptMatter === null ? {} : { matter: keptMatter }),
        })),
        keep: os.engine.keeping.keep.handler(({ input }) => {
          if (input.part.kind === 'matter') keptMatter = input.keep;
          changes.push({ topic: 'matter', matterId: input.matterId });
        }),
        room: os.engine.keeping.room.handler(() => ({
          ...(scene.bare ? { bytes: 0, documents: 0 } : { bytes: 1_840_000_000, documents: 3_120 }),
          maxBytes: scene.bare ? null : 5_000_000_000,
        })),
        setRoom: os.engine.keeping.setRoom.handler(() => {}),
        agree: os.engine.keeping.agree.handler(() => {}),
        follow: os.engine.keeping.follow.handler(() => {}),
        removeDeleted: os.engine.keeping.removeDeleted.handler(() => {}),
        freeSpace: os.engine.keeping.freeSpace.handler(() => freedHere),
      },
      pauseMatter: os.engine.pauseMatter.handler(({ input }) => {
        if (input.paused) pausedMatters.add(input.matterId);
        else pausedMatters.delete(input.matterId);
        changes.push({ topic: 'matters' });
      }),
      notFiled: os.engine.notFiled.handler(() => ({
        files: scene.bare
          ? []
          : [
              { path: 'Drafts/~$Defence.docx', rule: '~$*', why: 'Word keeps it while a document is open.' },
              {
                path: `Drafts/${scene.long ? hostileName : 'old.bak'}`,
                rule: '*.bak',
                why: 'You left it out.',
              },
            ],
        total: scene.bare ? 0 : 2,
      })),
      ignoreRules: {
        get: os.engine.ignoreRules.get.handler(() => ignoreRules),
        set: os.engine.ignoreRules.set.handler(({ input, errors }) => {
          if (!input.own.includes('*')) {
            ignoreRules = { ...ignoreRules, own: input.own };
            return;
          }
          throw errors.REFUSED({
            data: {
              code: 'name-invalid',
              what: 'These patterns cannot be used',
              why: '“*” would leave out everything.',
              next: 'Use names such as “*.bak” or “Draft ?.docx”.',
            },
          });
        }),
      },
      unfiled: os.engine.unfiled.handler(() =>
        scene.bare
          ? { unfinished: 0, kept: 0, unread: 0, looking: 0 }
          : { unfinished: filingOf(scene).openTotal, kept: 2, unread: 1, looking: 0, requests: 7 },
      ),
      massChange: {
        limits: os.engine.massChange.limits.handler(() => usualMassChangeLimits),
        setLimits: os.engine.massChange.setLimits.handler(() => {}),
      },
      filing: {
        now: os.engine.filing.now.handler(() => filingOf(scene)),
        tryNow: os.engine.filing.tryNow.handler(() => {}),
      },
      problems: {
        list: os.engine.problems.list.handler(() => [...open]),
        act: os.engine.problems.act.handler(({ input }) => {
          open = open.filter((problem) => problem.id !== input.id);
        }),
      },
      custody: {
        check: os.engine.custody.check.handler(() => ({ entries: 0, fault: null })),
        ofDocument: os.engine.custody.ofDocument.handler(() => custodyLines),
        exposure: os.engine.custody.exposure.handler(({ input }) => exposureOf(scene, input.onlyHere)),
      },
    },
    timeline: {
      export: os.timeline.export.handler(() => ({ path: '/home/dana/Documents/Timeline.csv' })),
    },
    custody: {
      saveRecord: os.custody.saveRecord.handler(() => ({
        path: '/home/dana/Documents/Record of a document.pdf',
        proofs: '/home/dana/Documents/Record of a document.json',
      })),
      exportExposure: os.custody.exportExposure.handler(() => ({
        path: '/home/dana/Documents/Exposure report.csv',
      })),
      export: os.custody.export.handler(() => ({ path: '/home/dana/Documents/Custody log.csv' })),
    },
  };
}

const isOver = ({ status }: Matter): boolean => ['Closed', 'Cancelled'].includes(status);

const notOpen: Refusal = {
  code: 'configuration-invalid',
  what: 'The settings cannot be read.',
  why: 'The system does not give out /home/dana/.config/Matterline/profiles/3f9c02b1aa54d7e0/settings.json (EACCES): another program may be using it, or it may belong to another user of this computer.',
  next: 'Close other programs that may use it and try again, or ask the person who looks after your computers. Nothing was changed.',
};

const settingsLost: Refusal = {
  code: 'configuration-invalid',
  what: 'The settings were damaged: the connection and everything that was chosen have to be entered again.',
  why: 'Their file could not be understood: the disk may have been full, or may have a fault.',
  next: 'Enter the connection again. Until then, nothing saved in your matter folders is filed. The damaged file was kept as /home/dana/.config/Matterline/settings.json.damaged; whoever looks after your computers may be able to read it. No document is lost.',
};

const freedHere: FreedSpace = {
  freed: 58,
  bytes: 214_000_000,
  left: [
    { fileId: fileIdSchema.parse('document-1'), name: 'Defence.docx', why: 'open' },
    { fileId: fileIdSchema.parse('document-2'), name: 'Schedule of loss.xlsx', why: 'not-filed' },
  ],
};
