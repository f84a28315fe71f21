import type { Problem } from '../../../shared/model/index.ts';
import { instant } from '../domain/instant.ts';
import type { FilingOutage } from '../features/custody/checkpoint-filer.ts';
import { type Continued, continuedSetting } from '../features/custody/checkpoint-keeper.ts';
import type { StampFailure, StampOutage } from '../features/custody/stamper.ts';
import type { ChainFault } from '../store/custody/chain-check.ts';
import type { Stores } from '../store/stores.ts';

/** @param since when it was found, in milliseconds since 1970 */
export function custodyProblem(fault: ChainFault | null, since: number): Problem[] {
  if (!fault) return [];
  return [
    {
      id: 'custody',
      matterId: null,
      matterTitle: null,
      subject: null,
      fileId: null,
      conflict: null,
      what: 'The custody log is not as it was written',
      why: `Entry ${fault.seq} is ${fault.fault}: something other than Matterline changed its data. ${fault.why}`,
      next: 'Tell the person who looks after your computers, and keep the exports you have. Filing goes on.',
      since: instant(since),
      nextTryAt: null,
      actions: [],
    },
  ];
}

const whyContinued: Readonly<Record<Continued['why'], string>> = {
  'earlier-copy':
    'What Matterline keeps on this computer was replaced by an earlier copy of it, such as a backup.',
  damaged: 'What Matterline keeps on this computer was damaged, and not all of the log could be read.',
  altered: 'Something other than Matterline changed entries that were signed.',
};

/** That the log does not go on from the last checkpoint known, until the person has read it. */
export function continuedProblem({ matters }: Pick<Stores, 'matters'>): Problem[] {
  const setting = matters.setting(continuedSetting);
  if (!setting) return [];
  const { why, at, known, found }: Continued = JSON.parse(setting);
  return [
    {
      id: continuedSetting,
      matterId: null,
      matterTitle: null,
      subject: null,
      fileId: null,
      conflict: null,
      what: 'The custody log does not go on from where it was last signed',
      why: `${whyContinued[why]} ${known === 0 ? 'None were signed before' : `${known} entries were signed last`}, and ${found} were found.`,
      next: 'It goes on in a new part that says so. Keep records and exports from before: they still hold.',
      since: instant(at),
      nextTryAt: null,
      actions: ['dismiss'],
    },
  ];
}

const whyNotStamped: Readonly<Record<StampFailure, string>> = {
  unreachable: 'The time-stamping authority could not be reached.',
  slow: 'The time-stamping authority did not answer in time.',
  refused: 'The time-stamping authority refused the request.',
  'not-granted': 'The time-stamping authority answered that it does not stamp this.',
  'not-a-stamp': 'What answers at the address of the time-stamping authority sent no time stamp.',
  'of-something-else': 'The time-stamping authority stamped something else than it was sent.',
  'another-question': 'The time-stamping authority answered another question than it was asked.',
  'another-policy': 'The time-stamping authority stamped under another policy than it was asked for.',
  'not-signed-by-it': 'The signature on the time stamp is not the time-stamping authority’s.',
  'not-of-the-authority': 'The time stamp is not by the authority whose certificate your firm named.',
  'certificate-unusable': 'The certificate that was named for the time-stamping authority cannot be read.',
  ends: 'Matterline is ending.',
  'clocks-differ':
    'The time-stamping authority’s clock and this computer’s are more than a day apart. One of them is wrong.',
};

export function stampProblem(outage: StampOutage | null): Problem[] {
  if (!outage) return [];
  return [
    {
      id: 'time-stamps',
      matterId: null,
      matterTitle: null,
      subject: null,
      fileId: null,
      conflict: null,
      what:
        outage.why === 'clocks-differ'
          ? 'Time stamps say another day than this computer'
          : 'The custody log is not being time-stamped',
      why: whyNotStamped[outage.why],
      next:
        outage.why === 'clocks-differ'
          ? 'Set this computer’s clock, or tell the person who looks after your computers. The stamps are kept, and filing goes on.'
          : 'It is tried again by itself, and filing goes on. If this stays, tell the person who looks after your computers.',
      since: instant(outage.since),
      nextTryAt: outage.nextTryAt === null ? null : instant(outage.nextTryAt),
      actions: [],
    },
  ];
}

const whyNotFiled: Readonly<Record<FilingOutage['why'], (matter: string) => string>> = {
  'no-such-matter': (matter) => `No matter has the number “${matter}” that your firm named for it.`,
  'no-folder': (matter) =>
    `The matter “${matter}” that your firm named for it has no folder on this computer.`,
  'folder-away': (matter) => `The folder of the matter “${matter}” that your firm named for it is not there.`,
  'not-written': (matter) =>
    `The folder of the matter “${matter}” that your firm named for it did not take it.`,
  'not-signed': () => 'The custody log could not be signed on this computer just now.',
};

const nextForFiling: Partial<Record<FilingOutage['why'], string>> = {
  'no-such-matter': 'Tell the person who looks after your computers. Everything else is filed as ever.',
  'not-signed':
    'It is tried again by itself, and everything else is filed as ever. If this stays, tell the person who looks after your computers.',
};

/** That no checkpoint is filed, where the firm wants it. */
export function filingProblem(outage: FilingOutage | null): Problem[] {
  if (!outage) return [];
  const { why, matter, since } = outage;
  return [
    {
      id: 'checkpoint-filing',
      matterId: null,
      matterTitle: null,
      subject: null,
      fileId: null,
      conflict: null,
      what: 'Checkpoints of the custody log are not being filed',
      why: whyNotFiled[why](matter),
      next:
        nextForFiling[why] ??
        'Give the matter a folder on this computer, or correct the one it has. It is tried again by itself; everything else is filed as ever.',
      since: instant(since),
      nextTryAt: null,
      actions: [],
    },
  ];
}
