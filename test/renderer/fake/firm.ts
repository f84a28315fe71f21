import type {
  DocumentRow,
  DocumentVersion,
  FileId,
  Filing,
  FilingRow,
  Folder,
  FolderId,
  IgnoreRules,
  Matter,
  MatterDetails,
  MatterId,
  Problem,
  TimelineEntry,
} from '../../../shared/model/index.ts';

/** Branded ids of a made-up firm. */
export const matterId = (text: string) => text as MatterId;
const fileId = (text: string) => text as FileId;
const folderId = (text: string) => text as FolderId;

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;
export const ago = (milliseconds: number) => new Date(Date.now() - milliseconds).toISOString();
export const ahead = (milliseconds: number) => new Date(Date.now() + milliseconds).toISOString();

const staff = [
  'Dana Whitfield',
  'Marcus Oyelaran',
  'Priya Raghunathan',
  'Tom Aldous',
  'Elena Bauer',
  'Wei Zhang',
];
const parties = [
  'Abernathy',
  'Castellano Group',
  'Delacroix',
  'Fenwick Estates',
  'Haruna',
  'Iverson & Sons',
  'Kowalczyk',
];
const others = [
  'Northgate Council',
  'Meridian Insurance',
  'Okafor',
  'Pemberton Holdings',
  'Quayside Ltd',
  'Reyes',
];
const kinds = [
  'Lease dispute',
  'Estate of',
  'Share purchase',
  'Employment claim',
  'Conveyancing',
  'Personal injury',
];
const statuses = ['Open', 'Open', 'Open', 'Pending', 'Closed', 'Open', 'Cancelled', 'Open', 'Awaiting Court'];

const pick = <Item>(items: readonly Item[], index: number): Item => {
  const item = items[index % items.length];
  if (item === undefined) throw new Error('nothing to pick from');
  return item;
};

const longName =
  'Second amended and restated supplemental action of variation relating to the leasehold premises at Fenwick Court, 2019-2025.docx';
const longPerson = `Alexandria Konstantinopoulou-Featherstonehaugh ${'of the Inner Temple '.repeat(4)}`.slice(
  0,
  120,
);
export const hostileName = 'Invoice \u202Efdp.exe\u202C <img src=x onerror=alert(1)>\u0000.pdf';

/** The matter at a place in the list; any number of them. */
export function matterAt(index: number, options: { long: boolean }): Matter {
  const who = pick(parties, index * 5);
  const title =
    index % 3 === 0
      ? `${pick(kinds, index)} ${who}`
      : `${who} v ${pick(others, index * 7)}: ${pick(kinds, index * 11).toLowerCase()}`;
  const linked = index % 4 === 0;
  return {
    id: matterId(`matter-${index}`),
    number: index % 17 === 16 ? '' : `2025-${String(1000 + index).padStart(5, '0')}`,
    title: options.long ? (index % 5 === 4 ? hostileName : `${title} ${longName}`.slice(0, 120)) : title,
    status: pick(statuses, index),
    isLead: index % 13 === 12,
    matterType: pick(kinds, index),
    personResponsible: index % 19 === 18 ? null : options.long ? longPerson : pick(staff, index),
    lastChangeAt: index % 9 === 8 ? null : ago(index * 37 * minute + 20_000),
    unread: index % 7 === 2,
    linkedFolder: linked ? `/home/dana/Matters/2025-${1000 + index} ${who}` : null,
    waiting: index === 0 ? 3 : index === 4 ? 1 : 0,
    problems: index === 4 ? 1 : 0,
    paused: false,
    description: '',
    personAssisting: null,
    openedDate: ago((index % 900) * day),
    clientCount: 1 + (index % 3),
    clientNames: index % 3 === 1 ? [] : [options.long ? longPerson : who],
    historyCheckedAt: ago(2 * minute),
    historyProblem: null,
  };
}

const folder = (id: string, name: string, parentId: string | null): Folder => ({
  id: folderId(id),
  name,
  parentId: parentId === null ? null : folderId(parentId),
  historyProblem: null,
});

