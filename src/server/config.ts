/** Settings from the environment. Each is checked at start; an invalid one stops the start with one clear sentence. */
import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { isIPv6 } from 'node:net';
import { resolve } from 'node:path';
import * as z from 'zod';
import { splitHosts } from './db/connection-hosts.ts';
import { makeFolder } from './make-folder.ts';

const blankToUndefined = (value: unknown) => (typeof value === 'string' && value.trim() === '' ? undefined : value);
const optional = <T extends z.ZodType>(schema: T) => z.preprocess(blankToUndefined, schema.optional());
const withDefault = <T extends z.ZodType>(schema: T, fallback: z.input<T>) =>
  z.preprocess((value) => blankToUndefined(value) ?? fallback, schema);

const flag = z
  .enum(['0', '1', 'true', 'false'], 'must be 1, 0, true or false')
  .transform((value) => value === '1' || value === 'true');
const proxies = z
  .string()
  .regex(/^(?:true|false|\d)$/, 'must be how many reverse proxies stand before the server: 0 to 9')
  .transform((value) => (value === 'true' ? 1 : value === 'false' ? 0 : Number(value)));
/** A whole number. Invalid and out-of-range values give the same message. */
const whole = (min: number, max: number, message: string) =>
  z.string().or(z.number()).transform(Number).pipe(z.number(message).int(message).min(min, message).max(max, message));
const url = (protocols: RegExp, example: string) =>
  z
    .string()
    .refine(
      (text) => URL.canParse(text) && protocols.test(text) && new URL(text).host !== '',
      `must be a URL such as ${example}`,
    );
/** Links append a path, and the pages are at the root of their host, so only scheme, host, and port are allowed. */
const origin = (text: string) => {
  const { protocol, host, pathname, search, hash, username, password } = new URL(text);
  return [pathname.replace(/^\/+$/, ''), search, hash, username, password].some(Boolean)
    ? undefined
    : `${protocol}//${host}`;
};
const LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;

