import { EventEmitter } from 'node:events';
import type { FileId, MatterId } from '../../../shared/model/index.ts';

/** What the parts of a workspace tell, not knowing who listens. `reactions.ts` says what follows from it. */
export type WorkspaceEvents = EventEmitter<{
  /** What the window shows of a matter changed; `more` are documents of which something did that is not in the database. */
  shown: [matterId: MatterId, more?: readonly FileId[]];
  /** The same, and the status may have. */
  changed: [matterId: MatterId, more?: readonly FileId[]];
  /** What is said of the whole workspace may have changed. */
  status: [];
  /** The list of matters changed. */
  matters: [];
  requests: [];
  records: [];
  /** Saves of this matter wait now that did not, or for another reason. */
  saved: [matterId: MatterId];
  /** A folder's history brought a new answer or a refusal, with so many entries not seen before. */
  historyRead: [matterId: MatterId, added: number];
  /** It brought what was known already. */
  historyUnchanged: [matterId: MatterId];
  /** A folder that failed was read: these saves waited for it. */
  answeredAgain: [saves: readonly number[]];
  /** The service turned out to give documents out. */
  downloadsOffered: [];
  /** Other folders are read now, or for other reasons. */
  foldersRead: [];
  /** A file stands in the matter's folder that a program lays beside a document it has open. */
  ownerFile: [matterId: MatterId];
  /** It is known what documents of this matter are, and they are sent. */
  decided: [matterId: MatterId];
}>;

export const workspaceEvents = (): WorkspaceEvents => new EventEmitter();
