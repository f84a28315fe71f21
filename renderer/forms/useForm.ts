import { useEffect, useRef, useState } from 'react';
import type { MatterChanges, Refusal, RequestForm, RequestId } from '../../shared/model/index.ts';
import { violationsOf } from '../../shared/rules/violations.ts';
import { codeOf, refusalOf } from '../conversation/refusal.ts';
import { useConversation } from '../conversation/useConversation.ts';
import { useAct, useTell } from '../frame/notices.tsx';
import { draftOf } from './draftFields.ts';
import { fieldWords } from './fieldWords.ts';
import { KeptDraft } from './keptDraft.ts';
import { type NewPerson, type OpenForm, openForm } from './opened.ts';
import { personsIn, sendEdit, withdraw, withNewIds } from './sendForm.ts';
import { useRequestSettings } from './useRequestSettings.ts';

/** How long after the last key what was typed is kept as a draft, in milliseconds. */
const typing = 400;

/** A form as it is being filled in. */
export interface FormNow<Form extends RequestForm = RequestForm> {
  readonly form: Form;
  /** Persons who are made with it. */
  readonly people: readonly NewPerson[];
  set: (change: Partial<Form>) => void;
  addPerson: (person: NewPerson) => void;
  /** What stands in a field and is not in the form: a name that nobody was chosen by. */
  readonly unfinished: Readonly<Record<string, string>>;
  /** Nothing is sent while something is left unfinished; the draft keeps it. '' once it is finished. */
  leave: (field: string, text: string) => void;
  /** The person wanted to send it. */
  readonly tried: boolean;
  /** What is wrong with a field, in words; null while nothing is, or nobody came to it yet. */
  fault: (field: string) => string | null;
  /** Rules that are about no field shown here are told above the form. */
  readonly otherFaults: (shown: readonly string[]) => readonly string[];
  readonly isBroken: boolean;
  readonly refusal: Pick<Refusal, 'what' | 'why' | 'next'> | null;
  readonly busy: boolean;
  send: () => Promise<void>;
  close: () => void;
  readonly isEdit: boolean;
}

interface Sending<Form> {
  /** What is sent in the place of the form alone: the same for several records. */
  readonly all?: (form: Form) => Promise<readonly Form[]>;
  /** More that is wrong, by field, that the rules cannot know. */
  readonly faults?: (form: Form) => Readonly<Record<string, string>>;
  /** The fields of the matter as the person saw them, for the draft; null for nothing to keep. */
  readonly shown?: MatterChanges | null;
  /** What was typed and is in no draft, for a person; null while there is nothing. */
  readonly notInDraft?: string | null;
  /** After it is kept. */
  readonly then?: (form: Form, id: RequestId) => void;
}

