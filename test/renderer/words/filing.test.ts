import { describe, expect, it } from 'vitest';
import { addedNotice } from '../../../renderer/words/adding.ts';
import { durationWords, progressLine, waitingLine } from '../../../renderer/words/filing.ts';
import { sizeWords } from '../../../renderer/words/size.ts';

const now = Date.parse('2026-03-02T10:00:00Z');
const ago = (ms: number) => new Date(now - ms).toISOString();

it.each([
  [0, '0 bytes'],
  [1, '1 byte'],
  [999, '999 bytes'],
  [1_000, '1.0 KB'],
  [51_200, '51 KB'],
  [999_499, '999 KB'],
  [999_600, '1.0 MB'],
  [9_949_999, '9.9 MB'],
  [10_400_000, '10 MB'],
  [5_000_000_000_000_000, '5,000 TB'],
])('%i bytes are shown as %s', (bytes, words) => {
  expect(sizeWords(bytes)).toBe(words);
});

describe('how far a save is', () => {
  it('tells bytes, speed and time left once they can be told', () => {
    const row = { size: 104_000_000, progress: { sent: 40_000_000, since: ago(40_000) } };
    expect(progressLine(row, now)).toBe('40 MB of 104 MB, 1.0 MB a second, about 1 minute left');
  });
  it('guesses nothing in the first moments', () => {
    expect(progressLine({ size: 1_000, progress: { sent: 500, since: ago(500) } }, now)).toBe(
      '500 bytes of 1.0 KB',
    );
  });
  it('guesses nothing from a standstill, nor from a clock that was set back', () => {
    expect(progressLine({ size: 1_000, progress: { sent: 0, since: ago(60_000) } }, now)).toBe(
      '0 bytes of 1.0 KB',
    );
    expect(progressLine({ size: 1_000, progress: { sent: 10, since: ago(-60_000) } }, now)).toBe(
      '10 bytes of 1.0 KB',
    );
  });
});

it.each([
  [0.2, '1 second'],
  [59.5, '60 seconds'],
  [61, '1 minute'],
  [5_300, '88 minutes'],
  [7_200, '2 hours'],
])('%f seconds are %s', (seconds, words) => {
  expect(durationWords(seconds)).toBe(words);
});

it.each([
  [{ waitsFor: 'turn', why: null, nextTryAt: null }, 'Next in line.'],
  [{ waitsFor: 'earlier-save', why: null, nextTryAt: null }, 'Waits for the earlier save of this document.'],
  [
    { waitsFor: 'network', why: null, nextTryAt: null },
    'Goes once this computer is on an unmetered connection, as chosen in the settings.',
  ],
  [{ waitsFor: 'resume', why: 'x', nextTryAt: null }, 'Filing is paused.'],
  [
    { waitsFor: 'next-try', why: 'The service is busy.', nextTryAt: new Date(now + 95_000).toISOString() },
    'The service is busy. Next try in 2 minutes.',
  ],
  [{ waitsFor: null, why: null, nextTryAt: null }, null],
] as const)('%j is told as %j', (row, words) => {
  expect(waitingLine(row, now)).toBe(words);
});

it('stopping in the middle says how many documents were not come to', () => {
  const added = { path: '/a/Brief.docx', outcome: 'added', name: 'Brief.docx' } as const;
  expect(addedNotice([added], 'Pleadings', 480)).toMatchObject({
    intent: 'warning',
    title: 'Added “Brief.docx” to Pleadings',
    lines: ['Stopped: 480 more were not added.'],
  });
});
