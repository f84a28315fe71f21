/** True when the service shows a document under its name here, or under it without its extension. */
export function isShownAs(shown: string, here: string): boolean {
  const [known, name] = [composed(shown), composed(here)];
  return known === name || known === withoutExtension(name);
}

/** What follows the last dot of “Smith v. Jones” is no extension. */
const extension = /\.[\p{L}\p{N}_~$-]{1,12}$/u;
export const withoutExtension = (name: string): string => name.replace(extension, '') || name;

/** Some systems write letters and their accents apart; everybody else takes that for another name. */
export const composed = (name: string): string => name.normalize('NFC');

/** What a name may have instead of the extension that its document has here: “.pdf” or “.P7M”, not the ends of “v2.1” and “v.Jones”. */
const otherExtension = /\.(?:\p{Ll}[\p{Ll}\p{N}_~$-]{0,11}|\p{Lu}[\p{Lu}\p{N}_~$-]{0,11})$/u;

/** Some services leave the extension out of the names they show, and so may who renames a document there. */
export function withExtension(known: string, here: string): string {
  if (known === '') return here;
  const [ending] = extension.exec(here) ?? [''];
  const hasOne = known.toLowerCase().endsWith(ending.toLowerCase()) || otherExtension.test(known);
  return hasOne ? known : known + ending;
}

/** What a service that leaves extensions out shows a document as: “Contract.pdf” it would show as “Contract”. */
export function shownWithoutExtension(here: string): string {
  const stem = withoutExtension(here);
  return otherExtension.test(stem) ? here : stem;
}
