import { type Chance, oneOf } from './noise.ts';

/** Something that came to be at the service because somebody asked for it. */
interface Made {
  readonly id: string;
  /** What whoever asked for it calls it; see `referenceIn`. */
  readonly reference: string;
  readonly kind: 'contact' | 'task';
  /** Nobody can read it before. Milliseconds of the service's steady clock. */
  readonly thereFrom: number;
}

/** A matter's own record, as far as anything is changed in it. */
interface MatterRecord {
  readonly id: string;
  version: number;
  description: string;
  /** What was accepted and is not applied yet, in order; milliseconds of the service's steady clock. */
  readonly accepted: { readonly description: string; readonly at: number }[];
}

export interface OfficeCall {
  readonly method: string;
  /** Below the service's address. */
  readonly path: string;
  readonly body: string;
}

/** What a request is called by whoever makes it: it goes along in one of its fields. */
export const referenceIn = (text: string): string | null => /request-\d+/.exec(text)?.[0] ?? null;

const uuid = (count: number): string => `00000000-0000-4000-9000-${String(count).padStart(12, '0')}`;

/** What a firm has at the service beside documents: contacts, client tasks, and the records of matters. */
export class SimOffice {
  readonly made: Made[] = [];
  /** What was taken, in the order in which it was, by its reference. */
  readonly taken: { readonly reference: string; readonly subject: string }[] = [];
  /** Matters that somebody else changed. */
  readonly changedByOthers = new Set<string>();
  readonly matters: ReadonlyMap<string, MatterRecord>;
  /** Whether an answer to what was accepted says what it made. */
  readonly saysWhatItMade: boolean;
  /** Whether a contact can be read. */
  readonly showsContacts: boolean;
  readonly injected: Record<string, number> = {};
  readonly #now: () => number;
  readonly #chance: Chance;
  #count = 0;

  /** @param now the service's steady clock, in milliseconds */
  constructor(now: () => number, chance: Chance, matterIds: readonly string[]) {
    this.#now = now;
    this.#chance = chance;
    this.saysWhatItMade = chance() < 0.9;
    this.showsContacts = chance() < 0.5;
    this.matters = new Map(matterIds.map((id) => [id, { id, version: 1, description: '', accepted: [] }]));
    if (!this.saysWhatItMade) this.injected['service: does not say what it made'] = 1;
    if (this.showsContacts) this.injected['service: shows contacts'] = 1;
  }

  /** A colleague writes something else about a matter. */
  describes(id: string, description: string): void {
    const matter = this.#asItIs(id);
    if (!matter) return;
    matter.description = description;
    matter.version += 1;
    this.changedByOthers.add(id);
  }

  recordOf(id: string): object | null {
    const matter = this.#asItIs(id);
    return matter
      ? {
          ...{ id, number: id.slice(-1), title: 'Simulated', status: 'Open', isLead: false },
          ...{ description: matter.description, versionId: String(matter.version) },
        }
      : null;
  }

  /** What it answers; null for what it does not know. */
  answer({ method, path, body }: OfficeCall): { readonly status: number; readonly value: unknown } | null {
    const [, room = '', id = '', part, , taskId] = path.split('/');
    if (room === 'contacts') return method === 'POST' ? this.#makes('contact', body) : this.#contact(id);
    if (room !== 'matters' || !this.matters.has(id)) return null;
    if (part === 'portal')
      return taskId === undefined ? this.#makesTask(body) : this.#changesTask(taskId, body);
    if (method === 'GET') return { status: 200, value: this.recordOf(id) };
    return method === 'PATCH' ? this.#changes(id, body) : null;
  }

  #contact(id: string) {
    const contact = this.made.find((one) => one.id === id && one.kind === 'contact');
    const isThere = this.showsContacts && contact && contact.thereFrom <= this.#now();
    return isThere ? { status: 200, value: { id, name: contact.reference } } : null;
  }

  #makes(kind: Made['kind'], body: string) {
    this.#count += 1;
    const id = uuid(this.#count);
    const reference = referenceIn(body) ?? '';
    const thereFrom = this.#now() + this.#chance() * 2_000;
    this.made.push({ id, reference, kind, thereFrom });
    this.taken.push({ reference, subject: id });
    const value = kind === 'task' ? oneOf(this.#chance, [id, { id }]) : { id, rel: kind, method: 'GET' };
    return { status: kind === 'task' ? 200 : 202, value: this.saysWhatItMade ? value : null };
  }

  /** What was accepted a moment ago is not there for everybody yet. */
  #makesTask(body: string) {
    const { contactId } = JSON.parse(body) as { contactId?: string | null };
    const isThere = this.made.some((one) => one.id === contactId && one.thereFrom <= this.#now());
    if (contactId && !isThere) return { status: 400, value: { title: 'No such contact' } };
    return this.#makes('task', body);
  }

  #changesTask(id: string, body: string) {
    if (!this.made.some((one) => one.id === id && one.kind === 'task')) return null;
    this.taken.push({ reference: referenceIn(body) ?? '', subject: id });
    return { status: 200, value: null };
  }

  #changes(id: string, body: string) {
    const matter = this.matters.get(id);
    const { description } = JSON.parse(body) as { description?: string };
    if (!matter || description === undefined) return null;
    this.taken.push({ reference: referenceIn(body) ?? '', subject: id });
    const before = matter.accepted.at(-1)?.at ?? 0;
    matter.accepted.push({ description, at: Math.max(before, this.#now() + this.#chance() * 2_000) });
    return { status: 202, value: { id, rel: 'matter', method: 'GET' } };
  }

  /** With all that is applied by now. */
  #asItIs(id: string): MatterRecord | undefined {
    const matter = this.matters.get(id);
    while (matter?.accepted[0] && matter.accepted[0].at <= this.#now()) {
      matter.description = matter.accepted.shift()?.description ?? '';
      matter.version += 1;
    }
    return matter;
  }
}