const Environment = z.object({
  NODE_ENV: withDefault(
    z.enum(['production', 'development', 'test'], 'must be production, development or test'),
    'production',
  ),
  PORT: withDefault(whole(0, 65_535, 'must be a port number, 0 to 65535'), 5000),
  HOST: withDefault(z.string(), '127.0.0.1'),
  DATA_DIR: withDefault(z.string(), '.data'),
  DATABASE_URL: optional(
    z
      .string()
      .refine(
        (text) => /^postgres(ql)?:/.test(text) && splitHosts(text).every((one) => URL.canParse(one)),
        'must be a URL such as postgres://user:password@host:5432/gauntlet, or with several hosts postgres://user:password@one:5432,two:5432/gauntlet',
      ),
  ),
  DATABASE_POOL: withDefault(whole(2, 500, 'must be a whole number, 2 to 500'), 10),
  APP_URL: optional(
    url(/^https?:\/\//i, 'https://gauntlet.example.com')
      .refine(
        (text) => !URL.canParse(text) || origin(text),
        'must be scheme and host alone, such as https://gauntlet.example.com: the product cannot live beneath a path',
      )
      .transform((text) => origin(text)!),
  ),
  ROLES: withDefault(
    z
      .string()
      .transform((text) =>
        text
          .split(',')
          .map((role) => role.trim())
          .filter(Boolean),
      )
      .pipe(
        z.array(z.enum(['web', 'worker'], 'must be web, worker or web,worker')).min(1, 'must name at least one role'),
      ),
    'web,worker',
  ),
  SECRET_KEY: optional(
    z.string().refine((text) => Buffer.from(text, 'base64url').length === 32, 'must be 32 random bytes in base64url'),
  ),
  LOG_LEVEL: withDefault(z.enum(LEVELS, `must be one of ${LEVELS.join(', ')}`), 'info'),
  DEBUG_PAGES: optional(flag),
  METRICS_TOKEN: optional(z.string().min(16, 'must have at least 16 characters')),
  TRUST_PROXY: withDefault(proxies, '0'),
  SMTP_URL: optional(url(/^smtps?:\/\//, 'smtp://user:password@host:587')),
  MAIL_FROM: withDefault(
    z
      .string()
      .regex(
        /^[^<>]*<[^\s<>@,]+@[^\s<>@,]+>$|^[^\s<>@,]+@[^\s<>@,]+$/,
        'must be one address, such as Gauntlet <no-reply@example.com>',
      ),
    'Gauntlet <no-reply@gauntlet.example>',
  ),
  OUTGOING_ALLOW: withDefault(
    z
      .string()
      .transform((text) =>
        text
          .split(',')
          .map((host) => host.trim())
          .filter(Boolean),
      )
      .pipe(z.array(z.string().regex(/^[^\s/]+:\d{1,5}$/, 'must be a list such as 127.0.0.1:8080,intranet:80'))),
    '',
  ),
  PLAID_CLIENT_ID: optional(z.string()),
  PLAID_SECRET: optional(z.string()),
  PLAID_ENV: withDefault(z.enum(['sandbox', 'production'], 'must be sandbox or production'), 'sandbox'),
  PLAID_URL: optional(url(/^https?:/, 'https://sandbox.plaid.com').transform((text) => text.replace(/\/+$/, ''))),
  S3_ENDPOINT: optional(url(/^https?:/, 'https://s3.eu-central-1.amazonaws.com')),
  S3_BUCKET: optional(z.string()),
  S3_REGION: withDefault(z.string(), 'us-east-1'),
  S3_ACCESS_KEY_ID: optional(z.string()),
  S3_SECRET_ACCESS_KEY: optional(z.string()),
  BACKUP_DIR: optional(z.string()),
  BACKUP_KEEP: withDefault(whole(1, 10_000, 'must be a whole number, 1 to 10000'), 14),
});

/** Names of all settings. */
export const SETTINGS: readonly string[] = Object.keys(Environment.shape);

export type Role = 'web' | 'worker';

export interface Config {
  mode: 'production' | 'development' | 'test';
  port: number;
  host: string;
  /** Absolute path of the folder with the embedded database, files, and the generated key. */
  dataDir: string;
  /** If absent, the embedded PGlite inside `dataDir`. */
  databaseUrl: string | undefined;
  databasePool: number;
  /** Public address without a trailing slash; used in mails and for cookie security. */
  appUrl: string;
  roles: Role[];
  secretKey: Buffer;
  /** File of the key; undefined when it came from SECRET_KEY. */
  keyFile: string | undefined;
  logLevel: string;
  metricsToken: string | undefined;
  /** Whether the debug pages are on: in production only if switched on, always with sample data. */
  debugPages: boolean;
  /**
   * Number of reverse proxies in front of the server whose X-Forwarded-* headers are true. The client wrote anything
   * before theirs.
   */
  trustProxy: number;
  /** Sample accounts and data exist; the pages say so. */
  demo: boolean;
  smtpUrl: string | undefined;
  mailFrom: string;
  /** `host:port` pairs in private networks that webhooks and automations may call; all others there are refused. */
  outgoingAllow: string[];
  /** Plaid keys; if absent, bank data comes from the sandbox bank and from files. */
  plaid:
    | { clientId: string; secret: string; environment: 'sandbox' | 'production'; baseUrl: string | undefined }
    | undefined;
  s3: { endpoint: string; bucket: string; region: string; accessKeyId: string; secretAccessKey: string } | undefined;
  /** Folder and number of nightly backups; if absent, there are none. */
  backup: { folder: string; keep: number } | undefined;
}

/** An invalid setting; the message names the variable. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}

/**
 * Reads and checks the settings.
 * @throws ConfigError with every problem in one message, one line each
 */
export function loadConfig(env: NodeJS.ProcessEnv = process.env, options: { demo?: boolean } = {}): Config {
  const parsed = Environment.safeParse(env);
  if (!parsed.success) {
    // For a list, the setting is named, not the item.
    throw new ConfigError(
      [...new Set(parsed.error.issues.map((issue) => `${String(issue.path[0])} ${issue.message}`))].join('\n'),
    );
  }
  const e = parsed.data;
  const dataDir = resolve(e.DATA_DIR);
  const s3Parts = [e.S3_ENDPOINT, e.S3_BUCKET, e.S3_ACCESS_KEY_ID, e.S3_SECRET_ACCESS_KEY];
  if (s3Parts.some(Boolean) && !s3Parts.every(Boolean)) {
    throw new ConfigError('S3_ENDPOINT, S3_BUCKET, S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY must be set together');
  }
  if (Boolean(e.PLAID_CLIENT_ID) !== Boolean(e.PLAID_SECRET))
    throw new ConfigError('PLAID_CLIENT_ID and PLAID_SECRET must be set together');
  return {
    mode: e.NODE_ENV,
    port: e.PORT,
    host: e.HOST,
    dataDir,
    databaseUrl: e.DATABASE_URL,
    databasePool: e.DATABASE_POOL,
    appUrl: e.APP_URL ?? addressOf(e.HOST, e.PORT),
    roles: e.ROLES,
    secretKey: e.SECRET_KEY ? Buffer.from(e.SECRET_KEY, 'base64url') : secretKeyIn(dataDir),
    keyFile: e.SECRET_KEY ? undefined : keyFileIn(dataDir),
    logLevel: e.LOG_LEVEL,
    metricsToken: e.METRICS_TOKEN,
    debugPages: e.DEBUG_PAGES ?? (e.NODE_ENV !== 'production' || options.demo === true),
    trustProxy: e.TRUST_PROXY,
    demo: options.demo ?? false,
    smtpUrl: e.SMTP_URL,
    mailFrom: e.MAIL_FROM,
    outgoingAllow: e.OUTGOING_ALLOW,
    plaid:
      e.PLAID_CLIENT_ID && e.PLAID_SECRET
        ? { clientId: e.PLAID_CLIENT_ID, secret: e.PLAID_SECRET, environment: e.PLAID_ENV, baseUrl: e.PLAID_URL }
        : undefined,
    s3: e.S3_ENDPOINT
      ? {
          endpoint: e.S3_ENDPOINT,
          bucket: e.S3_BUCKET!,
          region: e.S3_REGION,
          accessKeyId: e.S3_ACCESS_KEY_ID!,
          secretAccessKey: e.S3_SECRET_ACCESS_KEY!,
        }
      : undefined,
    backup: e.BACKUP_DIR ? { folder: resolve(e.BACKUP_DIR), keep: e.BACKUP_KEEP } : undefined,
  };
}

/**
 * Address of a server that listens at `host`, from its own machine.
 * @throws ConfigError when that cannot be an address
 */
function addressOf(host: string, port: number): string {
  const everywhere = host === '0.0.0.0' || host === '::';
  const address = `http://${everywhere ? 'localhost' : isIPv6(host) ? `[${host}]` : host}:${port}`;
  if (!URL.canParse(address) || !origin(address))
    throw new ConfigError('HOST must be an address of this machine, such as 127.0.0.1, ::1, or 0.0.0.0 for all');
  return address;
}

const keyFileIn = (dataDir: string) => resolve(dataDir, 'secret.key');

/**
 * The installation's key, created on the first start. Without the file, encrypted secrets are unreadable: back it up.
 */
function secretKeyIn(dataDir: string): Buffer {
  const path = keyFileIn(dataDir);
  let text: string;
  try {
    if (!existsSync(path)) makeKey(dataDir, path);
    text = readFileSync(path, 'utf8');
  } catch (error) {
    throw new ConfigError(`DATA_DIR must be a folder that the server may read and write: ${(error as Error).message}`, {
      cause: error,
    });
  }
  const key = Buffer.from(text.trim(), 'base64url');
  if (key.length !== 32)
    throw new ConfigError(`The key in ${path} is damaged: restore it from a backup, or set SECRET_KEY`);
  return key;
}

function makeKey(dataDir: string, path: string): void {
  makeFolder(dataDir);
  try {
    writeFileSync(path, `${randomBytes(32).toString('base64url')}\n`, { mode: 0o600, flag: 'wx' });
  } catch (error) {
    // Two processes may start at once; the first one's key counts.
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
}
