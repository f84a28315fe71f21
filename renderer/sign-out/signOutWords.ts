import { lossWords, type SignOut, type Unfiled } from '../../shared/model/sign-out.ts';
import { count } from '../words/count.ts';

/** What is not filed, and what is asked for and not done, in a sentence each; null when nothing is. */
export function unfiledSentence({
  unfinished,
  unread,
  looking,
  adding,
  requests = 0,
}: Unfiled): string | null {
  if (looking > 0) return 'Matterline is still checking your matter folders for changes.';
  const parts = [
    unfinished > 0 ? count(unfinished, 'version') : null,
    unread > 0 ? `${count(unread, 'file')} that could not be read yet` : null,
    adding > 0 ? `${count(adding, 'document')} still being added` : null,
  ].filter((part) => part !== null);
  const sentences = [
    parts.length > 0
      ? `${parts.join(' and ')} ${unfinished + unread + adding === 1 ? 'is' : 'are'} not filed yet.`
      : null,
    requests > 0 ? `${count(requests, 'request is', 'requests are')} not done yet.` : null,
  ].filter((one) => one !== null);
  return sentences.length === 0 ? null : sentences.join(' ');
}

/** What is said where nothing more will be filed by waiting. */
export const filedSentence = ({ kept }: Pick<Unfiled, 'kept'>): string =>
  kept === 0
    ? 'Everything you saved is filed.'
    : `Everything you saved is filed, except ${count(kept, 'version')} you chose not to file.`;

/** What whoever cannot be told what is not filed leaves with: nothing is removed. */
export const keepEverything: SignOut = { when: 'now', remove: false, loss: '' };

/** The words to be typed for leaving this way; null when nothing would be lost. */
export function wordsToType(unfiled: Unfiled, { when, remove }: Pick<SignOut, 'when' | 'remove'>) {
  if (!remove) return null;
  return lossWords(when === 'now' ? unfiled : { ...unfiled, unfinished: 0, unread: 0, requests: 0 });
}
