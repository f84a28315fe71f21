const sha256 = '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08';
const told = (seq: number, at: string, what: string, isOfContent = true) => ({
  seq,
  at,
  what,
  name: 'Brief.docx',
  sha256: isOfContent ? sha256 : null,
  size: isOfContent ? 24_576 : null,
});

/** What the custody log says of any document. */
export const custodyLines = {
  entries: [
    told(1_204, '2026-03-12T09:14:07.120Z', 'Seen in the service’s history'),
    told(1_203, '2026-03-12T09:14:05.310Z', 'Accepted by the service'),
    told(1_201, '2026-03-12T09:14:04.870Z', 'About to be sent'),
    told(1_200, '2026-03-12T09:14:04.300Z', 'About to be announced to the service'),
    told(1_199, '2026-03-12T09:14:02.015Z', 'Captured on this computer'),
    told(988, '2026-03-10T16:40:31.000Z', 'Decided by the person: file on top'),
    told(987, '2026-03-10T16:38:12.450Z', 'Held back: another version was there: newer-version'),
    told(801, '2026-03-09T11:02:56.000Z', 'Accepted by the service (name or place)', false),
    told(800, '2026-03-09T11:02:55.000Z', 'Captured on this computer (name or place)', false),
  ],
  total: 731,
};
