/**
 * Where the program of a thread is. Built, it stands beside the engine, while whoever starts it may stand among the parts that
 * several programs share.
 * @param from the address of the module that asks
 */
export function workerFile(name: string, from = import.meta.url): URL {
  if (from.endsWith('.ts')) return new URL(`./${name}.ts`, from);
  return new URL(from.includes('/chunks/') ? `../${name}.js` : `./${name}.js`, from);
}
