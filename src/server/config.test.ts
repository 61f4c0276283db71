import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
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
    expect(load()).toMatchObject({
      mode: 'production',
      port: 5000,
      host: '127.0.0.1',
      appUrl: 'http://127.0.0.1:5000',
      roles: ['web', 'worker'],
      logLevel: 'info',
      demo: false,
    });
  });

  it('treat an empty value as absent', () => {
    expect(load({ PORT: '', DATABASE_URL: ' ', APP_URL: '' })).toMatchObject({ port: 5000, databaseUrl: undefined });
  });

  it('name every wrong variable in one message', () => {
    const wrong = () =>
      load({
        PORT: 'eighty',
        DATABASE_URL: 'mysql://host/db',
        ROLES: 'web,cook',
        SECRET_KEY: 'short',
        LOG_LEVEL: 'loud',
      });
    expect(wrong).toThrow(ConfigError);
    for (const name of ['PORT', 'DATABASE_URL', 'ROLES', 'SECRET_KEY', 'LOG_LEVEL'])
      expect(wrong).toThrow(new RegExp(`^${name}`, 'm'));
  });

  it('say how many proxies stand before the server', () => {
    expect(['', '0', '1', '2', 'true', 'false'].map((TRUST_PROXY) => load({ TRUST_PROXY }).trustProxy)).toEqual([
      0, 0, 1, 2, 1, 0,
    ]);
    expect(() => load({ TRUST_PROXY: '127.0.0.1' })).toThrow(/TRUST_PROXY must be how many/);
  });

  it('name the setting and what it wants, whatever is wrong with it', () => {
    const told = (env: Record<string, string>) => {
      try {
        return load(env).appUrl;
      } catch (error) {
        return (error as Error).message;
      }
    };
    expect(['-1', '5.5', '70000', 'x'].map((PORT) => told({ PORT }))).toEqual(
      Array(4).fill('PORT must be a port number, 0 to 65535'),
    );
    expect(['1', '2.5', 'ten', '501'].map((DATABASE_POOL) => told({ DATABASE_POOL }))).toEqual(
      Array(4).fill('DATABASE_POOL must be a whole number, 2 to 500'),
    );
    expect(['0', '1.5', '20000'].map((BACKUP_KEEP) => told({ BACKUP_KEEP }))).toEqual(
      Array(3).fill('BACKUP_KEEP must be a whole number, 1 to 10000'),
    );
    expect(told({ ROLES: 'cook,smith' })).toBe('ROLES must be web, worker or web,worker');
    expect(told({ LOG_LEVEL: 'loud' })).toMatch(/^LOG_LEVEL must be one of fatal, error,/);
    for (const MAIL_FROM of ['nobody', 'Gauntlet <>', 'a@x.org, b@x.org'])
      expect(told({ MAIL_FROM })).toMatch(/^MAIL_FROM must be one address/);
    for (const SMTP_URL of ['smtp:', 'smtp://', 'smtp:host'])
      expect(told({ SMTP_URL })).toMatch(/^SMTP_URL must be a URL/);
    expect(told({ DATA_DIR: join(ROOT, 'package.json', 'data') })).toMatch(
      /^DATA_DIR must be a folder that the server may read and write/,
    );
    // A place where no folder can be created.
    if (existsSync('/proc'))
      expect(told({ DATA_DIR: '/proc/gauntlet/data' })).toMatch(
        /^DATA_DIR must be a folder that the server may read and write/,
      );
  });

  it('take an address that links can be made of: no path, whatever its letters, IPv6 too', () => {
    for (const APP_URL of [
      'https://a.example/path',
      'https://a.example?x=1',
      'https://a.example/#x',
      'https://u:p@a.example',
    ])
      expect(() => load({ APP_URL })).toThrow(/^APP_URL must be scheme and host alone/);
    expect(load({ APP_URL: 'HTTPS://A.Example:443/' }).appUrl).toBe('https://a.example');
    expect(['::1', '::', 'localhost'].map((HOST) => load({ HOST }).appUrl)).toEqual([
      'http://[::1]:5000',
      'http://localhost:5000',
      'http://localhost:5000',
    ]);
    expect(() => load({ HOST: 'not a host' })).toThrow(/^HOST must be an address/);
    expect(load({ MAIL_FROM: 'desk@a.example' }).mailFrom).toBe('desk@a.example');
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
    expect(named(readFileSync(join(ROOT, '.env.example'), 'utf8'), /^#?([A-Z][A-Z0-9_]+)=/gm)).toEqual(
      [...SETTINGS].sort(),
    );
  });

  it('the README has every setting and no other', () => {
    expect(named(readFileSync(join(ROOT, 'README.md'), 'utf8'), /^\| `([A-Z][A-Z0-9_]+)` \|/gm)).toEqual(
      [...SETTINGS].sort(),
    );
  });

  it('compose.yaml sets none that does not exist', () => {
    const set = named(readFileSync(join(ROOT, 'compose.yaml'), 'utf8'), /^ {4,}([A-Z][A-Z0-9_]+):/gm).filter(
      (name) => !name.startsWith('POSTGRES_'),
    );
    expect(set.length).toBeGreaterThan(5);
    expect([...new Set(set)].filter((name) => !SETTINGS.includes(name))).toEqual([]);
  });

  it('compose.yaml hands over what else stands in .env, and the image makes every folder that it mounts, for who works there', () => {
    const [compose, image] = ['compose.yaml', 'Containerfile'].map((name) => readFileSync(join(ROOT, name), 'utf8'));
    expect(compose).toMatch(/^ {2}env_file:\n {4}- path: \.env$/m);
    const mounted = [...compose!.matchAll(/^ {4}- \w+:(\/\w+)$/gm)].map(([, folder]) => folder);
    expect(mounted).toEqual(['/data', '/backups']);
    for (const folder of mounted) expect(image).toMatch(new RegExp(`chown -R node:node [^\n]*${folder}\\b`));
  });

  it('.env.example shows the defaults, and they are valid', () => {
    const shown = parseEnv(readFileSync(join(ROOT, '.env.example'), 'utf8')) as Record<string, string>;
    expect(load({ ...shown, DATA_DIR: dataDir })).toEqual(load());
  });
});
