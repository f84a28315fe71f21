import type { Matter, MatterRow } from '../../../shared/model.ts';
import type { MatterFacts } from '../store/matters.ts';
import { instant } from './instant.ts';

export const matterRow = (facts: MatterFacts): MatterRow => ({
  id: facts.id,
  number: facts.number,
  title: facts.title,
  status: facts.status,
  isLead: facts.isLead === 1,
  matterType: facts.matterType,
  personResponsible: facts.personResponsible,
  lastChangeAt: instant(facts.lastChangeAt),
  linkedFolder: facts.linkedFolder,
  waiting: facts.waiting,
  problems: facts.problems,
  paused: facts.paused === 1,
  clientCount: facts.clientCount,
});

export const matterOf = (facts: MatterFacts): Matter => ({
  ...matterRow(facts),
  description: facts.description,
  personAssisting: facts.personAssisting,
  openedDate: facts.openedDate,
  historyCheckedAt: instant(facts.historyCheckedAt),
  historyProblem: facts.historyProblem,
});