const folders: readonly Folder[] = [
  folder('pleadings', 'Pleadings', null),
  folder('drafts', 'Drafts', 'pleadings'),
  folder('correspondence', 'Correspondence', null),
  folder('opponent', 'With the other side', 'correspondence'),
  folder('evidence', 'Evidence', null),
  folder('photos', 'Site photographs', 'evidence'),
  folder('billing', 'Billing', null),
];

export const foldersOf = (long: boolean): Folder[] =>
  folders.map((one) => (long ? { ...one, name: `${one.name} ${longName}`.slice(0, 120) } : one));

type Sketch = Partial<DocumentRow> & Pick<DocumentRow, 'name'>;

function sketch(index: number, given: Sketch): DocumentRow {
  return {
    fileId: fileId(`file-${index}`),
    folderId: null,
    state: 'filed',
    detail: null,
    nextTryAt: null,
    progress: null,
    versions: 1 + ((index * 7) % 9),
    pending: 0,
    changedAt: ago(index * 7 * hour + 40_000),
    changedBy: pick(staff, index * 3),
    size: 51_200 * (index + 1),
    onDisk: true,
    ...given,
  };
}

export function documents(long: boolean): DocumentRow[] {
  const sketches: Sketch[] = [
    { name: 'Letter before action.docx', state: 'waiting', pending: 2 },
    {
      name: 'Particulars of claim.docx',
      state: 'sending',
      pending: 1,
      progress: { sent: 4_400_000, of: 10_400_000 },
    },
    { name: 'Schedule of loss.xlsx', state: 'sent', pending: 1 },
    {
      name: 'Expert report (Dr Hale).pdf',
      state: 'problem',
      pending: 1,
      detail: 'Another program holds the file. Close it there.',
      nextTryAt: ahead(95_000),
    },
    { name: 'Client interview 12 March.m4a' },
    { name: 'Witness statement of M. Oyelaran.docx' },
    { name: 'Hearing bundle.zip', state: 'not-here', onDisk: false, size: null },
    { name: 'Old retainer.docx', state: 'removed-here', onDisk: false, size: null },
    {
      name: 'Attendance note (mine).docx',
      state: 'kept',
      versions: 0,
      changedBy: null,
      detail:
        'You chose to keep what is here unfiled; the service does not have it. Its next save is filed as usual. To file it as it is, choose it among its versions.',
    },
    {
      name: 'Superseded order.pdf',
      state: 'deleted-there',
      detail:
        'It was deleted in the service, or moved to another matter. The copy on this computer stays; its next save asks you what to do.',
    },
    { name: 'Opening slides.pptx' },
    { name: 'RE RE Without prejudice.msg' },
    { name: 'Front elevation.jpg' },
    { name: 'Scan0001', versions: 0, changedAt: null, changedBy: null },
    { name: 'Defence.docx', folderId: folderId('pleadings') },
    { name: 'Reply to defence.docx', folderId: folderId('pleadings') },
    { name: 'Reply to defence (draft 2).docx', folderId: folderId('drafts') },
    { name: 'Letter of 4 June.pdf', folderId: folderId('correspondence') },
    { name: 'Invoice 1004.pdf', folderId: folderId('billing') },
  ];
  if (long) {
    sketches.unshift(
      { name: longName, changedBy: longPerson },
      { name: hostileName },
      { name: `${'نموذج عقد '.repeat(6)}.docx` },
    );
  }
  return sketches.map((given, index) => sketch(index, given));
}

type Told = Partial<TimelineEntry> & Pick<TimelineEntry, 'kind' | 'name'>;

