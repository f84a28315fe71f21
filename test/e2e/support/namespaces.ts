import { spawnSync } from 'node:child_process';

/** Somebody without any rights, for whom a root that runs these tests starts the program. */
export const nobody = 65_534;

const works = (command: readonly string[], person: { uid?: number; gid?: number } = {}): boolean => {
  const [name = '', ...rest] = command;
  return spawnSync(name, rest, { ...person, stdio: 'ignore' }).status === 0;
};

/** Whether this system lets an ordinary person have what Chromium's sandbox is made of; a container often does not. */
export const hasSandbox = (): boolean =>
  works(
    ['unshare', '-U', '-p', '-n', '-f', 'true'],
    process.getuid?.() === 0 ? { uid: nobody, gid: nobody } : {},
  );

/** Whether a program can be shown an `/etc` of its own here; in a container it often cannot. */
export const canHaveOwnEtc = (): boolean =>
  works(['unshare', '-rm', 'sh', '-c', 'mount -t overlay overlay -o lowerdir=/usr:/etc /etc']);
