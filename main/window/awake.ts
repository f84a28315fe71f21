import type { AwakeReason } from '../../shared/model/index.ts';

/** The part of Electron's event emitters that is used here. */
interface Emitter<Name extends string> {
  on(event: Name, listener: () => void): unknown;
}

/** Tells when the window comes into sight or goes out of it. */
export function tellOfSight(
  window: Emitter<'focus' | 'show' | 'restore' | 'minimize' | 'hide' | 'closed'>,
  tell: (reason: AwakeReason) => void,
): void {
  for (const event of ['focus', 'show', 'restore'] as const) window.on(event, () => tell('focus'));
  for (const event of ['minimize', 'hide', 'closed'] as const) window.on(event, () => tell('out-of-sight'));
}

/** Tells when the computer wakes, or is used again after its screen was locked. */
export function tellOfPower(
  power: Emitter<'resume' | 'unlock-screen'>,
  tell: (reason: AwakeReason) => void,
): void {
  for (const event of ['resume', 'unlock-screen'] as const) power.on(event, () => tell('resume'));
}

/** Tells when the person went away from the computer. */
export function tellOfAway(power: Emitter<'lock-screen' | 'suspend'>, tell: () => void): void {
  for (const event of ['lock-screen', 'suspend'] as const) power.on(event, () => tell());
}
