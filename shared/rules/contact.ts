import { rule, type Violation, violations } from './checks.ts';

/** spec: Contact (creation shape). Companies exist too, but their fields are not shown. */
export interface NewContact {
  readonly person: { readonly firstName: string; readonly lastName: string; readonly email: string };
  /** The caller's own reference. */
  readonly externalSystemId?: string | undefined;
}

/** The specification requires nothing of a person; one without any name could never be found again. */
export function newContactViolations({ person }: NewContact): readonly Violation[] {
  const isNamed = `${person.firstName}${person.lastName}`.trim() !== '';
  return violations(rule('lastName', isNamed, 'must not be empty when there is no first name'));
}
