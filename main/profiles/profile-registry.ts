import { ok, type Result } from '../../shared/base/result.ts';
import type { ProfilesView, Refusal } from '../../shared/model/index.ts';

/** What one profile knows of the others: that they are there, and which folders are theirs. */
export interface ProfileRegistry {
  view(): ProfilesView;
  /** Makes a profile, and shows it. */
  add(name: string): Promise<Result<void, Refusal>>;
  /** Opens it first where it could not be opened so far; refused when it still cannot. */
  show(id: string): Promise<Result<void, Refusal>>;
  rename(id: string, name: string): Result<void, Refusal>;
  /** Folders that no matter of this profile may have; refused while another profile cannot say. */
  foldersElsewhere(): Promise<Result<string[], Refusal>>;
}

/** A profile without others. */
export const alone: ProfileRegistry = {
  view: () => ({ shown: 'first', profiles: [{ id: 'first', name: 'Profile 1', need: null }] }),
  add: async () => ok(undefined),
  show: async () => ok(undefined),
  rename: () => ok(undefined),
  foldersElsewhere: async () => ok([]),
};
