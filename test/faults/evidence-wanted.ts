import { cutsPower } from './acts/computer.ts';
import { between, type Chance, oneOf } from './noise.ts';
import { exportsDirectory } from './oracle/exports.ts';
import type { World } from './world.ts';

/** Milliseconds in which a checkpoint that was asked for is signed, or not at all. */
const signedWithin = 2_000;

/** Now and then the person wants something that is made of the custody log: the log itself, or a stamped checkpoint as a record needs. */
export function wantsEvidence(world: World, chance: Chance): void {
  const again = () => world.laterUnlessCalm(between(chance, 500, 8_000), want);
  const want = () => {
    if (world.workspace) wants(world, chance);
    again();
  };
  again();
}

function wants(world: World, chance: Chance): void {
  const open = world.workspace;
  if (!open) return;
  const { checkpointKeeper, stamper, custodyExporter } = open;
  const what = oneOf(chance, ['a stamp', 'a stamp', 'the log', 'a stamp, and the power goes'] as const);
  world.count(`person wants ${what}`);
  world.tell(`the person wants ${what}`);
  if (what === 'a stamp, and the power goes') world.whenSigned(signedWithin, () => cutsPower(world, chance));
  const stamped = async () => {
    const checkpoint = await checkpointKeeper.now('the-key-now');
    if (checkpoint.ok) await stamper.stampSoon(checkpoint.value);
  };
  const exported = () =>
    custodyExporter.export({
      ...{ scope: 'all', matterId: null, fileId: null, format: 'json', version: '1.0' },
      path: `${exportsDirectory}/Custody log.json`,
    });
  const made: Promise<unknown> = what === 'the log' ? exported() : stamped();
  made.catch((failure: unknown) => {
    // Whoever closes the program meanwhile gets nothing.
    if (world.workspace === open) world.refusedBy(failure, `${what} is not made`);
  });
}
