/** Names that Windows, macOS and people take for the same. */
export const comparable = (name: string): string => name.normalize('NFC').toLocaleLowerCase('en');
