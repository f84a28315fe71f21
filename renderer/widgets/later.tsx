import { type ComponentType, lazy, Suspense, useState } from 'react';

const loads: (() => Promise<unknown>)[] = [];

/**
 * A component whose code the first screen does not wait for. It is loaded when it is first shown, or soon after the first
 * screen, whichever comes first; from then on it is shown at once.
 */
export function later<Props extends object>(load: () => Promise<ComponentType<Props>>): ComponentType<Props> {
  let loaded: ComponentType<Props> | null = null;
  const loadOnce = async () => {
    loaded ??= await load();
    return { default: loaded };
  };
  loads.push(loadOnce);
  const Awaited = lazy(loadOnce);
  return function Later(props: Props) {
    // The same one for as long as it is on the screen, so that it keeps what was done in it.
    const [Shown] = useState(() => loaded ?? Awaited);
    return (
      <Suspense fallback={null}>
        <Shown {...props} />
      </Suspense>
    );
  };
}

/** How long the first screen has to itself, in milliseconds. */
const afterFirst = 1_000;

/** Loads what is not loaded yet, one after the other, whenever the window has nothing else to do. */
export async function loadTheRest(): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, afterFirst));
  for (const load of loads) {
    await new Promise((resolve) => requestIdleCallback(resolve));
    await load();
  }
}
