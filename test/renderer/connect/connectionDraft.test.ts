import { describe, expect, it } from 'vitest';
import {
  connectionOf,
  draftOf,
  draftProblems,
  hasKeptSecret,
} from '../../../renderer/connect/connectionDraft.ts';

describe('the connection form', () => {
  it('names each field that is missing or wrong', () => {
    const problems = draftProblems({ ...draftOf(null), baseUrl: 'http://firm.example' });
    expect(Object.keys(problems)).toEqual(['baseUrl', 'authUrl', 'clientId', 'apiKey']);
  });

  it('sends the scopes that were typed, and shows those that are kept', () => {
    const view = {
      baseUrl: '',
      authUrl: '',
      clientId: '',
      redirect: 'custom',
      hasClientSecret: false,
      source: 'typed',
    } as const;
    expect(draftOf({ ...view, scope: 'matters documents' }).scope).toBe('matters documents');
    expect(connectionOf({ ...draftOf(null), scope: ' openid matters ' }).scope).toBe('openid matters');
  });

  it('knows of a kept client secret only as long as it is the same connection', () => {
    const view = {
      baseUrl: 'https://a.example',
      authUrl: 'https://b.example',
      clientId: 'id',
      redirect: 'custom',
      hasClientSecret: true,
      source: 'typed',
    } as const;
    const draft = draftOf(view);
    expect(hasKeptSecret(view, draft)).toBe(true);
    expect(hasKeptSecret(view, { ...draft, scope: 'matters', redirect: 'loopback' })).toBe(true);
    expect(hasKeptSecret(view, { ...draft, baseUrl: 'https://c.example' })).toBe(false);
    expect(hasKeptSecret({ ...view, hasClientSecret: false }, draft)).toBe(false);
    expect(hasKeptSecret(null, draft)).toBe(false);
  });

  it('leaves out an empty client secret and trims the rest', () => {
    const draft = { ...draftOf(null), baseUrl: ' https://a.example ', clientSecret: ' ' };
    expect(connectionOf(draft)).toEqual({
      baseUrl: 'https://a.example',
      authUrl: '',
      clientId: '',
      apiKey: '',
      redirect: 'custom',
    });
  });
});
