import type { IdentityPolicy, SignIn } from '../../../shared/model/index.ts';

/** Who is signed in, as main says. */
export interface Situation {
  readonly signIn: SignIn | null;
  /** Hash of the address where people sign in; null where nobody tells. */
  readonly server: string | null;
  readonly policy: IdentityPolicy;
  /** Nobody is signed in, because the person signed out. */
  readonly left: boolean;
}
