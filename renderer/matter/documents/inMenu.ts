/** Groups of commands as a menu has them: without what can be done with one document only, where there are several. */
export const inMenu = <Command extends { readonly isForOne?: true }>(
  groups: readonly (readonly Command[])[],
): Command[][] =>
  groups
    .map((commands) => commands.filter(({ isForOne }) => isForOne !== true))
    .filter((commands) => commands.length > 0);
