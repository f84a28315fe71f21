/** One name by which a program lawyers use keeps a file of its own for a while: never a document of the person's. */
const temporary: readonly RegExp[] = [
  // Microsoft Word while it saves, and the file by which Office shows who has a document open.
  /^~WR[A-Z]\d{4}\.tmp$/i,
  /^~\$/,
  // Microsoft Excel while it saves.
  /^[0-9A-F]{8}$/i,
  // Matterline's own.
  /^\.matterline-/,
];

/** True for what must be filed: everything of the person's but what programs keep for themselves. */
export const isDocumentPath = (path: string): boolean =>
  !path.split('/').some((name) => temporary.some((pattern) => pattern.test(name)));
