import { spawn } from 'node:child_process';
import { withOnly } from '../own-descriptors.ts';
import type { OpenWithPorts } from './open-with.ts';

/** Starts a program that goes on without this one. */
export const startProgram: OpenWithPorts['start'] = (command, words, { verbatim }) =>
  new Promise((resolve) => {
    const child = withOnly(['ignore', 'ignore', 'ignore'], (stdio) =>
      spawn(command, words, { detached: true, stdio, windowsVerbatimArguments: verbatim }),
    );
    child.once('error', () => resolve(false));
    child.once('spawn', () => {
      child.unref();
      resolve(true);
    });
  });
