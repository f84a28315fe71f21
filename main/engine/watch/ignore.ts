/**
 * Names that no program means as a document: owner files, locks and temporaries of the programs lawyers use. Narrow
 * on purpose: a rule as broad as `*.tmp` loses real documents.
 */
const ignoredNames: readonly RegExp[] = [
  /^~\$/, // Word, Excel, PowerPoint: owner file while a document is open
  /^~WR[A-Z]\d{4}\.tmp$/i, // Word: the new and the old content during a save
  /^\.~lock\..*#$/, // LibreOffice: lock while a document is open
  /^lu[0-9a-z]{5,}\.tmp$/i, // LibreOffice: content during a save
  /^[0-9A-F]{8}$/i, // Excel: content during a save, before its rename
  /^4913$/, // vim: can a file be made here?
  /^\..*\.sw[a-p]$/, // vim: swap file
  /~$/, // vim, gedit and others: backup
  /^\.goutputstream-/, // GLib: content during a save
  /^\.matterline-/, // ours: files on their way into the folder
  /^\.DS_Store$/,
  /^\._/, // macOS: attributes on foreign disks
  /^(Thumbs\.db|desktop\.ini|ehthumbs\.db)$/i,
  /\.(crdownload|partial|part)$/i, // browsers: unfinished downloads
];

/** True for a file or directory that must not be filed. `name` is one name, not a path. */
export function isIgnored(name: string): boolean {
  return ignoredNames.some((rule) => rule.test(name));
}
