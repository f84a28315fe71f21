import { onTestFinished } from 'vitest';

/** A person without a name or any rights beyond their own, on every Unix. */
const nobody = 65_534;

/** For the rest of the test, the system refuses what it refuses a person: root may look at everything. */
export function withoutPrivileges(): void {
  if (process.geteuid?.() !== 0) return;
  process.seteuid?.(nobody);
  onTestFinished(() => process.seteuid?.(0));
}
