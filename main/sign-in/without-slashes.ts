/** An address without the slashes at its end, which make no difference; in time that grows with its length, whoever wrote it. */
export function withoutSlashes(address: string): string {
  let end = address.length;
  while (address[end - 1] === '/') end -= 1;
  return address.slice(0, end);
}
