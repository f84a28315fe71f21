import type { Result } from '../../../../shared/base/result.ts';
import type {
  Candidate,
  ChangedField,
  RequestAction,
  RequestProblem,
} from '../../../../shared/model/index.ts';
import type { Violation } from '../../../../shared/rules/checks.ts';
import { formField } from '../../../../shared/rules/violations.ts';
import type { StoredRequest } from '../../domain/request-standing.ts';
import { describe } from '../../service/describe-error.ts';
import type { ServiceError } from '../../service/errors.ts';
import { isObject } from '../../service/json.ts';

type Words = Pick<RequestProblem, 'what' | 'why' | 'next'>;

const problem = (
  kind: RequestProblem['kind'],
  words: Words,
  actions: readonly RequestAction[],
  more: Partial<RequestProblem> = {},
): RequestProblem => ({
  kind,
  ...words,
  fields: [],
  candidates: [],
  lookedFor: false,
  changed: [],
  version: null,
  actions: [...actions],
  ...more,
});

/** A rule was broken that nobody saw when it was submitted: the region was chosen since, for one. */
export const brokenRules = (violations: readonly Violation[]): RequestProblem =>
  problem(
    'refused',
    {
      what: 'This was not sent.',
      why: 'The practice service would not take it as it is.',
      next: 'Correct what is named, and it is sent.',
    },
    ['edit', 'cancel'],
    { fields: violations.map(({ field, rule }) => ({ field, words: rule })) },
  );

/** The service does not take it, and said so. */
export function refusedBy(error: ServiceError): RequestProblem {
  const { why, next } = describe(error);
  return problem(
    'refused',
    { what: 'The practice service did not take this.', why, next },
    ['edit', 'retry', 'cancel'],
    {
      fields: fieldsIn(error),
    },
  );
}

/** A new plugin was refused after a try whose answer was lost: that one may have made it, with the key that went along. */
export function refusedAgain(
  error: ServiceError,
  { form, subject }: Pick<StoredRequest, 'form' | 'subject'>,
): RequestProblem {
  const id = form.operation === 'plugins.put' ? form.pluginId : '';
  return problem(
    'unknown-outcome',
    {
      what: 'Whether this arrived is not known.',
      why: `The answer to the first try was lost, and the next one was refused, perhaps because the first one arrived. ${describe(error).why}`,
      next: 'Look in the practice service whether the plugin is there, and say so here. The key that it was sent with is kept until then.',
    },
    ['decide'],
    {
      fields: fieldsIn(error),
      candidates: [{ id, name: subject, facts: [{ label: 'Id', value: id, same: true }] }],
      canBeLookedFor: false,
    },
  );
}

/** @param mayBeOwn it was on its way before, and nobody knows what became of that */
export const changedSince = (
  changed: readonly ChangedField[],
  version: string,
  mayBeOwn: boolean,
): RequestProblem =>
  problem(
    'changed-since',
    {
      what: 'Someone changed this meanwhile.',
      why: mayBeOwn
        ? 'It is not what it was when you filled in the form. It was sent before, and the answer was lost: some of the changes may be yours.'
        : 'It is not what it was when you filled in the form.',
      next: 'Look at what changed, and send yours anyway, correct it or cancel it.',
    },
    ['decide', 'edit', 'cancel'],
    { changed: [...changed], version },
  );

/** A try whose answer was lost set, or may have set, what the person left out since. */
export const takenBack = (changed: readonly ChangedField[], version: string): RequestProblem =>
  problem(
    'changed-since',
    {
      what: 'What you took back may have been done.',
      why: 'It was sent before you corrected it, and the answer was lost.',
      next: 'Look at what changed, and send yours as it is, correct it so that the rest is set back too, or cancel it.',
    },
    ['decide', 'edit', 'cancel'],
    { changed: [...changed], version },
  );

/** Null where there is no way to look for any; what failed when they were looked for. */
type Candidates = Result<readonly Candidate[], ServiceError> | null;

