/** For what happens by itself soon, on a busy machine too. */
export const eventually = { timeout: 30_000, interval: 50 };
