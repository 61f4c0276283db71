import { describe, expect, it } from 'vitest';
import { API_SCOPES, NewApiKey } from '../../contract/settings.ts';
import { ApiKeyForm, curlExample, EXPIRIES, SCOPE_WORDS, toNewApiKey } from './api-key-form.ts';

describe('the form of a new API key', () => {
  it.each(Object.keys(EXPIRIES))('makes what the contract takes, expiry %s', (expiry) => {
    const entry = ApiKeyForm.parse({ name: ' Import ', scopes: ['contacts:read'], expiry });
    expect(NewApiKey.parse(toNewApiKey(entry))).toEqual({
      name: 'Import',
      scopes: ['contacts:read'],
      ...(expiry === 'never' ? {} : { expiresInDays: Number(expiry) }),
    });
  });

  it('asks for a name and a scope in the words of the contract', () => {
    const { error } = ApiKeyForm.safeParse({ name: '', scopes: [], expiry: '90' });
    expect(error!.issues.map(({ message }) => message)).toEqual([
      'Enter a name for the key.',
      'Choose at least one scope.',
    ]);
  });

  it('has words for every scope', () => {
    expect(Object.keys(SCOPE_WORDS)).toEqual([...API_SCOPES]);
  });
});

describe('the example command', () => {
  it('reads where the key may read', () => {
    expect(curlExample('https://g.example', 'gk_1', ['contacts:write', 'contacts:read'])).toBe(
      'curl -H "Authorization: Bearer gk_1" \\\n  "https://g.example/api/contacts?limit=5"',
    );
  });

  it('creates where the key may only write', () => {
    expect(curlExample('https://g.example', 'gk_1', ['contacts:write'])).toContain(`-d '{"firstName"`);
  });
});
