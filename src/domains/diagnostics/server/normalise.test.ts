import { describe, expect, it } from 'vitest';
import { normalise, pagePattern } from './normalise.ts';

describe('the address of a page', () => {
  it.each([
    ['/contacts/01900000-0000-7000-8000-000000000001/notes', '/contacts/…/notes'],
    ['https://gauntlet.example/contacts?search=ada%40client.example#x', '/contacts'],
    ['/referral/ADA2026', '/referral/…'],
    ['/people/ada@client.example', '/people/…'],
    ['/reset-password', '/reset-password'],
    ['/x/abcdefghijklmnopqrstuvwxyzabcdefgh', '/x/…'],
    ['', '/'],
  ])('%s is kept as %s', (address, pattern) => {
    expect(pagePattern(address)).toBe(pattern);
  });
});

describe('a breach of the policy', () => {
  const policy = (more: object) =>
    normalise(
      {
        'csp-report': {
          'document-uri': 'https://gauntlet.example/contacts/42?q=ada',
          'effective-directive': 'script-src-elem',
          ...more,
        },
      },
      'gauntlet.example',
    );

  it('is kept by what was refused, without addresses of others', () => {
    expect(policy({ 'blocked-uri': 'https://evil.example/steal?cookie=secret' })).toEqual({
      kind: 'policy',
      detail: 'script-src-elem refused evil.example',
      page: '/contacts/…',
      build: '',
    });
    expect(
      policy({ 'blocked-uri': 'inline', 'source-file': 'https://gauntlet.example/assets/index.js', 'line-number': 7 })
        .detail,
    ).toBe('script-src-elem refused inline in /assets/index.js:7');
    expect(policy({ 'blocked-uri': 'data:text/html,secret' }).detail).toBe('script-src-elem refused data:');
    for (const file of ['https://[', 'inline', '/assets/index.js'])
      expect(policy({ 'source-file': file, 'blocked-uri': 'eval' }).detail).toBe('script-src-elem refused eval');
    expect(policy({ 'source-file': 'chrome-extension://abc/x.js', 'blocked-uri': 'eval' }).detail).toBe(
      'script-src-elem refused eval',
    );
  });
});
