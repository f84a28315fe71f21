import { expect, onTestFinished, test, vi } from 'vitest';
import { documentsOf, hashOf } from '../../../renderer/place/place.ts';
import { goFrom, historySteps } from '../../../renderer/place/usePlace.ts';
import { fileIdSchema, matterIdSchema } from '../../../shared/model/index.ts';

/** The places that Back leads through, the one that is shown last. */
function windowAt(hash: string) {
  const places = [hash];
  vi.stubGlobal('window', {
    location: {
      get hash() {
        return places.at(-1);
      },
      set hash(next) {
        places.push(`${next}`);
      },
    },
    history: { replaceState: (_state: unknown, _title: string, next: string) => places.splice(-1, 1, next) },
    dispatchEvent: () => true,
  });
  vi.stubGlobal('HashChangeEvent', Event);
  onTestFinished(() => void vi.unstubAllGlobals());
  return places;
}

test('Back from a document’s timeline goes to the document, however fast it was opened', () => {
  const matterId = matterIdSchema.parse('m1');
  const fileId = fileIdSchema.parse('f1');
  // The list has not told the window yet which document the keyboard is on.
  const places = windowAt(hashOf(documentsOf(matterId)));
  goFrom(documentsOf(matterId, null, fileId), { screen: 'matter', matterId, tab: 'timeline', fileId });
  expect(places).toEqual(['#/matter/m1/documents//f1', '#/matter/m1/timeline/f1']);
});

test('on macOS Option and the arrows stay in text fields: Command and brackets go back and forward', () => {
  const pressed = { altKey: false, ctrlKey: false, metaKey: false, shiftKey: false };
  const option = { ...pressed, altKey: true };
  const command = { ...pressed, metaKey: true };
  expect(['ArrowLeft', 'ArrowRight'].map((key) => historySteps({ ...option, key }, true))).toEqual([0, 0]);
  expect(['[', ']', 'a'].map((key) => historySteps({ ...command, key }, true))).toEqual([-1, 1, 0]);
  expect(['ArrowLeft', 'ArrowRight', 'a'].map((key) => historySteps({ ...option, key }, false))).toEqual([
    -1, 1, 0,
  ]);
  expect(historySteps({ ...option, shiftKey: true, key: 'ArrowLeft' }, false)).toBe(0);
});
