/** A sentence with the name of what it is about, where it does not have that already. */
export const saidOf = (name: string | undefined, what: string): string =>
  name === undefined || what.includes(name) ? what : `“${name}”: ${what}`;
