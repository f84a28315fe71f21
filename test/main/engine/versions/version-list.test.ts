import { expect, test } from 'vitest';
import { fileIdOf, restore, saved, versionsOf } from '../../../support/versions.ts';
import { eventually, openWorkplace, sha256 } from '../../../support/workplace.ts';

test('versions saved here and versions filed by others are one list, each saying whether its bytes are here', async () => {
  await using place = await openWorkplace();
  await saved(place, 'Brief.docx', 'one', 'two');
  const fileId = fileIdOf(place, 'Brief.docx');
  place.service.colleague.addVersion(fileId, 'theirs');
  await expect.poll(() => versionsOf(place, 'Brief.docx').length, eventually).toBe(3);
  const [theirs, two, one] = versionsOf(place, 'Brief.docx');
  expect(theirs).toMatchObject({ savedHere: false, here: false, size: null, current: false });
  expect(theirs?.whyNot).not.toBeNull();
  expect(theirs?.who).not.toBeNull();
  expect(two).toMatchObject({
    savedHere: true,
    here: true,
    whyNot: null,
    current: true,
    size: 3,
    sha256: sha256('two'),
    state: 'filed',
  });
  expect(one).toMatchObject({ here: true, current: false, sha256: sha256('one') });
});

test('a version that the limits removed says that it is no longer kept here', async () => {
  await using place = await openWorkplace({ ports: (ports) => ({ ...ports, keptAfterFiling: 0 }) });
  await saved(place, 'Brief.docx', 'one', 'two');
  place.workspace.keeper.setLimits({ maxBytes: 3, maxAgeDays: null });
  await place.workspace.keeper.enforce();
  const [two, one] = versionsOf(place, 'Brief.docx');
  expect(two?.here).toBe(true);
  expect(one).toMatchObject({ here: false });
  expect(one?.whyNot).toContain('no longer kept here');
  expect(await restore(place, 'Brief.docx', 'one')).toMatchObject({
    ok: false,
    error: { code: 'version-not-here' },
  });
});
