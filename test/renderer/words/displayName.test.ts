import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { displayName } from '../../../renderer/words/displayName.ts';

const deceptive = /[\p{Cc}\p{Bidi_Control}\p{Zl}\p{Zp}]|\p{Cs}/u;

describe('a name from outside, as it is shown', () => {
  it('stays as it is when it is harmless', () => {
    for (const name of ['Défense (v2).docx', '契約書.pdf', 'نموذج عقد.docx', '👩‍⚖️ notes ❤️.txt', 'a\u200cb']) {
      expect(displayName(name)).toBe(name);
    }
  });

  it('cannot pretend to have another extension by turning its letters round', () => {
    expect(displayName('Invoice \u202Efdp.exe')).toBe('Invoice [U+202E]fdp.exe');
    expect(displayName('\u2066a\u2069')).toBe('[U+2066]a[U+2069]');
  });

  it('cannot hide characters or break the line', () => {
    expect(displayName('a\u0000b\nc\u200Bd\u2028e\uFEFFf')).toBe(
      'a[U+0000]b[U+000A]c[U+200B]d[U+2028]e[U+FEFF]f',
    );
  });

  it('is never empty', () => {
    expect(displayName('')).toBe('(no name)');
    expect(displayName(' \u3000 ')).toBe('(no name)');
  });

  it('is cut when it is absurdly long', () => {
    expect(displayName('x'.repeat(1_000_000))).toHaveLength(1_001);
  });

  it('holds nothing that reorders or hides text, whatever comes', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (name) => {
        expect(displayName(name)).not.toMatch(deceptive);
      }),
    );
    expect(displayName('\uD800')).toBe('\uFFFD');
  });
});
