import type { Person } from '../../shared/model/index.ts';
import type { EngineLink } from '../engine-process/supervisor.ts';
import type { SettingsStore } from '../settings.ts';

/** Of a person whose work is shown. */
interface Shown extends Pick<Extract<Person, { state: 'known' }>, 'id'> {
  readonly others: { readonly people: number };
}

/**
 * What the window remembers of matters (pinned, recent, the place it was at) is each person's own; everything else is the profile's.
 * @returns whether it was another's until now
 */
export function turnRemembered(settings: SettingsStore, { id, others }: Shown): boolean {
  const last = settings.get('person');
  if (last === id) return false;
  const { pinned, recent, place } = settings.get('preferences');
  const all = settings.get('remembered');
  const nothing = { pinned: [], recent: [], place: '' };
  const isTheirs = last === null && others.people === 0;
  // From before people were told apart, and now there are several: whose it is, nobody knows.
  const next = isTheirs ? { pinned, recent, place } : (all[id] ?? nothing);
  if (last !== null) settings.set('remembered', { ...all, [last]: { pinned, recent, place } });
  settings.prefer(next);
  settings.set('person', id);
  return !isTheirs;
}

/** What the window remembers for a person goes with what is kept of them. Answers whether it is the one who is shown. */
export function forgetRemembered(settings: SettingsStore, id: string): boolean {
  const { [id]: _theirs, ...others } = settings.get('remembered');
  settings.set('remembered', others);
  const shown = settings.get('person');
  if (shown !== null && shown !== id) return false;
  settings.prefer({ pinned: [], recent: [], place: '' });
  return true;
}

/**
 * Follows whose work the engine shows, as long as it lives.
 * @param onAnother called when it is another's than the one that was remembered
 */
export async function followPerson(
  link: EngineLink,
  settings: SettingsStore,
  onAnother: () => void,
): Promise<void> {
  try {
    const people = await link.client.engine.person.now(undefined, { signal: link.ended });
    for await (const person of people)
      if (person.state === 'known' && turnRemembered(settings, person)) onAnother();
  } catch {
    // The engine died: the next one is followed.
  }
}