const stories: readonly Told[] = [
  { kind: 'new-version', name: 'Letter before action.docx', who: null, state: 'waiting' },
  { kind: 'new-version', name: 'Particulars of claim.docx', who: null, state: 'sending' },
  { kind: 'new-version', name: 'Schedule of loss.xlsx' },
  { kind: 'renamed', name: 'Final.docx', from: 'Draft.docx', to: 'Final.docx' },
  { kind: 'moved', name: 'Defence.docx', from: 'Drafts', to: 'Pleadings' },
  { kind: 'created', name: 'Expert report (Dr Hale).pdf' },
  { kind: 'other', name: 'Hearing bundle.zip', rawKind: 'File LegalHoldApplied' },
  { kind: 'folder-created', name: 'Evidence', fileId: null },
  { kind: 'copied', name: 'Reply to defence (draft 2).docx', from: 'Reply to defence.docx' },
  { kind: 'deleted', name: 'Old note.txt' },
  { kind: 'restored', name: 'Old note.txt' },
  { kind: 'folder-renamed', name: 'Site photographs', from: 'Photos', to: 'Site photographs', fileId: null },
  {
    kind: 'new-version',
    name: 'Witness statement of M. Oyelaran.docx',
    who: '7f0c2a41-93d5-4f0b-b1f4-02b6c1f6a0aa',
  },
];

export function entryAt(index: number, long: boolean): TimelineEntry {
  const isExhibit = index >= 15 && index < 27;
  const told: Told = isExhibit
    ? { kind: 'created', name: `Exhibit ${27 - index}.pdf`, who: 'Marcus Oyelaran' }
    : index < 2
      ? pick(stories, index)
      : pick(stories.slice(2), index - 2);
  return {
    id: `entry-${index}`,
    rawKind: 'File Modify',
    at: ago((isExhibit ? 15 * 15 + (index - 15) / 10 : index * index) * 9 * minute + 30_000),
    version: told.kind === 'new-version' && index >= 2 ? 1 + (index % 9) : null,
    who: pick(staff, index * 5),
    fileId: fileId(`file-${index % 12}`),
    from: null,
    to: null,
    state: 'filed',
    matterId: matterId('matter-0'),
    matter: null,
    run:
      index % 5 === 2 && !isExhibit
        ? { id: `run-${index}`, count: 4, since: ago(index * index * 9 * minute + 7_200_000) }
        : null,
    ...told,
    ...(long && index % 3 === 2 ? { name: index % 2 === 0 ? longName : hostileName } : {}),
  };
}

const problems: readonly Problem[] = [
  {
    id: 'problem-1',
    matterId: matterId('matter-4'),
    matterTitle: 'Castellano Group v Okafor: lease dispute',
    subject: 'Expert report (Dr Hale).pdf',
    fileId: fileId('file-3'),
    conflict: null,
    what: 'This document cannot be read.',
    why: 'Another program keeps it open and lets nobody else read it.',
    next: 'Close it in the other program. It is then filed by itself.',
    since: ago(25 * minute),
    nextTryAt: ahead(95_000),
    actions: ['retry', 'show-in-folder', 'dismiss'],
  },
  {
    id: 'problem-2',
    matterId: matterId('matter-0'),
    matterTitle: 'Lease dispute Abernathy',
    subject: 'Particulars of claim.docx',
    fileId: fileId('file-1'),
    conflict: {
      mine: { savedAt: ago(2 * hour), size: 48_300, version: 'save:1' },
      theirs: {
        who: 'Priya Raghunathan',
        filedAt: ago(3 * hour),
        version: 'version-of-priya',
        fetchable: 'yes',
      },
    },
    what: 'Someone else filed a newer version while you worked on yours.',
    why: 'Priya Raghunathan filed version 5 at 11:20; yours is based on version 4.',
    next: 'Choose what happens with yours. Both are kept whatever you choose.',
    since: ago(3 * hour),
    nextTryAt: null,
    actions: ['file-on-top', 'file-separately', 'keep-unfiled'],
  },
  {
    id: 'problem-5',
    matterId: matterId('matter-9'),
    matterTitle: 'Meridian Foods v Castellanos',
    subject: '/home/dana/Matters/2025-0874 Meridian',
    fileId: null,
    conflict: null,
    what: 'Another folder stands where the matter’s folder was',
    why: 'It was moved away or replaced, or changed places with another. Nothing in it is filed, and nothing was removed.',
    next: 'Put the matter’s folder back. If this is it all the same, a copy or one from a backup, say so: documents that are as they were stay what they are, and you are asked about those that differ.',
    since: ago(4 * minute),
    nextTryAt: null,
    actions: ['same-folder', 'show-in-folder'],
  },
  {
    id: 'problem-3',
    matterId: null,
    matterTitle: null,
    subject: null,
    fileId: null,
    conflict: null,
    what: 'The service refuses the API key.',
    why: 'It answered that the key is not allowed to file documents.',
    next: 'Ask your administrator for a new key, then enter it under Settings.',
    since: ago(2 * day),
    nextTryAt: null,
    actions: ['retry'],
  },
  {
    id: 'problem-4',
    matterId: matterId('matter-8'),
    matterTitle: 'Haruna v Reyes: estate of',
    subject: '/home/dana/Matters/2025-1008 Haruna',
    fileId: null,
    conflict: null,
    what: '312 documents of this matter changed at once',
    why: '312 documents changed. A macro or a restored backup does this, and so do programs that encrypt documents to blackmail people. 312 saves are kept and not filed.',
    next: 'File all if you expected this. If not, keep them unfiled and ask the person who looks after your computers.',
    since: ago(12 * minute),
    nextTryAt: null,
    actions: ['file-all', 'keep-all-unfiled', 'look-at-each', 'show-in-folder'],
  },
];

