import { expect, test } from 'vitest';
import { refused } from '../../../main/conversation/refused.ts';
import { pauseFiling } from '../../../main/tray/pause-filing.ts';

const engineThat = (pause: () => Promise<void>) =>
  ({ ready: async () => ({ client: { engine: { pause } }, ended: new AbortController().signal }) }) as never;

test('why filing was not paused reaches whoever paused it at the tray', async () => {
  const why = {
    code: 'service-failed' as const,
    what: 'Filing was not paused',
    why: 'The disk is full.',
    next: 'Make room and try again.',
  };
  expect(
    await pauseFiling(
      engineThat(() => Promise.reject(refused(why))),
      true,
    ),
  ).toEqual({ ok: false, error: why });
  expect(
    await pauseFiling(
      engineThat(async () => {}),
      true,
    ),
  ).toEqual({ ok: true, value: undefined });
  expect(await pauseFiling({ ready: async () => null } as never, true)).toMatchObject({ ok: false });
});

test('a fault of the program is not called a refusal', async () => {
  await expect(
    pauseFiling(
      engineThat(() => Promise.reject(new TypeError('no'))),
      true,
    ),
  ).rejects.toThrow(TypeError);
});
