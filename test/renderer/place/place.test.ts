import fc from 'fast-check';
import { expect, it } from 'vitest';
import { documentsOf, hashOf, placeOf } from '../../../renderer/place/place.ts';
import { fileIdSchema, folderIdSchema, matterIdSchema } from '../../../shared/model/index.ts';

const id = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 40 });

it('every place survives the way through the address, whatever its ids look like', () => {
  fc.assert(
    fc.property(id, id, (matter, file) => {
      const matterId = matterIdSchema.parse(matter);
      const fileId = fileIdSchema.parse(file);
      for (const place of [
        { screen: 'matters' as const },
        { screen: 'problems' as const },
        documentsOf(matterId),
        documentsOf(matterId, folderIdSchema.parse(file)),
        documentsOf(matterId, null, fileId),
        documentsOf(matterId, folderIdSchema.parse(matter), fileId),
        { screen: 'matter' as const, matterId, tab: 'details' as const },
        { screen: 'activity' as const, part: 'now' as const },
        { screen: 'activity' as const, part: 'past' as const },
        { screen: 'settings' as const },
        { screen: 'matter' as const, matterId, tab: 'timeline' as const, fileId },
        { screen: 'matter' as const, matterId, tab: 'timeline' as const, fileId: null },
      ]) {
        expect(placeOf(hashOf(place))).toEqual(place);
      }
    }),
  );
});

it.each(['', '#', '#/nowhere', '#/matter', '#/matter//timeline', '#/%E0%A4%A'])(
  '%s leads to the matters',
  (hash) => {
    expect(placeOf(hash)).toEqual({ screen: 'matters' });
  },
);
