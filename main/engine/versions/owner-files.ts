/** Names of the files that programs put beside a document while they have it open. */
export function ownerFiles(name: string): string[] {
  // Word leaves out the first one or two characters of longer names.
  return [`~$${name}`, `~$${name.slice(1)}`, `~$${name.slice(2)}`, `.~lock.${name}#`];
}
