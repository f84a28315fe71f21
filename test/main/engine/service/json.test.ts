import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseJson, writeJson } from '../../../../main/engine/service/json.ts';

const int64 = fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n });

describe('JSON', () => {
  it('keeps every int64 exact', () => {
    fc.assert(
      fc.property(int64, (value) => {
        const parsed = parseJson(`{"versionId": ${value}, "list": [${value},${value}]}`);
        const exact = Number.isSafeInteger(Number(value)) ? Number(value) : value;
        expect(parsed).toEqual({ ok: true, value: { versionId: exact, list: [exact, exact] } });
      }),
    );
  });

  it('reads everything else as JSON.parse does', () => {
    fc.assert(
      fc.property(fc.json(), (text) => {
        const inexact = JSON.stringify(parseJson(text), (_member, value: unknown) =>
          typeof value === 'bigint' ? Number(value) : value,
        );
        expect(JSON.parse(inexact)).toEqual({ ok: true, value: JSON.parse(text) });
      }),
    );
  });

  it('writes what it read', () => {
    const text = '{"lastUpdated":638999999999999999,"rate":1.25,"name":"a, 1234567890123456789"}';
    const parsed = parseJson(text);
    expect(parsed.ok && writeJson(parsed.value)).toBe(text);
  });

  it.each(['1e400', '123456789012345678901234567890', '0.12345678901234567890', '-0', '9007199254740993e3'])(
    'leaves %s a number',
    (text) => {
      expect(parseJson(text)).toEqual({ ok: true, value: Number(text) });
    },
  );

  it('skips a byte order mark, and takes an integer that stands alone', () => {
    expect(parseJson('\uFEFF638999999999999999')).toEqual({ ok: true, value: 638999999999999999n });
  });

  it('refuses everything that is not JSON, however deep', () => {
    expect(parseJson('{"a": undefined}')).toEqual({ ok: false, error: 'not-json' });
    expect(parseJson(`${'['.repeat(200_000)}1234567890123456789`)).toEqual({ ok: false, error: 'not-json' });
    fc.assert(fc.property(fc.string(), (text) => typeof parseJson(text).ok === 'boolean'));
  });
});
