import { expect, test } from 'vitest';
import { isOnNetworkMount } from '../../../../main/engine/platform/network-mount.ts';

const mountinfo = `25 1 254:0 / / rw,relatime - ext4 /dev/vda rw
40 25 0:40 / /mnt/firm\\040share rw,relatime shared:1 - cifs //server/share rw
41 25 0:41 / /home/anna/remote rw - fuse.sshfs anna@server: rw
42 25 0:42 / /mnt/usb rw - fuseblk /dev/sdb1 rw
43 40 254:3 / /mnt/firm\\040share/local rw - ext4 /dev/sdc rw
44 25 0:44 / /data rw - nfs4 server:/data rw
`;

test.each([
  ['/home/anna/Matters', false],
  ['/mnt/firm share/Matters', true],
  ['/mnt/firm share', true],
  ['/mnt/firm shared', false],
  ['/mnt/firm share/local/Matters', false],
  ['/home/anna/remote/Matters', true],
  ['/mnt/usb/Matters', false],
  ['/data/Matters', true],
])('%s on a network drive: %s', (path, shared) => {
  expect(isOnNetworkMount(mountinfo, path)).toBe(shared);
});
