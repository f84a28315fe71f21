import type { EnginePorts } from '../../main/engine/compose.ts';
import { type Disk, moveNewOn } from '../../main/engine/platform/move-new.ts';

/** A disk on which a file cannot have two names, as FAT and exFAT. */
export const withoutSecondNames = (code = 'EPERM'): Partial<Disk> => ({
  link: () => Promise.reject(Object.assign(new Error(code), { code })),
});

/** The matter folder is on such a disk. */
export const onExFat = (ports: EnginePorts): EnginePorts => ({
  ...ports,
  files: { ...ports.files, moveNew: moveNewOn(withoutSecondNames()) },
});
