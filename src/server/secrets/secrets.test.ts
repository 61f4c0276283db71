import { randomBytes } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { deriveKey, hashToken, hmac, initSecrets, open, randomToken, safeEqual, seal, SealError } from './secrets.ts';

const KEY = Buffer.alloc(32, 7);

function reasonOf(attempt: () => unknown): string {
  try {
    attempt();
  } catch (error) {
    if (error instanceof SealError) return error.reason;
    throw error;
  }
  return 'opened';
}

beforeEach(() => initSecrets(KEY));

describe('encrypted values', () => {
  it.each(['', 'hunter2', 'pässwörd 🔑', 'x'.repeat(100_000)])('decrypt to the original', (plaintext) => {
    expect(open(seal(plaintext, 'mail-account:1'), 'mail-account:1')).toBe(plaintext);
  });

  it('never look alike and never show the plaintext', () => {
    const first = seal('hunter2', 'a');
    expect(seal('hunter2', 'a')).not.toBe(first);
    expect(Buffer.from(first.split('.')[2]!, 'base64url').includes('hunter2')).toBe(false);
  });

  it('decrypt after a restart with the same key', () => {
    const sealed = seal('hunter2', 'a');
    initSecrets(Buffer.from(KEY));
    expect(open(sealed, 'a')).toBe('hunter2');
  });

  it('do not decrypt in another context', () => {
    expect(reasonOf(() => open(seal('hunter2', 'mail-account:1'), 'mail-account:2'))).toBe('damaged');
  });

  it('do not decrypt when any single byte was changed [V43]', () => {
    const [version, id, payload] = seal('hunter2', 'a').split('.') as [string, string, string];
    const bytes = Buffer.from(payload, 'base64url');
    for (let i = 0; i < bytes.length; i++) {
      const altered = Buffer.from(bytes);
      altered[i]! ^= 1;
      expect(
        reasonOf(() => open(`${version}.${id}.${altered.toString('base64url')}`, 'a')),
        `byte ${i}`,
      ).toBe('damaged');
    }
  });

  it.each([
    ['cut short', (s: string) => s.slice(0, -5)],
    ['cut to nothing', (s: string) => s.slice(0, 20)],
    ['another version', (s: string) => s.replace('v1.', 'v2.')],
    ['an extra part', (s: string) => `${s}.x`],
    ['padded with noise', (s: string) => `${s}!`],
    ['empty', () => ''],
  ])('do not decrypt when %s', (_, alter) => {
    expect(reasonOf(() => open(alter(seal('hunter2', 'a')), 'a'))).toBe('damaged');
  });

  it('name the cause when the key differs', () => {
    const sealed = seal('hunter2', 'a');
    initSecrets(randomBytes(32));
    expect(reasonOf(() => open(sealed, 'a'))).toBe('other_key');
  });
});

describe('keys', () => {
  it('differ by purpose, survive restarts, and change with the root', () => {
    const csrf = deriveKey('csrf');
    expect(csrf).toHaveLength(32);
    expect(deriveKey('unsubscribe').equals(csrf)).toBe(false);
    initSecrets(Buffer.from(KEY));
    expect(deriveKey('csrf').equals(csrf)).toBe(true);
    initSecrets(randomBytes(32));
    expect(deriveKey('csrf').equals(csrf)).toBe(false);
  });

  it('need at least 32 bytes', () => {
    expect(() => initSecrets(Buffer.alloc(31))).toThrow('SECRET_KEY must have at least 32 bytes');
  });
});

describe('signatures and tokens', () => {
  it('differ by purpose', () => {
    expect(hmac('csrf', 'session-1')).toBe(hmac('csrf', 'session-1'));
    expect(hmac('csrf', 'session-1')).not.toBe(hmac('csrf', 'session-2'));
    expect(hmac('csrf', 'session-1')).not.toBe(hmac('reset', 'session-1'));
  });

  it('are compared at any length', () => {
    expect(safeEqual('abc', 'abc')).toBe(true);
    expect(safeEqual('abc', 'abd')).toBe(false);
    expect(safeEqual('abc', 'abcd')).toBe(false);
    expect(safeEqual('', '')).toBe(true);
  });

  it('have 256 bits, never repeat, and are stored only as hashes [V38 V43]', () => {
    const tokens = new Set(Array.from({ length: 1_000 }, randomToken));
    expect(tokens.size).toBe(1_000);
    for (const token of tokens) expect(token).toMatch(/^[\w-]{43}$/);
    // SHA-256 of "abc", FIPS 180-4 example.
    expect(Buffer.from(hashToken('abc'), 'base64url').toString('hex')).toBe(
      'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad',
    );
  });
});
