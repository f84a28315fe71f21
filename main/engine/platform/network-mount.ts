/** File systems whose content changes on other computers, or outside this virtual one, without any event here. */
const networkKinds =
  /^(nfs\d?|cifs|smb\d?|smbfs|9p|afs|ceph|lustre|ncpfs|davfs|virtiofs|vboxsf|prl_fs|fuse\.(sshfs|rclone|davfs2?|gvfsd-fuse|glusterfs|s3fs|vmhgfs-fuse|curlftpfs|smbnetfs))$/;

/**
 * Whether a path lies on a network drive.
 * @param mountinfo the text of Linux's `/proc/self/mountinfo`
 * @param path absolute, without symbolic links
 */
export function isOnNetworkMount(mountinfo: string, path: string): boolean {
  let kind = '';
  let longest = -1;
  for (const line of mountinfo.split('\n')) {
    const [before, after] = line.split(' - ');
    const mountedAt = before?.split(' ')[4];
    if (mountedAt === undefined || after === undefined) continue;
    const point = unescaped(mountedAt);
    const isAbove = path === point || path.startsWith(point === '/' ? '/' : `${point}/`);
    // Of two mounts at the same place, the later one covers the earlier.
    if (!isAbove || point.length < longest) continue;
    longest = point.length;
    kind = after.split(' ')[0] ?? '';
  }
  return networkKinds.test(kind);
}

/** Spaces and the like stand there as octal numbers. */
const unescaped = (text: string): string =>
  text.replace(/\\([0-7]{3})/g, (_, octal: string) => String.fromCharCode(Number.parseInt(octal, 8)));
