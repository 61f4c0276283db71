import { beforeAll, describe, expect, it } from 'vitest';
import { initSecrets } from '../secrets/secrets.ts';
import { formToken, spamReason, tokenState } from './spam-guard.ts';

beforeAll(() => initSecrets(Buffer.alloc(32, 7)));

describe('the token of a web form', () => {
  const key = 'abcdefghijklmnop';
  const read = 1_800_000_000_000;
  it('is good between a few seconds and a day after the form was read', () => {
    const token = formToken(key, read);
    expect(tokenState(key, token, read + 1_000)).toBe('too_fast');
    expect(tokenState(key, token, read + 5_000)).toBe('good');
    expect(tokenState(key, token, read + 25 * 3_600_000)).toBe('expired');
  });
  it('belongs to one form, and cannot be made up or made older', () => {
    const token = formToken(key, read);
    expect(tokenState('another-form-key', token, read + 5_000)).toBe('forged');
    expect(tokenState(key, `${(read - 60_000).toString(36)}.${token.split('.')[1]}`, read)).toBe('forged');
    expect(tokenState(key, '', read)).toBe('forged');
  });
});

describe('what is kept back', () => {
  const person = { token: 'good', message: 'Please call me about https://example.com' } as const;
  it('are traps, haste and advertising, not people', () => {
    expect(spamReason(person)).toBeUndefined();
    expect(spamReason({ ...person, trap: 'x' })).toMatch(/hidden/);
    expect(spamReason({ ...person, token: 'too_fast' })).toMatch(/faster/);
    expect(spamReason({ ...person, message: 'http://a http://b http://c http://d' })).toMatch(/links/);
  });
});
