import { useSyncExternalStore } from 'react';
import type {
  MatterChanges,
  MatterId,
  RequestForm,
  RequestId,
  RequestView,
} from '../../shared/model/index.ts';

/** A form that is open over the window. */
export interface OpenForm {
  /** As far as it is filled in. */
  readonly form: RequestForm;
  /** What of a matter is asked for; everything where it is left out. */
  readonly part?: 'status' | 'convert' | 'responsible';
  /** The same is asked for all of these matters. */
  readonly several?: readonly MatterId[];
  /** The request that it changes, as it was shown. */
  readonly edits?: Pick<RequestView, 'id' | 'revision'>;
  /** The draft that it goes on with. */
  readonly draft?: string;
  /** Fields of a record that the service does not show: they must be entered. */
  readonly unread?: readonly string[];
  /** What the service calls those whom it names without an id, by field. */
  readonly named?: Readonly<Record<string, string>>;
  /** The fields of the matter as the person saw them when they began to change it. */
  readonly shown?: MatterChanges;
  /** Under which ids it was sent by a try that nobody answered, by matter: what was kept of it is not made again. */
  readonly ids?: Readonly<Record<string, RequestId>>;
  /** Persons who are made with it. */
  readonly people?: readonly NewPerson[];
  /** What stands in fields and is not in the form yet. */
  readonly unfinished?: Readonly<Record<string, string>>;
}

/** A person who is asked for in the form of something else, and requested before it. */
export interface NewPerson {
  readonly id: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly email: string;
}

let open: OpenForm | null = null;
const listeners = new Set<() => void>();

/** Opens a form over the window, from wherever; null closes it. */
export function openForm(next: OpenForm | null): void {
  open = next;
  for (const listener of listeners) listener();
}

export const useOpenForm = (): OpenForm | null => useSyncExternalStore(listen, () => open);

function listen(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
