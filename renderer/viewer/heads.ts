/** Whether some letters stand among the first bytes, at the very beginning unless said otherwise. */
export function begins(bytes: Uint8Array, letters: string, within = letters.length): boolean {
  const head = String.fromCharCode(...bytes.subarray(0, Math.max(within, letters.length)));
  return head.includes(letters);
}
