// Wine tells the time of the last change as the time of birth. With this, every file was born at the same instant.
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';

const born = 1_577_836_800_000;
const pin = (stats) => {
  if (!stats) return stats;
  if (typeof stats.birthtimeMs === 'bigint') {
    stats.birthtimeMs = BigInt(born);
    stats.birthtimeNs = BigInt(born) * 1_000_000n;
  } else {
    stats.birthtimeMs = born;
  }
  return stats;
};

for (const name of ['stat', 'lstat', 'fstat']) {
  const [later, now, promised] = [fs[name], fs[`${name}Sync`], fs.promises[name]];
  fs[name] = (...args) => {
    const callback = args.pop();
    return later.call(fs, ...args, (error, stats) => callback(error, pin(stats)));
  };
  fs[`${name}Sync`] = (...args) => pin(now.apply(fs, args));
  if (promised) fs.promises[name] = async (...args) => pin(await promised.apply(fs.promises, args));
}
syncBuiltinESMExports();
