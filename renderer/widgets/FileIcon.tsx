import {
  Document20Regular,
  DocumentPdf20Regular,
  DocumentTable20Regular,
  DocumentText20Regular,
  type FluentIcon,
  FolderZip20Regular,
  Image20Regular,
  Mail20Regular,
  MusicNote220Regular,
  SlideText20Regular,
  Video20Regular,
} from '@fluentui/react-icons';
import { type FileKind, fileKind } from '../words/fileKind.ts';

const icons: Record<FileKind, FluentIcon> = {
  text: DocumentText20Regular,
  pdf: DocumentPdf20Regular,
  table: DocumentTable20Regular,
  slides: SlideText20Regular,
  mail: Mail20Regular,
  image: Image20Regular,
  video: Video20Regular,
  sound: MusicNote220Regular,
  archive: FolderZip20Regular,
  other: Document20Regular,
};

export function FileIcon({ name, className }: { name: string; className: string }) {
  const Icon = icons[fileKind(name)];
  return <Icon aria-hidden className={className} />;
}
