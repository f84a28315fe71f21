/** Most matters remembered as opened last. */
const mostRecent = 12;

/** The list with this one first and once. */
export const asNewest = <Id>(list: readonly Id[], id: Id): Id[] =>
  [id, ...list.filter((one) => one !== id)].slice(0, mostRecent);

/** The list with this one at its end, or without it when it was there. */
export const turned = <Id>(list: readonly Id[], id: Id): Id[] =>
  list.includes(id) ? list.filter((one) => one !== id) : [...list, id];
