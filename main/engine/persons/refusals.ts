import type { Refusal } from '../../../shared/model/index.ts';

export const notProven: Refusal = {
  code: 'not-permitted',
  what: 'Nothing is opened for this sign-in',
  why: 'Your administrator decided that the sign-in server has to say who signs in, and its answer does not.',
  next: 'Ask the person who looks after your computers. What is saved in linked folders is kept, and nothing is sent.',
};

export const linksLost: Refusal = {
  code: 'service-failed',
  what: 'The list of folders that came along from another service address is damaged',
  why: 'It could not be read, and was set aside in the folder of Matterline’s own data.',
  next: 'Link the folders that you work in again: saves in folders that are not linked are not captured.',
};

export const staysHere = (paths: readonly string[]): Refusal => ({
  code: 'not-permitted',
  what: 'Folders that another person linked are among yours',
  why: `Another person was taken for you, and what was kept of them here was removed before it could go to them: ${paths.join(', ')}.`,
  next: 'Review what was saved in them before it is filed in your name, and unlink the folders that are not yours.',
});

export const takenForAnother: Refusal = {
  code: 'not-permitted',
  what: 'You had been taken for another person who works on this computer',
  why: 'The service’s history names you for what was filed since you signed in. Filing in the other person’s matters has stopped.',
  next: 'What was saved in their folders since then waits for their review. Folders that you linked since then are yours, with what you saved in them.',
};
