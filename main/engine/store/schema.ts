import { first } from './migrations/001-first.ts';
import { custody } from './migrations/002-custody.ts';
import { contents } from './migrations/003-contents.ts';
import { savePatterns } from './migrations/004-save-patterns.ts';
import { uploads } from './migrations/006-uploads.ts';
import { incrementalHistory } from './migrations/007-incremental-history.ts';
import { polling } from './migrations/008-polling.ts';
import { matterDetails } from './migrations/009-matter-read-form.ts';
import { leanerMatters } from './migrations/010-leaner-matters.ts';
import { pausedDocuments } from './migrations/020-paused-documents.ts';
import { unsearchedItems } from './migrations/021-unsearched-items.ts';
import { clients } from './migrations/022-clients.ts';
import { timelineOfAPerson } from './migrations/023-timeline-of-a-person.ts';
import { whatADirectoryIsNamedFor } from './migrations/024-what-a-directory-is-named-for.ts';
import { whatWasAnnounced } from './migrations/025-what-was-announced.ts';
import { refusedAddresses } from './migrations/026-refused-addresses.ts';
import { attempts } from './migrations/030-attempts.ts';
import { replacedFiles } from './migrations/030-replaced-files.ts';
import { unlinkedFolders } from './migrations/030-unlinked-folders.ts';
import { undecidedDocuments } from './migrations/031-undecided-documents.ts';
import { documentsByName } from './migrations/032-documents-by-name.ts';
import { placesAsNamed } from './migrations/033-places-as-named.ts';
import { orderAsSaid } from './migrations/034-order-as-said.ts';
import { formerNames } from './migrations/035-former-names.ts';
import { whichDirectory } from './migrations/036-which-directory.ts';
import { whatEachFolderShowed } from './migrations/037-what-each-folder-showed.ts';
import { restoredFiles } from './migrations/038-restored-files.ts';
import { doubtedFiles } from './migrations/039-doubted-files.ts';
import { mountedDirectories } from './migrations/040-mounted-directories.ts';
import { historyGaps } from './migrations/041-history-gaps.ts';
import { savesUnderFormerNames } from './migrations/042-saves-under-former-names.ts';
import { emptiedHistories } from './migrations/043-emptied-histories.ts';
import { notPartOfYourCopy } from './migrations/044-not-part-of-your-copy.ts';
import { ofUnknownDescentToo } from './migrations/045-of-unknown-descent.ts';
import { whatWasDecidedAbout } from './migrations/046-what-was-decided-about.ts';
import { whenSavedUnderFormerNames } from './migrations/047-when-saved-under-former-names.ts';
import { custodyTree } from './migrations/050-custody-tree.ts';
import { requests } from './migrations/060-requests.ts';
import { incomingFiles } from './migrations/070-incoming-files.ts';
import { fetchedVersions } from './migrations/071-fetched-versions.ts';
import { listedDocuments } from './migrations/072-listed-documents.ts';
import { keptHere } from './migrations/073-kept-here.ts';
import { formerDirectories } from './migrations/088-former-directories.ts';
import { pathBefore } from './migrations/089-path-before.ts';
import { idsThatAnswersName } from './migrations/090-ids-that-answers-name.ts';
import { idsOfEchoes } from './migrations/095-ids-of-echoes.ts';
import { followedChanges } from './migrations/106-followed-changes.ts';
import { postedDocuments } from './migrations/110-posted-documents.ts';
import { serviceFolders } from './migrations/111-service-folders.ts';
import { toldOfFolders } from './migrations/120-told-of-folders.ts';
import { replacedCopies } from './migrations/121-replaced-copies.ts';
import { removalsAgreedTo } from './migrations/122-removals-agreed-to.ts';
import { signingKeys } from './migrations/123-signing-keys.ts';
import { renamesToTell } from './migrations/124-renames-to-tell.ts';
import { documentsOfAContent } from './migrations/125-documents-of-a-content.ts';

/**
 * Forward migrations, one entry per released schema, applied in order inside one transaction each.
 * `PRAGMA user_version` says how many have been applied. A released entry is never edited.
 */
export const migrations: readonly string[] = [
  first,
  custody,
  contents,
  savePatterns,
  uploads,
  incrementalHistory,
  polling,
  matterDetails,
  leanerMatters,
  pausedDocuments,
  unsearchedItems,
  clients,
  timelineOfAPerson,
  whatADirectoryIsNamedFor,
  whatWasAnnounced,
  refusedAddresses,
  replacedFiles,
  unlinkedFolders,
  undecidedDocuments,
  documentsByName,
  placesAsNamed,
  orderAsSaid,
  attempts,
  formerNames,
  whichDirectory,
  whatEachFolderShowed,
  restoredFiles,
  doubtedFiles,
  mountedDirectories,
  historyGaps,
  savesUnderFormerNames,
  emptiedHistories,
  notPartOfYourCopy,
  ofUnknownDescentToo,
  whatWasDecidedAbout,
  whenSavedUnderFormerNames,
  custodyTree,
  requests,
  incomingFiles,
  fetchedVersions,
  listedDocuments,
  keptHere,
  formerDirectories,
  pathBefore,
  idsThatAnswersName,
  idsOfEchoes,
  postedDocuments,
  serviceFolders,
  followedChanges,
  toldOfFolders,
  replacedCopies,
  removalsAgreedTo,
  signingKeys,
  renamesToTell,
  documentsOfAContent,
];
