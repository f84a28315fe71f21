import type { KeptMatter } from '../../main/engine/store/matters.ts';

/** A matter of which nothing is told; its id, number and title are the test's. */
export const blankMatter = {
  description: '',
  status: 'Open',
  isLead: false,
  matterType: null,
  personResponsibleId: null,
  personAssistingId: null,
  openedDate: null,
  clientCount: 0,
  clients: '',
  changedAt: null,
} as const satisfies Partial<KeptMatter>;