/** The same, about documents, matters and people with names of 120 characters. */
export const problemsOf = (long: boolean): Problem[] =>
  problems.map((problem) => ({
    ...problem,
    ...(long && problem.subject !== null && { subject: longName.slice(0, 120) }),
    ...(long && problem.matterTitle !== null && { matterTitle: longName.slice(0, 120) }),
    ...(long && { why: problem.why.replace('Priya Raghunathan', longPerson) }),
    conflict:
      long && problem.conflict
        ? { ...problem.conflict, theirs: { ...problem.conflict.theirs, who: longPerson } }
        : problem.conflict,
  }));

/** What the service says of a matter. */
export const detailsOf = (matter: Matter): MatterDetails => ({
  readAt: ago(3 * minute),
  problem: null,
  reading: false,
  sections: [
    {
      title: 'Matter',
      technical: false,
      rows: [
        { label: 'Number', value: matter.number },
        { label: 'Title', value: matter.title },
        {
          label: 'Description',
          value: `Advice and proceedings.\nSecond line of it, which is longer than the first one.`,
        },
        { label: 'Status', value: matter.status },
        { label: 'Opened', value: '2025-02-03T00:00:00Z' },
        { label: 'Responsible', value: 'Dana Whitfield' },
      ],
    },
    { title: 'Clients', technical: false, rows: [{ label: 'Client', value: 'Abernathy Holdings' }] },
    {
      title: 'Other Side',
      technical: false,
      rows: [
        { label: 'Other Side', value: 'Meridian Insurance' },
        { label: 'Solicitor', value: hostileName },
        { label: longName, value: longName.repeat(3) },
      ],
    },
    {
      title: 'More from the service',
      technical: true,
      rows: [
        { label: 'Lead closed reason', value: 'Instructed us' },
        { label: 'Id', value: '7f0c2a41-93d5-4f0b-b1f4-02b6c1f6a0aa' },
      ],
    },
  ],
});

