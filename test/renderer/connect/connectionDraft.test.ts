import { describe, expect, it } from 'vitest';
import { connectionOf, draftOf, draftProblems } from '../../../renderer/connect/connectionDraft.ts';

describe('the connection form', () => {
  it('names each field that is missing or wrong', () => {
    const problems = draftProblems({ ...draftOf(null), baseUrl: 'http://firm.example' });
    expect(Object.keys(problems)).toEqual(['baseUrl', 'authUrl', 'clientId', 'apiKey']);
  });

  it('sends the scopes that were typed, and shows those that are kept', () => {
    const view = { baseUrl: '', authUrl: '', clientId: '', redirect: 'custom', source: 'typed' } as const;
    expect(draftOf({ ...view, scope: 'matters documents' }).scope).toBe('matters documents');
    expect(connectionOf({ ...draftOf(null), scope: ' openid matters ' }).scope).toBe('openid matters');
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
