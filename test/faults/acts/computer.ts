import { between, type Chance, oneOf } from '../noise.ts';
import { fullnesses } from '../sim-database.ts';
import { matters, type World } from '../world.ts';
import type { Act } from './act.ts';
import { savesTwiceApart } from './person.ts';

const computer = (name: string, weight: number, doing: (world: World, chance: Chance) => string): Act => ({
  name,
  weight,
  play: (world, chance) => {
    world.count(name);
    world.tell(`${name}${doing(world, chance)}`);
  },
});

const seconds = (ms: number) => ` for ${(ms / 1000).toFixed(1)} s`;

/** The engine ends and starts again a while later; now and then it is ended again before it is there. */
function dies(world: World, chance: Chance, times = 1): void {
  world.end();
  const [waits, again, within] = [chance() * 3_000, chance() < 0.25 && times < 4, chance() ** 2 * 500];
  world.later(waits, () => {
    if (world.running) return;
    world.start();
    if (again) world.later(within, () => dies(world, chance, times + 1));
  });
}

export function cutsPower(world: World, chance: Chance): void {
  world.count('power cut');
  world.tell('power cut');
  dies(world, chance);
  world.cutPower();
}

export const computerActs: readonly Act[] = [
  computer('engine killed', 7, (world, chance) => {
    if (chance() < 0.8) {
      dies(world, chance);
      return '';
    }
    const kill = () => {
      world.disk.inTheMiddle = null;
      world.count('engine killed while it gives a file a name');
      dies(world, chance);
    };
    world.disk.inTheMiddle = kill;
    world.laterUnlessCalm(12_000, () => world.disk.inTheMiddle === kill && dies(world, chance));
    return ' when it next gives a file a name';
  }),
  { name: 'power cut', weight: 7, play: cutsPower },
  computer('program closed and opened', 2, (world, chance) => {
    const ms = chance() * 5_000;
    void world.quit().then(() => world.later(ms, () => void (world.running || world.start())));
    return '';
  }),
  computer('disk full', 4, (world, chance) => {
    const ms = between(chance, 1_000, 12_000);
    const how = oneOf(chance, fullnesses);
    world.fillDisk(how);
    world.later(ms, () => world.freeDisk());
    return `: the database ${how}${seconds(ms)}`;
  }),
  computer('disk fails to keep what it took', 3, (world, chance) => {
    const ms = between(chance, 300, 6_000);
    world.failToKeep(oneOf(chance, ['bytes', 'bytes and names']));
    world.later(ms, () => world.failToKeep(null));
    // Often the power goes as well, before or after the disk says that all is well.
    if (chance() < 0.5) world.laterUnlessCalm(chance() * 2 * ms, () => cutsPower(world, chance));
    // Or much later, when all seems well and what was saved since was changed again.
    else if (chance() < 0.7) {
      const later = ms + 13_000 + chance() * 2_000;
      world.laterUnlessCalm(later, () => savesTwiceApart.play(world, chance));
      world.laterUnlessCalm(later + 4_000 + chance() * 4_000, () => cutsPower(world, chance));
    }
    return seconds(ms);
  }),
  computer('file held by another program', 4, (world, chance) => {
    const { folder } = oneOf(chance, matters);
    const there = chance() < 0.6 ? world.disk.below(folder) : [];
    const path =
      oneOf(chance, there) ?? `${folder}/${oneOf(chance, ['Brief.docx', 'Claim.docx', 'Notes.txt'])}`;
    const ms = chance() < 0.1 ? 20 * 60_000 : between(chance, 500, 4_000);
    world.disk.hold(path, true);
    world.disturbances.begin('held', path);
    world.later(ms, () => {
      world.disk.hold(path, false);
      world.disturbances.end('held', path);
    });
    return `: ${path}${seconds(ms)}`;
  }),
  computer('clock jumps', 4, (world, chance) => {
    const jump = (chance() - 0.5) * 2 * oneOf(chance, [60_000, 3_600_000, 400 * 24 * 3_600_000]);
    world.setClock(world.clock.now() + jump);
    world.journal.clockWasSet = true;
    return ` by ${Math.round(jump / 1000)} s`;
  }),
  computer('computer sleeps', 3, (world, chance) => {
    const ms = between(chance, 5_000, 8 * 3_600_000);
    world.sleep(ms, chance() * 5_000);
    return seconds(ms);
  }),
  computer('drive unplugged', 2, (world, chance) => {
    const ms = between(chance, 1_000, 15_000);
    const { folder } = oneOf(chance, matters);
    // Nobody works on a drive that is not there: what the person does next waits until it is back.
    world.person.do(async () => {
      world.disk.unplug(folder);
      world.disturbances.begin('drive away', folder);
      await world.clock.sleep(ms);
      world.disk.plugIn(folder);
      world.disturbances.end('drive away', folder);
    });
    return `: ${folder}${seconds(ms)}`;
  }),
  computer('drive fails', 2, (world, chance) => {
    const ms = between(chance, 1_000, 15_000);
    const { folder } = oneOf(chance, matters);
    world.person.do(async () => {
      if (world.disk.isUnplugged(folder)) return;
      world.disk.fail(folder, true);
      world.disturbances.begin('drive away', folder);
      await world.clock.sleep(ms);
      world.disk.fail(folder, false);
      world.disturbances.end('drive away', folder);
    });
    return `: ${folder}${seconds(ms)}`;
  }),
  computer('no watches left', 1, (world, chance) => {
    const { folder } = oneOf(chance, matters);
    world.takeWatches(folder);
    return `: ${folder}`;
  }),
  computer('file events lost', 1, (world, chance) => {
    const ms = between(chance, 500, 5_000);
    world.loseEvents(true);
    world.later(ms, () => world.loseEvents(false));
    return seconds(ms);
  }),
  computer('bytes rot in the vault', 1, (world, chance) => `: of ${world.rot(chance)}`),
  computer('person signs out and in', 2, (world, chance) => {
    const ms = between(chance, 500, 20_000);
    world.sign(false);
    world.later(ms, () => world.sign(true));
    return seconds(ms);
  }),
  computer('somebody else signs in', 2, (world, chance) => {
    const ms = between(chance, 3_000, 20_000);
    if (world.anotherIsHere) return ', and is there already';
    world.another(true);
    world.later(ms, () => world.another(false));
    return seconds(ms);
  }),
  computer('matter unlinked and linked', 1, (world, chance) => {
    const matter = oneOf(chance, matters);
    const ms = between(chance, 500, 10_000);
    void world.unlink(matter).then((unlinked) => unlinked && world.later(ms, () => void world.link(matter)));
    return `: ${matter.folder}${seconds(ms)}`;
  }),
  computer('filing paused', 1, (world, chance) => {
    const ms = between(chance, 500, 20_000);
    world.workspace?.pipeline.pause(true);
    world.later(ms, () => world.workspace?.pipeline.pause(false));
    return seconds(ms);
  }),
];
