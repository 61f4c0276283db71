import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ConfigError, loadConfig, SETTINGS } from './config.ts';

const ROOT = join(import.meta.dirname, '../..');
let dataDir: string;
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'gauntlet-config-'));
});
afterEach(() => rmSync(dataDir, { recursive: true, force: true }));

const load = (env: Record<string, string> = {}) => loadConfig({ DATA_DIR: dataDir, ...env });

describe('settings', () => {
  it('have defaults that start a server on this machine only', () => {
    expect(load()).toMatchObject({ mode: 'production', port: 5000, host: '127.0.0.1', appUrl: 'http://127.0.0.1:5000', roles: ['web', 'worker'], logLevel: 'info', demo: false });
  });

  it('treat an empty value as absent', () => {
    expect(load({ PORT: '', DATABASE_URL: ' ', APP_URL: '' })).toMatchObject({ port: 5000, databaseUrl: undefined });
  });

  it('name every wrong variable in one message', () => {
    const wrong = () => load({ PORT: 'eighty', DATABASE_URL: 'mysql://host/db', ROLES: 'web,cook', SECRET_KEY: 'short', LOG_LEVEL: 'loud' });
    expect(wrong).toThrow(ConfigError);
    for (const name of ['PORT', 'DATABASE_URL', 'ROLES', 'SECRET_KEY', 'LOG_LEVEL']) expect(wrong).toThrow(new RegExp(`^${name}`, 'm'));
  });

  it('say how many proxies stand before the server', () => {
    expect(['', '0', '1', '2', 'true', 'false'].map((TRUST_PROXY) => load({ TRUST_PROXY }).trustProxy)).toEqual([0, 0, 1, 2, 1, 0]);
    expect(() => load({ TRUST_PROXY: '127.0.0.1' })).toThrow(/TRUST_PROXY must be how many/);
  });

  it('want S3 whole or not at all', () => {
    expect(() => load({ S3_BUCKET: 'files' })).toThrow(/must be set together/);
  });

  it('make a key on the first start and keep it', () => {
    const first = load().secretKey;
    expect(first).toHaveLength(32);
    expect(load().secretKey.equals(first)).toBe(true);
  });

  it('refuse a damaged key instead of making a new one', () => {
    writeFileSync(join(dataDir, 'secret.key'), 'damaged\n');
    expect(() => load()).toThrow(/secret.key is damaged/);
  });
});

describe('the lists of settings that people read', () => {
  const named = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map((match) => match[1]!).sort();

  it('.env.example has every setting and no other', () => {
    expect(named(readFileSync(join(ROOT, '.env.example'), 'utf8'), /^#?([A-Z][A-Z0-9_]+)=/gm)).toEqual([...SETTINGS].sort());
  });

  it('the README has every setting and no other', () => {
    expect(named(readFileSync(join(ROOT, 'README.md'), 'utf8'), /^\| `([A-Z][A-Z0-9_]+)` \|/gm)).toEqual([...SETTINGS].sort());
  });

  it('compose.yaml sets none that does not exist', () => {
    const set = named(readFileSync(join(ROOT, 'compose.yaml'), 'utf8'), /^ {4,}([A-Z][A-Z0-9_]+):/gm).filter((name) => !name.startsWith('POSTGRES_'));
    expect(set.length).toBeGreaterThan(5);
    expect([...new Set(set)].filter((name) => !SETTINGS.includes(name))).toEqual([]);
  });

  it('.env.example shows the defaults, and they are valid', () => {
    const shown = parseEnv(readFileSync(join(ROOT, '.env.example'), 'utf8')) as Record<string, string>;
    expect(load({ ...shown, DATA_DIR: dataDir })).toEqual(load());
  });
});