/** What goes on: a few saves on their way, some that wait, and some of today. */
export function filingOf(scene: {
  readonly bare: boolean;
  readonly long: boolean;
  readonly status: { readonly paused: boolean; readonly service: string };
}): Filing {
  if (scene.bare) return { open: [], openTotal: 0, filed: [] };
  const rows = documents(scene.long);
  const row = (index: number, given: Partial<FilingRow>): FilingRow => {
    const matter = matterAt(index % 5 === 4 ? 4 : 0, scene);
    const document = rows[index % rows.length];
    return {
      saveId: index,
      matterId: matter.id,
      matter: `${matter.number} ${matter.title}`,
      fileId: document?.fileId ?? fileId('file-0'),
      name: document?.name ?? '',
      change: index % 6 === 5 ? 'metadata' : 'content',
      state: 'waiting',
      savedAt: ago(index * 4 * minute + 20_000),
      size: 51_200 * (index * index + 1),
      progress: null,
      waitsFor: null,
      why: null,
      nextTryAt: null,
      filedAt: null,
      ...given,
    };
  };
  const { paused, service } = scene.status;
  const held = service === 'offline' ? ('service' as const) : paused ? ('resume' as const) : null;
  const open: FilingRow[] = [
    ...(held === null
      ? [
          row(1, { state: 'sending', size: 104_000_000, progress: { sent: 44_000_000, since: ago(41_000) } }),
          row(2, { state: 'sent' }),
        ]
      : []),
    row(3, { state: 'problem', why: 'Someone else filed a newer version. Choose what happens with yours.' }),
    row(4, {
      waitsFor: held ?? 'next-try',
      why: 'The service is busy (answer 503). Nothing is needed from you.',
      nextTryAt: ahead(95_000),
    }),
    row(5, { waitsFor: held ?? 'turn' }),
    row(6, { waitsFor: held ?? 'earlier-save' }),
  ];
  const filed = Array.from({ length: 40 }, (_, index) =>
    row(index + 7, { state: 'filed', filedAt: ago(index * 9 * minute + 50_000) }),
  );
  return { open, openTotal: open.length + (held === null ? 0 : 740), filed };
}

/** Versions of any document: one of each kind. */
const versions: readonly DocumentVersion[] = [
  { id: 'save:9', who: null, savedHere: true, state: 'waiting' as const, current: true, size: 51_900 },
  { id: 'save:7', who: 'Dana Whitfield', savedHere: true, state: 'filed' as const, size: 51_200 },
  { id: 'save:6', who: 'Dana Whitfield', savedHere: true, state: 'kept' as const, size: 48_000 },
  {
    id: 'entry:4',
    who: 'Priya Raghunathan',
    savedHere: false,
    state: 'filed' as const,
    here: false,
    whyNot: 'It was filed on another computer; this service offers no way to fetch it.',
  },
].map((given, index) => ({
  at: ago(index * index * 11 * hour + 600_000),
  size: null,
  sha256: null,
  current: false,
  here: true,
  whyNot: null,
  ...given,
}));

/** Where the service gives documents out, those that are not here can be fetched. */
export const versionsIn = ({
  downloads = 'not-offered',
}: {
  readonly downloads?: string | undefined;
}): DocumentVersion[] =>
  versions.map((version) =>
    version.here || downloads === 'not-offered'
      ? version
      : {
          ...version,
          whyNot:
            'This version was not saved on this computer; it is fetched from the service when you open it.',
          fetchable: true,
        },
  );

export const usualRules: IgnoreRules = {
  builtIn: [
    {
      id: 'office-owner',
      names: '~$…',
      why: 'Word, Excel and PowerPoint keep it while a document is open.',
      on: true,
    },
    { id: 'backup', names: '…~', why: 'Editors leave it as a backup.', on: false },
    { id: 'unfinished', names: '….part, ….crdownload', why: 'A browser’s unfinished download.', on: true },
  ],
  own: ['*.bak', 'Draft ?.docx'],
};

/** Documents that are open while a colleague filed a newer version. */
export const openedOlder = (howMany: number, long: boolean): Problem[] =>
  Array.from({ length: howMany }, (_, index) => {
    const name = long ? hostileName : `Witness statement ${index + 1}.docx`;
    return {
      id: `open-${index}`,
      matterId: matterId('matter-0'),
      matterTitle: 'Lease dispute Abernathy',
      subject: name,
      fileId: fileId(`file-${index}`),
      conflict: null,
      changedWhileOpen: true,
      what: `“${name}” was changed by someone else while you have it open`,
      why: 'Priya Raghunathan filed a newer version. What you have open does not include it.',
      next: 'Talk to them before you go on. If you save, both versions are kept, and you are asked which one to file.',
      since: ago(2 * minute),
      nextTryAt: null,
      actions: ['dismiss', 'show-in-folder'],
    };
  });
