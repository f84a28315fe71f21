import { resolve } from 'node:path';

/** Absolute path of the checkout these scripts belong to. */
export const projectFolder = resolve(import.meta.dirname, '..');
