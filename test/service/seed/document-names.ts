export interface NamedDocument {
  readonly name: string;
  /** Path of its folder; empty for the root. */
  readonly folder: string;
}

interface Area {
  readonly folders: readonly string[];
  readonly documents: readonly NamedDocument[];
}

const document = (folder: string, name: string): NamedDocument => ({ folder, name });

const common: readonly NamedDocument[] = [
  document('Correspondence', 'Client care letter.docx'),
  document('', 'Attendance note - first meeting.docx'),
  document('Correspondence', 'Letter of engagement (signed).pdf'),
];

const areas: Readonly<Record<string, Area>> = {
  Litigation: {
    folders: [
      'Correspondence',
      'Pleadings',
      'Evidence',
      'Evidence/Photographs',
      'Evidence/Witness statements',
      'Counsel',
    ],
    documents: [
      document('Pleadings', 'Particulars of Claim.docx'),
      document('Evidence/Witness statements', 'Witness statement of A Hartley.docx'),
      document('Evidence/Photographs', 'Loading bay 01.png'),
      document('Pleadings', 'Defence.pdf'),
      document('', 'Schedule of loss.xlsx'),
      document('Counsel', 'Instructions to counsel.docx'),
      document('Correspondence', 'Letter before action.docx'),
      document('Evidence/Photographs', 'Loading bay 02.png'),
    ],
  },
  Employment: {
    folders: ['Correspondence', 'Tribunal', 'Evidence'],
    documents: [
      document('Tribunal', 'ET1.pdf'),
      document('Tribunal', 'Grounds of complaint.docx'),
      document('Evidence', 'Payslips 2023-2024.xlsx'),
      document('Correspondence', 'ACAS certificate.pdf'),
    ],
  },
  Property: {
    folders: ['Correspondence', 'Title', 'Searches', 'Contracts', 'Contracts/Drafts'],
    documents: [
      document('Title', 'Official copy of register.pdf'),
      document('Contracts/Drafts', 'Contract for sale.docx'),
      document('Searches', 'Local authority search.pdf'),
      document('Contracts/Drafts', 'Transfer (TR1).docx'),
      document('', 'Completion statement.xlsx'),
    ],
  },
  Family: {
    folders: ['Correspondence', 'Court', 'Disclosure', 'Disclosure/Bank statements'],
    documents: [
      document('Court', 'Form E.pdf'),
      document('Disclosure', 'Schedule of assets.xlsx'),
      document('Disclosure/Bank statements', 'Current account, January to June.pdf'),
      document('Court', 'Position statement for FDR.docx'),
    ],
  },
  'Private Client': {
    folders: ['Correspondence', 'Estate', 'Estate/Valuations'],
    documents: [
      document('', 'Will - engrossment.docx'),
      document('Estate', 'Estate accounts.xlsx'),
      document('Estate/Valuations', 'House valuation.pdf'),
      document('Estate', 'IHT400.pdf'),
    ],
  },
  Corporate: {
    folders: ['Correspondence', 'Contracts', 'Contracts/Drafts', 'Contracts/Signed', 'Due diligence'],
    documents: [
      document('Contracts/Drafts', 'Share purchase agreement.docx'),
      document('Contracts/Drafts', 'Disclosure letter.docx'),
      document('Due diligence', 'Due diligence questionnaire.xlsx'),
      document('Contracts/Signed', 'Heads of terms.pdf'),
      document('', 'Steps plan.docx'),
    ],
  },
};

export function foldersByCategory(category: string): readonly string[] {
  return areas[category]?.folders ?? ['Correspondence'];
}

/** So many documents, the first of a kind by its plain name and later ones numbered. */
export function namesFor(category: string, count: number): NamedDocument[] {
  const own = areas[category]?.documents ?? [];
  const all = own.flatMap((item, index) => [item, ...common.slice(index, index + 1)]);
  return Array.from({ length: count }, (_, index) => {
    const { name, folder } = all[index % all.length] ?? document('', 'Note.docx');
    const round = Math.floor(index / all.length);
    return { folder, name: round === 0 ? name : name.replace(/(?=\.[^.]+$)/, ` ${round + 1}`) };
  });
}

/** Names people really give, which file systems treat differently; none for most matters. */
export const unicodeNames: readonly (string | undefined)[] = [
  undefined,
  'Übersetzung – Gutachten.pdf',
  undefined,
  'Déclaration du témoin.docx',
  undefined,
  '契約書（草案）.docx',
  undefined,
  'Łódź lease, §4 “break clause”.docx',
  undefined,
  'توكيل رسمي.pdf',
  undefined,
  'Photo 📷 of damage.png',
];

/** 120 characters with its extension. */
export const veryLongName =
  'Letter to Northgate Rail plc enclosing further medical evidence and the amended schedule of special damages 4 March.docx';
