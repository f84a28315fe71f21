import {
  ArrowUndo20Regular,
  Delete20Regular,
  DocumentAdd20Regular,
  DocumentArrowUp20Regular,
  DocumentCopy20Regular,
  type FluentIcon,
  FolderAdd20Regular,
  FolderArrowRight20Regular,
  FolderProhibited20Regular,
  Question20Regular,
  Rename20Regular,
} from '@fluentui/react-icons';
import type { TimelineKind } from '../../../shared/model/index.ts';

/** What happened, as a picture beside the words. */
export const timelineIcons: Record<TimelineKind, FluentIcon> = {
  created: DocumentAdd20Regular,
  'new-version': DocumentArrowUp20Regular,
  renamed: Rename20Regular,
  moved: FolderArrowRight20Regular,
  copied: DocumentCopy20Regular,
  deleted: Delete20Regular,
  restored: ArrowUndo20Regular,
  'folder-created': FolderAdd20Regular,
  'folder-renamed': Rename20Regular,
  'folder-moved': FolderArrowRight20Regular,
  'folder-deleted': FolderProhibited20Regular,
  other: Question20Regular,
};