/** @param known those known here, where the service did not show any */
export const unknownOutcome = (candidates: Candidates, known: readonly Candidate[]): RequestProblem =>
  problem(
    'unknown-outcome',
    {
      what: 'Whether this arrived is not known.',
      why: 'It was on its way when the connection or the program ended. It is not sent again by itself: it could be made twice.',
      next: nextWith(candidates, known, {
        unseen: 'Look in the practice service whether it is there, and say so here.',
        none: 'Nothing like it shows there yet. Look again, or send it again if you are sure.',
      }),
    },
    ['decide'],
    lookedAt(candidates, known),
  );

/** Once more it would be made twice: that is not offered. */
export const unknownId = (candidates: Candidates, known: readonly Candidate[]): RequestProblem =>
  problem(
    'unknown-id',
    {
      what: 'Which one was made is not known.',
      why: 'The practice service accepted it, and its answer did not say what it made.',
      next: nextWith(candidates, known, {
        unseen: 'Look for it in the practice service. Nothing more is done about it here.',
        none: 'Nothing like it shows there yet. Look again later.',
      }),
    },
    ['decide'],
    lookedAt(candidates, known),
  );

const lookedAt = (candidates: Candidates, known: readonly Candidate[]): Partial<RequestProblem> => ({
  candidates: candidates?.ok ? [...candidates.value] : [...known],
  lookedFor: candidates?.ok === true,
  canBeLookedFor: candidates !== null,
});

function nextWith(
  candidates: Candidates,
  known: readonly Candidate[],
  words: { readonly unseen: string; readonly none: string },
): string {
  if (candidates === null && known.length > 0)
    return `Look whether one of these is it, which are known from matters. ${words.unseen}`;
  if (candidates === null) return words.unseen;
  if (!candidates.ok)
    return `It could not be looked for. ${describe(candidates.error).why} Look again, or look in the practice service whether it is there.`;
  return candidates.value.length === 0 ? words.none : 'Look whether one of these is it.';
}

export const notShown = (differing: readonly string[]): RequestProblem =>
  problem(
    'not-shown',
    {
      what: 'This was accepted, and does not show.',
      why:
        differing.length === 0
          ? 'The practice service does not show it after a long while.'
          : 'The practice service shows some of it otherwise.',
      next: 'Look again later, or leave it if it is as it should be there.',
    },
    ['decide'],
    { fields: differing.map((field) => ({ field, words: 'is shown otherwise by the practice service' })) },
  );

export const needsAnother = (name: string): RequestProblem =>
  problem(
    'needs-another',
    {
      what: 'This cannot be sent.',
      why: `It names “${name}”, which was requested here and will not come into being.`,
      next: 'Choose another, or cancel this too.',
    },
    ['edit', 'cancel'],
  );

/** It waits for the person whose workspace it is. */
export const requestedByAnother: RequestProblem = problem(
  'refused',
  {
    what: 'This was not sent.',
    why: 'It was requested, or changed, while another person was taken for you, and may be theirs.',
    next: 'Send it if it is yours: it is made in your name. Cancel it if it is not.',
  },
  ['edit', 'retry', 'cancel'],
);

/** What needs a person already is said to be perhaps another one's, too. */
export const alsoByAnother = (found: RequestProblem): RequestProblem => ({
  ...found,
  why: `${requestedByAnother.why} ${found.why}`,
});

export const keyMissing: RequestProblem = problem(
  'key-missing',
  {
    what: 'This was not sent.',
    why: 'The key that it is sent with is not kept on this computer any more.',
    next: 'Enter it again, or make another.',
  },
  ['edit', 'cancel'],
);

/** What the service says by field, where it does: the member that most services have for it (spec: ProblemDetails, extra members). */
function fieldsIn(error: ServiceError): RequestProblem['fields'] {
  if (error.kind === 'invalid-request') return [{ field: formField(error.field), words: error.rule }];
  if (!('problem' in error) || error.problem === null) return [];
  const { extra, detail, title } = error.problem;
  const { errors } = extra;
  const named = isObject(errors)
    ? Object.entries(errors).flatMap(([field, words]) =>
        (Array.isArray(words) ? words : [words]).flatMap((each) =>
          typeof each === 'string'
            ? [{ field: formField(lowerFirst(field)), words: each.slice(0, 500) }]
            : [],
        ),
      )
    : [];
  const whole = detail ?? title;
  return named.length > 0 || !whole ? named : [{ field: '', words: whole }];
}

const lowerFirst = (field: string): string => field.charAt(0).toLowerCase() + field.slice(1);
