import path from 'node:path';

/** What is known of a file before the system is asked to open it. */
export interface FileFacts {
  readonly name: string;
  readonly isFile: boolean;
  /** The permission bits; meaningless on Windows. */
  readonly mode: number;
  /** Its first bytes, as many as `headLength` where it has them. */
  readonly head: Uint8Array;
}

/** Bytes of a file within which a system may find that it is a page. */
export const headLength = 1024;

/** Endings that Windows, macOS or Linux desktops run, install, mount or follow elsewhere instead of showing. */
const runnable = new Set(
  (
    'accda accdu action ade adp afploc air app appcontent-ms appdownload appimage appinstaller applescript ' +
    'application appref-ms appx appxbundle appxupload asp asx bas bash bat bundle cab cdxml cer chm cmd cnt com ' +
    'command cpl crt crx csh deb der deskthemepack desktop diagcab diagcfg diagpkg dll dmg dqy elf exe fileloc ' +
    'flatpak flatpakref flatpakrepo ftploc fxp gadget grp hlp hpj hta img inetloc inf ins iqy iso isp its jar ' +
    'jnlp job js jse kext ksh lib library-ms lnk lua mad maf mag mailloc mam maq mar mas mau mav maw mcf mda ' +
    'mdb mde mdt mdw mdz mobileconfig mpkg msc msh msh1 msh1xml msh2 msh2xml mshxml msi msix msixbundle ' +
    'msixupload msp mst msu nsh ocx ops oqy osax osdx out pcd php php3 phtml pif pkg pl plg plugin ppam ppkg prefpane prf ' +
    'prg printerexport ps1 ps1xml ps2 ps2xml psc1 psc2 psd1 psm1 py pyc pyo pyw pyz pyzw qlgenerator rb rdp reg ' +
    'rpm rqy run saver scf scpt scptd scr sct search-ms searchconnector-ms service settingcontent-ms sh shb shs ' +
    'slk snap so sys tcl terminal theme themepack tool udl url vb vbe vbp vbs vhd vhdx vsix vsmacros vsto vsw vxd ' +
    'webloc webpnp website wflow widget wll workflow ws wsb wsc wsf wsh xbap xip xla xlam xll xnk xpi xrm-ms zsh'
  ).split(' '),
);

/** Kinds no system runs: shares and sticks that know no permissions mark every file as a program. */
const documents = new Set(
  (
    'bmp csv doc docm docx dotx eml gif heic htm html jpeg jpg json md mht mp3 mp4 msg odp ods odt p7m p7s pages pdf png ' +
    'ppt pptm pptx rtf svg tif tiff txt vsdx wav webp wpd xls xlsb xlsm xlsx xml zip'
  ).split(' '),
);

/** Kinds that are shown and played, and in which no program for them is known to run anything by itself. */
const shown = new Set(
  (
    '7z aac ai avi avif avi bak dot dss ds2 dwg dxf fodt gz heif ics indd key log m4a m4v mkv mov mpp numbers odg ogg one ots ott ' +
    'potx ppsx ps psd pst pub rar tex tsv vcf vsd webm wma wmv wps xps'
  ).split(' '),
);

/** Kinds in which the system's program for them runs scripts, loads what they name, or opens what is attached. */
const active = new Set(
  'htm html mht mhtml one onepkg shtml svg svgz webarchive xht xhtml xml xsl xslt'.split(' '),
);

/** Kinds whose first line may be anything, and that nothing runs. */
const isText = new Set(['csv', 'md', 'txt']);

/** Whether it is of a kind that is opened without a question; everything else may be anything. */
export function isKnownKind(name: string): boolean {
  const ending = path.extname(name).slice(1).toLowerCase();
  return documents.has(ending) || active.has(ending) || shown.has(ending);
}

export type NotOpened = 'not-a-file' | 'program' | 'active';

/** Why a file is not handed to the system to open; null when it may be. */
export function whyNotOpened(
  file: FileFacts,
  platform: NodeJS.Platform,
  origin: 'own' | 'fetched' = 'own',
): NotOpened | null {
  if (!file.isFile) return 'not-a-file';
  // Windows drops dots and spaces at the end of a name before it looks at the ending.
  const ending = path
    .extname(file.name.replace(/[. ]+$/, ''))
    .slice(1)
    .toLowerCase();
  if (runnable.has(ending)) return 'program';
  // Under whatever name somebody else filed it: nothing that begins so is a document, but for a text with such a first line.
  if (origin === 'fetched' && looksLikeProgram(file.head)) return isText.has(ending) ? null : 'program';
  if (origin === 'fetched' && (active.has(ending) || (!documents.has(ending) && looksLikePage(file.head))))
    return 'active';
  if (platform === 'win32') return looksLikeProgram(file.head) && !documents.has(ending) ? 'program' : null;
  const mayRun = (file.mode & 0o111) !== 0;
  return mayRun && (!documents.has(ending) || looksLikeProgram(file.head)) ? 'program' : null;
}

const programHeads = [
  [0x7f, 0x45, 0x4c, 0x46],
  [0x23, 0x21],
  [0x4d, 0x5a],
  [0xcf, 0xfa, 0xed, 0xfe],
  [0xce, 0xfa, 0xed, 0xfe],
  [0xca, 0xfe, 0xba, 0xbe],
];

/** ELF, a script with an interpreter line, Windows and macOS programs. */
const looksLikeProgram = (head: Uint8Array): boolean =>
  programHeads.some((bytes) => bytes.every((byte, index) => head[index] === byte));

/**
 * HTML, XML and the like, also where nothing in the name tells: by what it begins with after blanks, or has near its beginning.
 * Without zeros the letters of UTF-16 stand as in UTF-8.
 */
function looksLikePage(head: Uint8Array): boolean {
  const letters = Buffer.from(head.filter((byte) => byte !== 0)).toString('latin1');
  const text = letters.replace(/^(?:\xff\xfe|\xfe\xff|\xef\xbb\xbf)/, '').trimStart();
  return text.startsWith('<') || /<(?:!doctype|html|script|\?xml|svg)/i.test(text);
}
