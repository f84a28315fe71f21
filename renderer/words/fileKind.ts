/** What a document is, as far as its name tells; only for choosing an icon. */
export type FileKind =
  | 'text'
  | 'pdf'
  | 'table'
  | 'slides'
  | 'mail'
  | 'image'
  | 'video'
  | 'sound'
  | 'archive'
  | 'other';

const extensions: readonly (readonly [FileKind, readonly string[]])[] = [
  ['text', ['doc', 'docx', 'docm', 'dot', 'dotx', 'odt', 'rtf', 'txt', 'md', 'pages', 'wpd']],
  ['pdf', ['pdf']],
  ['table', ['xls', 'xlsx', 'xlsm', 'xlsb', 'ods', 'csv', 'numbers']],
  ['slides', ['ppt', 'pptx', 'pptm', 'odp', 'key']],
  ['mail', ['eml', 'msg', 'pst', 'mbox']],
  ['image', ['jpg', 'jpeg', 'png', 'gif', 'tif', 'tiff', 'bmp', 'webp', 'heic', 'svg']],
  ['video', ['mp4', 'mov', 'avi', 'mkv', 'webm', 'wmv', 'm4v']],
  ['sound', ['mp3', 'wav', 'm4a', 'aac', 'ogg', 'flac', 'wma', 'dss', 'ds2']],
  ['archive', ['zip', '7z', 'rar', 'tar', 'gz']],
];

const kinds = new Map(extensions.flatMap(([kind, names]) => names.map((name) => [name, kind] as const)));

export function fileKind(name: string): FileKind {
  const dot = name.lastIndexOf('.');
  return dot <= 0 ? 'other' : (kinds.get(name.slice(dot + 1).toLowerCase()) ?? 'other');
}
