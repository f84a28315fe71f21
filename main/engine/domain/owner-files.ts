/** Names of the files that programs put beside a document while they have it open. */
export function ownerFiles(name: string): string[] {
  // Word leaves out the first one or two characters of longer names.
  return [`~$${name}`, `~$${name.slice(1)}`, `~$${name.slice(2)}`, `.~lock.${name}#`];
}

/** What such a file's name says of its document's: all of it but perhaps one or two characters; null when it is none. */
export const ownedName = (name: string): string | null =>
  /^~\$(.+)$/.exec(name)?.[1] ?? /^\.~lock\.(.+)#$/.exec(name)?.[1] ?? null;
