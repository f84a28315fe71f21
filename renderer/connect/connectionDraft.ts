import type { Connection, ConnectionView } from '../../shared/model/index.ts';
import { addressProblem } from '../words/address.ts';

/** What is typed into the form so far. */
export type ConnectionDraft = Record<
  'baseUrl' | 'authUrl' | 'clientId' | 'clientSecret' | 'apiKey' | 'scope',
  string
> & {
  redirect: Connection['redirect'];
};

export type DraftProblems = Partial<Record<keyof ConnectionDraft, string>>;

/** Secrets are never given back, so they start empty. */
export function draftOf(view: ConnectionView | null): ConnectionDraft {
  return {
    baseUrl: view?.baseUrl ?? '',
    authUrl: view?.authUrl ?? '',
    clientId: view?.clientId ?? '',
    clientSecret: '',
    apiKey: '',
    scope: view?.scope ?? '',
    redirect: view?.redirect ?? 'custom',
  };
}

/** Whether a client secret is kept for what is typed: it goes to no other address, and is no other client's. */
export const hasKeptSecret = (view: ConnectionView | null, draft: ConnectionDraft): boolean =>
  view?.hasClientSecret === true &&
  (['baseUrl', 'authUrl', 'clientId'] as const).every((field) => view[field] === draft[field].trim());

/** What is still wrong with a draft, field by field. */
export function draftProblems(draft: ConnectionDraft): DraftProblems {
  const problems: DraftProblems = {};
  const baseUrl = addressProblem(draft.baseUrl);
  const authUrl = addressProblem(draft.authUrl);
  if (baseUrl !== null) problems.baseUrl = baseUrl;
  if (authUrl !== null) problems.authUrl = authUrl;
  if (draft.clientId.trim() === '') problems.clientId = 'Enter the client ID your firm was given.';
  if (draft.apiKey.trim() === '') problems.apiKey = 'Enter the API key your firm was given.';
  return problems;
}

export function connectionOf(draft: ConnectionDraft): Connection {
  const clientSecret = draft.clientSecret.trim();
  const scope = draft.scope.trim();
  return {
    baseUrl: draft.baseUrl.trim(),
    authUrl: draft.authUrl.trim(),
    clientId: draft.clientId.trim(),
    apiKey: draft.apiKey.trim(),
    redirect: draft.redirect,
    ...(clientSecret === '' ? {} : { clientSecret }),
    ...(scope === '' ? {} : { scope }),
  };
}
