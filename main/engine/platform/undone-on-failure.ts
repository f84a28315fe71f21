/**
 * Opens several things, or none: when a later step fails, what was opened before is closed again, the last first. In short what
 * `AsyncDisposableStack` does, which Electron 33 does not have.
 * @param open is given a function to be told how each thing is closed
 * @throws what `open` throws, whatever closing says
 */
export async function undoneOnFailure<Value>(
  open: (onFailure: (close: () => unknown) => void) => Promise<Value>,
): Promise<Value> {
  const opened: (() => unknown)[] = [];
  try {
    return await open((close) => opened.push(close));
  } catch (failure) {
    for (const close of opened.toReversed()) {
      try {
        await close();
      } catch {
        // The first failure is the one to be told.
      }
    }
    throw failure;
  }
}