/** A form that is open: kept as a draft with each pause in typing, held to the rules with each key, sent once. */
export function useForm<Form extends RequestForm>(
  opened: OpenForm,
  initial: Form,
  { all, faults, shown = null, notInDraft = null, then }: Sending<Form> = {},
): FormNow<Form> {
  const { client } = useConversation();
  const tell = useTell();
  const act = useAct();
  const [{ region, pluginProperties }] = useRequestSettings();
  const [begun] = useState(initial);
  const [form, setForm] = useState(begun);
  const [first] = useState(opened);
  const [begunPeople] = useState(opened.people ?? []);
  const [people, setPeople] = useState(begunPeople);
  const [unfinished, setUnfinished] = useState(opened.unfinished ?? nothing);
  const [touched, setTouched] = useState<ReadonlySet<string>>(new Set());
  const [tried, setTried] = useState(false);
  const [refusal, setRefusal] = useState<FormNow['refusal']>(null);
  const [busy, setBusy] = useState(false);
  const [draft] = useState(() => opened.draft ?? crypto.randomUUID());
  // Submitted twice under one id, it is one request.
  const [ids] = useState(() => new Map<string, RequestId>(Object.entries(opened.ids ?? {})));
  const [kept] = useState(() => new KeptDraft(opened.draft !== undefined));
  /** It could not be kept: closing it once more leaves without a draft. */
  const mayLeave = useRef(false);

  const isChanged =
    form !== begun ||
    people !== begunPeople ||
    unfinished !== (first.unfinished ?? nothing) ||
    opened.several !== first.several;
  useEffect(() => {
    if (!isChanged) return;
    mayLeave.current = false;
    const now = { ...opened, form, people, unfinished, ...(shown && { shown }) };
    kept.changed(() => client.engine.drafts.put(draftOf(draft, now)));
    const timer = setTimeout(() => void kept.keep().catch(() => {}), typing);
    return () => clearTimeout(timer);
  }, [isChanged, form, people, unfinished, shown, draft, kept, opened, client]);
  // Whatever takes its place.
  useEffect(() => () => void kept.keep().catch(() => {}), [kept]);

  const own = faults?.(form) ?? {};
  const broken = [
    ...violationsOf(form, { region, pluginProperties }),
    ...Object.entries(own).map(([field, rule]) => ({ field, rule })),
  ];
  const isShown = (field: string) => tried || touched.has(field);
  const idFor = (one: Form): RequestId => {
    const key = keyOf(one);
    const id = ids.get(key) ?? (crypto.randomUUID() as RequestId);
    ids.set(key, id);
    return id;
  };
  const send = async () => {
    setTried(true);
    if (broken.length > 0 || Object.keys(unfinished).length > 0 || busy) return;
    setBusy(true);
    setRefusal(null);
    try {
      await kept.sending(() => (opened.edits ? edit(opened.edits) : submit()));
      openForm(null);
      then?.(form, opened.edits?.id ?? idFor(form));
    } catch (error) {
      // It may be kept, and the draft gone with it: what is kept from now on is the same request.
      if (codeOf(error) === null && !opened.edits) {
        const now = {
          ...opened,
          form,
          people,
          unfinished,
          ids: Object.fromEntries(ids),
          ...(shown && { shown }),
        };
        kept.changed(() => client.engine.drafts.put(draftOf(draft, now)));
      }
      setRefusal(refusalOf(error));
      setBusy(false);
    }
  };
  const submit = async () => {
    const forms = (await all?.(form)) ?? [form];
    const wanted = new Set(forms.map(keyOf));
    const others = [...ids].filter(([key]) => !wanted.has(key));
    // Whoever is told once that one of them cannot be taken back can go on.
    for (const [key] of others) ids.delete(key);
    await withdraw(
      client.engine.requests,
      others.map(([, id]) => id),
    );
    const requests = [...personsIn(form, people), ...forms.map((one) => ({ id: idFor(one), form: one }))];
    await client.engine.requests.submit({ requests, draft });
  };
  const edit = async (edits: NonNullable<OpenForm['edits']>) => {
    const refused = await sendEdit(client.engine.requests, { edits, form, draft }, people);
    if (refused === null) return;
    const renewed = new Map(refused.withdrawn.map((id) => [id, crypto.randomUUID() as RequestId]));
    if (renewed.size > 0) {
      setForm((before) => withNewIds(before, renewed));
      setPeople((before) => withNewIds(before, renewed));
    }
    throw refused.error;
  };
  const close = () => {
    if (!kept.isAny || mayLeave.current) return openForm(null);
    // Nothing closes it meanwhile: Escape asks twice.
    setBusy(true);
    kept.keep().then(
      () => {
        openForm(null);
        tell({
          intent: notInDraft === null ? 'success' : 'warning',
          title: 'Kept as a draft',
          lines: ['It is under Firm, Requests.', ...(notInDraft === null ? [] : [notInDraft])],
          action: {
            label: 'Discard it',
            run: () => act(() => client.engine.drafts.remove({ id: draft })),
          },
        });
      },
      (error: unknown) => {
        mayLeave.current = true;
        setBusy(false);
        setRefusal(notKept(refusalOf(error)));
      },
    );
  };
  return {
    form,
    people,
    set: (change) => {
      setForm((before) => ({ ...before, ...change }));
      setTouched((before) => new Set([...before, ...Object.keys(change)]));
    },
    addPerson: (person) => setPeople((before) => [...before, person]),
    unfinished,
    leave: (field, text) =>
      setUnfinished((before) => {
        const { [field]: had = '', ...others } = before;
        if (had === text) return before;
        return text === '' ? others : { ...others, [field]: text };
      }),
    tried,
    fault: (field) => {
      const found = isShown(field.split('.')[0] ?? field) && broken.find((one) => one.field === field);
      return found ? sentence(found.rule) : null;
    },
    otherFaults: (fields) =>
      tried
        ? broken
            .filter(({ field }) => !fields.includes(field))
            .map(({ field, rule }) => `${fieldWords(field)}: ${sentence(rule)}`)
        : [],
    isBroken: broken.length > 0,
    refusal,
    busy,
    send,
    close,
    isEdit: opened.edits !== undefined,
  };
}

/** What it is about: of several matters, each has its own request. */
const keyOf = (form: RequestForm): string => ('matterId' in form ? form.matterId : '');

const nothing: Readonly<Record<string, string>> = {};

const notKept = ({ what, why, next }: Pick<Refusal, 'what' | 'why' | 'next'>) => ({
  what: 'What you typed is not kept as a draft.',
  why: `${what} ${why}`,
  next: `${next} Closing the form once more loses it.`,
});

/** "must not be empty" as a sentence of its own. */
const sentence = (rule: string): string => `${rule.charAt(0).toUpperCase()}${rule.slice(1)}.`;
