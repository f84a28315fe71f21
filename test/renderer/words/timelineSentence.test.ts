import { describe, expect, it } from 'vitest';
import { timelineSentence } from '../../../renderer/words/timelineSentence.ts';
import { type TimelineEntry, timelineKindSchema } from '../../../shared/model/index.ts';

const entry = (given: Partial<TimelineEntry>) => ({
  kind: 'created' as const,
  who: 'Dana Whitfield',
  name: 'Draft.docx',
  from: null,
  to: null,
  version: null,
  state: 'filed' as const,
  ...given,
});

const told = (given: Partial<TimelineEntry>) =>
  timelineSentence(entry(given))
    .map((part) => ('words' in part ? part.words : part.of === 'thing' ? `“${part.name}”` : part.name))
    .join('');

describe('what the timeline says', () => {
  it.each<[Partial<TimelineEntry>, string]>([
    [{ kind: 'created' }, 'Dana Whitfield added “Draft.docx”'],
    [{ kind: 'new-version' }, 'Dana Whitfield saved a new version of “Draft.docx”'],
    [{ kind: 'new-version', version: 5 }, 'Dana Whitfield saved version 5 of “Draft.docx”'],
    [
      { kind: 'renamed', name: 'Final.docx', from: 'Draft.docx', to: 'Final.docx' },
      'Dana Whitfield renamed “Draft.docx” to “Final.docx”',
    ],
    [{ kind: 'renamed', name: 'Final.docx' }, 'Dana Whitfield renamed “Final.docx”'],
    [
      { kind: 'moved', from: 'Drafts', to: 'Pleadings' },
      'Dana Whitfield moved “Draft.docx” from “Drafts” to “Pleadings”',
    ],
    [{ kind: 'moved', to: 'Pleadings' }, 'Dana Whitfield moved “Draft.docx” to “Pleadings”'],
    [{ kind: 'copied', from: 'Model.docx' }, 'Dana Whitfield made “Draft.docx” as a copy of “Model.docx”'],
    [{ kind: 'copied', to: 'Drafts' }, 'Dana Whitfield copied “Draft.docx” to “Drafts”'],
    [{ kind: 'deleted' }, 'Dana Whitfield deleted “Draft.docx”'],
    [{ kind: 'restored' }, 'Dana Whitfield restored “Draft.docx”'],
    [{ kind: 'folder-created', name: 'Evidence' }, 'Dana Whitfield created the folder “Evidence”'],
    [
      { kind: 'folder-renamed', name: 'B', from: 'A', to: 'B' },
      'Dana Whitfield renamed the folder “A” to “B”',
    ],
    [{ kind: 'folder-moved', name: 'A', to: 'B' }, 'Dana Whitfield moved the folder “A” to “B”'],
    [{ kind: 'folder-deleted', name: 'A' }, 'Dana Whitfield deleted the folder “A”'],
    [{ kind: 'other' }, 'Dana Whitfield changed “Draft.docx”'],
    [{ kind: 'new-version', who: null, state: 'waiting' }, 'You saved a new version of “Draft.docx”'],
    [{ who: null }, 'Someone added “Draft.docx”'],
  ])('%o', (given, sentence) => {
    expect(told(given)).toBe(sentence);
  });

  it('has a sentence for every kind', () => {
    for (const kind of timelineKindSchema.options) {
      expect(told({ kind })).toMatch(/^Dana Whitfield \w+ .*“Draft\.docx”/u);
    }
  });

  it('keeps names apart from words, so that a name cannot speak for us', () => {
    const parts = timelineSentence(entry({ who: '<b>You</b> deleted', name: '” to “x' }));
    expect(parts.filter((part) => 'name' in part)).toHaveLength(2);
  });
});
