import type { ChildProcess } from 'node:child_process';

export const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;

export const rounded = (value: number): number => Number(value.toFixed(3));

/** The next thing a child process tells. */
export async function messageFrom<Message>(child: ChildProcess): Promise<Message> {
  const { promise, resolve, reject } = Promise.withResolvers<Message>();
  const ended = (code: number | null) => reject(new Error(`the process ended with ${code}`));
  child.once('exit', ended);
  child.once('message', (message) => {
    child.off('exit', ended);
    resolve(message as Message);
  });
  return promise;
}
