import { err } from '../../../shared/base/result.ts';
import { refusal } from '../stub-engine.ts';

/** Where nothing is shown without being opened. */
export const noViewer = {
  readContents: async () => err(refusal),
  viewers: { read: async function* () {} },
};
