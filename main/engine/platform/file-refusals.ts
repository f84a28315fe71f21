import type { Refusal } from '../../../shared/model/index.ts';
import { isNoRoom } from './local-storage-errors.ts';

export const notKept: Refusal = {
  code: 'version-not-here',
  what: 'This version is not on this computer',
  why: 'It was saved elsewhere, or is no longer kept here.',
  next: 'Look for it in the service.',
};

export const inUse = (name: string): Refusal => ({
  code: 'document-in-use',
  what: `“${name}” is open in another program`,
  why: 'What that program saves next would undo the restoring, or be lost.',
  next: 'Close the document there and try again.',
});

export const changedMeanwhile = (name: string): Refusal => ({
  code: 'document-changed',
  what: `“${name}” was not restored`,
  why: 'It changed meanwhile. Nothing was overwritten.',
  next: 'Wait until it is saved and try again.',
});

export const notAsItWas = (name: string): Refusal => ({
  code: 'document-changed',
  what: `“${name}” was not filed`,
  why: 'It is not in the matter’s folder any more as it was shown. Nothing was overwritten.',
  next: 'Look at its versions again, and decide then.',
});

export const nameTaken = (name: string): Refusal => ({
  code: 'document-changed',
  what: `“${name}” was not restored`,
  why: 'Something else has its name in its folder now. Nothing was overwritten.',
  next: 'Rename what is there and try again.',
});

export const folderAway: Refusal = {
  code: 'folder-missing',
  what: 'The matter’s folder is not there',
  why: 'It was moved or deleted, or its drive is not connected.',
  next: 'Connect the drive or put the folder back, and try again.',
};

export const notRead = (name: string, code: string): Refusal => ({
  code: 'document-in-use',
  what: `“${name}” was not restored`,
  why: `What is there now cannot be read and kept first (${code}). Nothing was overwritten.`,
  next: 'Close the program that has it open, or check its permissions, and try again.',
});

export const notWritten = (name: string, code: string): Refusal => ({
  code: 'not-permitted',
  what: `The earlier version of “${name}” could not be written`,
  why:
    code === 'ENOTDIR'
      ? 'Its folder in the matter’s folder is a link or a file: what is put there would not be filed.'
      : isNoRoom(code)
        ? 'The disk is full.'
        : code === 'ETIMEDOUT'
          ? 'Its drive does not answer.'
          : `The system did not allow it (${code}).`,
  next: 'Correct this and try again. What is there now was not touched.',
});

export const copyDamaged = (name: string): Refusal => ({
  code: 'version-not-here',
  what: `This version of “${name}” is damaged`,
  why: 'Its copy in the program’s own folder is not as it was written.',
  next: 'Look for it in the service.',
});

export const versionNotRead = (name: string, code: string): Refusal => ({
  code: 'version-not-here',
  what: `This version of “${name}” cannot be read`,
  why: `The system did not give out the program’s copy of it (${code}).`,
  next: 'Try again, or look for it in the service.',
});
