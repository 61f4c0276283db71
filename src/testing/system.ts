/**
 * A whole running system for one test file: its own database on the engine of the run, a server on a free port of
 * 127.0.0.1, accounts, and clients for the product's own protocol.
 */
import { randomBytes } from 'node:crypto';
import { cpSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { inject } from 'vitest';
import { addAccount, createAccount, createWorkspace, type NewAccount } from '../domains/identity/index.ts';
import { loadConfig } from '../server/config.ts';
import { asSystem } from '../server/db/index.ts';
import { openSystem, type System, type SystemOptions } from '../system.ts';
import { cheapHash } from './cheap-hash.ts';
import { TestClient } from './client.ts';
import { throwAwayFolder } from './folders.ts';
import { overServer, type TestPostgres } from './postgres.ts';

export const TEST_PASSWORD = 'a password for tests';

let hashed: Promise<string> | undefined;
const hashOfTestPassword = () => (hashed ??= cheapHash(TEST_PASSWORD));

export interface TestSystem extends System {
  url: string;
  /** PostgreSQL database that other processes may share; undefined on the embedded engine. */
  databaseUrl: string | undefined;
  /** A visitor without an account. */
  visitor(): TestClient;
  /** The operations workspace, created on first use. */
  operations(): Promise<string>;
  /** Creates a client's workspace. */
  clientWorkspace(name?: string): Promise<string>;
  /** Creates an account and signs it in; by default a plain user of the operations workspace. */
  signedIn(account?: Partial<NewAccount>): Promise<TestClient & { userId: string; workspaceId: string }>;
  /** Stops the server and deletes all its data. */
  destroy(): Promise<void>;
  /** Stops the server and reopens it on the same data, like a restart. */
  restart(): Promise<void>;
}

/**
 * Starts a system for the test file; call `destroy()` in `afterAll`. Recurring work does not run by its schedule: a test
 * calls `runRecurring()`, so that nothing it counts changes with the minute in which it runs.
 */
export async function startTestSystem(
  env: Record<string, string> = {},
  options: SystemOptions = {},
): Promise<TestSystem> {
  const dataDir = throwAwayFolder('gauntlet-test-');
  const postgres: TestPostgres | undefined =
    process.env.TEST_ENGINE === 'postgres' ? overServer(inject('postgresUrl'), async () => undefined) : undefined;
  const databaseUrl = await postgres?.createDatabase(inject('postgresOpened'));
  if (!postgres) cpSync(inject('pgliteTemplate'), join(dataDir, 'pglite'), { recursive: true });
  const config = loadConfig({
    NODE_ENV: 'test',
    PORT: '0',
    DATA_DIR: dataDir,
    DATABASE_POOL: '5',
    ...(databaseUrl ? { DATABASE_URL: databaseUrl } : {}),
    ...env,
  });
  const open = async () => {
    const system = await openSystem(config, { durable: false, recurringOnDemand: true, ...options });
    return { system, url: await system.listen() };
  };
  let { system, url } = await open();
  let operations: Promise<string> | undefined;
  let accounts = 0;
  const workspace = (kind: 'operations' | 'client', name: string) =>
    asSystem(() => createWorkspace({ kind, name, timeZone: 'UTC', currency: 'USD' }));
  const home = () => (operations ??= workspace('operations', 'Operations'));
  return {
    get app() {
      return system.app;
    },
    get database() {
      return system.database;
    },
    get hasExampleAccounts() {
      return system.hasExampleAccounts;
    },
    get url() {
      return url;
    },
    databaseUrl,
    listen: () => Promise.resolve(url),
    stop: () => system.stop(),
    visitor: () => new TestClient(() => url),
    operations: home,
    clientWorkspace: (name = 'A client') => workspace('client', name),
    async signedIn(account = {}) {
      const workspaceId = account.workspaceId ?? (await home());
      const email = account.email ?? `person${++accounts}-${randomBytes(3).toString('hex')}@test.example`;
      const { password, ...rest } = account;
      const person = {
        name: 'Test Person',
        role: 'user',
        workspaceRole: 'member',
        emailConfirmed: true,
        ...rest,
        email,
        workspaceId,
      } as const;
      const userId = await asSystem(async () =>
        password === undefined
          ? addAccount(person, await hashOfTestPassword())
          : createAccount({ ...person, password }),
      );
      const client = new TestClient(() => url);
      await client.signIn(email, password ?? TEST_PASSWORD);
      return Object.assign(client, { userId, workspaceId });
    },
    async restart() {
      await system.stop();
      ({ system, url } = await open());
    },
    async destroy() {
      await system.stop();
      if (databaseUrl) await postgres!.dropDatabase(databaseUrl);
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
