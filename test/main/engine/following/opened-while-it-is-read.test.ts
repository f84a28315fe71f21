import { existsSync, writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import type { EnginePorts } from '../../../../main/engine/compose.ts';
import { at, historyRead, placedHere, settled, twoWayPlace } from '../../../support/colleague-documents.ts';
import { wastebasket } from '../../../support/wastebasket.ts';
import { eventually, type Workplace } from '../../../support/workplace.ts';

/** A place where Word is started while Draft.docx is read for the nth time: a large document takes seconds to read. */
async function openedAtReading(nth: number) {
  const basket = wastebasket();
  let readings = Number.NEGATIVE_INFINITY;
  const ports = (real: EnginePorts): EnginePorts => {
    const { files, ...others } = basket.ports(real);
    const opens = (path: string) => {
      if (!path.endsWith('/Draft.docx')) return;
      readings += 1;
      if (readings === nth) writeFileSync(at(place, '~$Draft.docx'), 'Ann');
    };
    return {
      ...others,
      files: {
        ...files,
        async *read(path, part) {
          opens(path);
          yield* files.read(path, part);
        },
        readSmall: (path, size) => (opens(path), files.readSmall(path, size)),
      },
    };
  };
  const place: Workplace = await twoWayPlace({ ports, speedUp: 10 });
  const id = await placedHere(place, 'Draft.docx');
  await settled(place);
  readings = 0;
  return { place, id, basket };
}
const open = (place: Workplace) => place.workspace.following.now(place.matterId).open;

test.each([1, 2])(
  'a deleted document that is opened while it is read stays until it is closed (reading %i)',
  async (nth) => {
    const { place, id, basket } = await openedAtReading(nth);
    place.service.colleague.deleteFile(id);
    await historyRead(place);
    await expect.poll(() => open(place), eventually).toBe(1);
    await settled(place);
    expect([existsSync(at(place, 'Draft.docx')), basket.contents]).toEqual([true, {}]);
  },
);

test('a document that is opened while it is read keeps its name until it is closed', async () => {
  const { place, id } = await openedAtReading(1);
  place.service.colleague.renameFile(id, 'Final.docx');
  await historyRead(place);
  await expect.poll(() => open(place), eventually).toBe(1);
  await settled(place);
  expect([existsSync(at(place, 'Draft.docx')), existsSync(at(place, 'Final.docx'))]).toEqual([true, false]);
});
