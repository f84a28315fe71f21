import { renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { eventually, type Workplace } from '../../../support/workplace.ts';
import { filedAs, openDesk } from '../saving/desk.ts';

test('what waits for its turn to be announced when the person signs out is not announced', async () => {
  const signsOut = { place: null as Workplace | null, done: false };
  const desk = await openDesk({
    ports: (ports) => ({
      ...ports,
      connect(...given) {
        const client = ports.connect(...given);
        const { putFile } = client.documents;
        const announce: typeof putFile = (matterId, fileId, body, options) =>
          putFile(
            matterId,
            fileId,
            async () => {
              signsOut.place?.workspace.worksFor(null, 'own');
              signsOut.done ||= signsOut.place !== null;
              return typeof body === 'function' ? body() : body;
            },
            options,
          );
        return { ...client, documents: { ...client.documents, putFile: announce } };
      },
    }),
  });
  await using place = desk;
  writeFileSync(join(place.folder, 'Brief.docx'), 'content');
  await place.allFiled();
  signsOut.place = place;
  renameSync(join(place.folder, 'Brief.docx'), join(place.folder, 'Claim.docx'));
  await expect.poll(() => signsOut.done, eventually).toBe(true);
  await sleep(1_000);
  expect(filedAs(place, 'Claim.docx')).toEqual([]);
  expect(place.states()).toEqual(['filed', 'waiting']);
});
