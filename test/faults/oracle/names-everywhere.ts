/** Names that Windows gives to devices, whatever their extension. */
const devices = /^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i;
/** What Windows has no room for in a name, and what shows nothing or turns the direction of what is read. */
const forbidden = /[<>:"/\\|?*\p{Cc}\p{Cf}]/u;

/** True for what Windows, macOS and Linux all take for a name of one file, as it stands. */
export const isNameEverywhere = (name: string): boolean =>
  name !== '' &&
  !forbidden.test(name) &&
  !/^\s|[\s.]$/.test(name) &&
  !devices.test(name) &&
  Buffer.byteLength(name) <= 255;

/** The letters and digits of a name, without the number that the program adds where a name is taken. */
const letters = (name: string): string =>
  name
    .replace(/ \(\d+\)(?=(\.[^.]*)?$)/, '')
    .normalize('NFC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '');

/** True when a directory may be called so because of the folder’s names. One without letters has to be called something. */
export const isNamedFor = (directory: string, names: readonly string[]): boolean =>
  names.some((name) => letters(name) === letters(directory) || letters(name) === '');
