/**
 * The part of a list that is needed: leaving out any one more of what is left makes `stillFails` false. Tries to leave
 * out large pieces first (Zeller's delta debugging).
 * @param most how often `stillFails` may be asked
 */
export async function shrink<Item>(
  items: readonly Item[],
  stillFails: (items: readonly Item[]) => Promise<boolean>,
  most = 2_000,
): Promise<readonly Item[]> {
  let needed = items;
  let asked = 0;
  const without = async (from: number, size: number): Promise<boolean> => {
    if (asked >= most) return false;
    asked += 1;
    const fewer = needed.toSpliced(from, size);
    if (!(await stillFails(fewer))) return false;
    needed = fewer;
    return true;
  };
  for (let size = Math.ceil(items.length / 2); size >= 1; ) {
    let left = false;
    for (let from = needed.length - size; from > -size; from -= size) {
      if (await without(Math.max(from, 0), size)) left = true;
    }
    // At the smallest size, what could not be left out before may be left out now.
    if (size > 1) size = Math.floor(size / 2);
    else if (!left) break;
  }
  return needed;
}
