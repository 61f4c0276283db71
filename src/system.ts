/**
 * The whole server as one value: opens its parts in order and closes them in reverse. `main.ts` runs it for people,
 * tests for themselves.
 */
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import packageJson from '../package.json' with { type: 'json' };
import { hasDemoAccounts, loadDemo } from './demo/load.ts';
import { contracts, domainFirstReads, domainRoutes, domainSockets, mountDomains, stopDomains } from './domains.ts';
import { aliveSessions, authenticate } from './domains/identity/index.ts';
import { notices } from './notices.ts';
import { useAppUrl } from './server/app-url.ts';
import type { Config } from './server/config.ts';
import { asSystem, type Database } from './server/db/index.ts';
import { openDatabase } from './server/db/open.ts';
import { createApp } from './server/http/app.ts';
import { listen, type Listening } from './server/http/listen.ts';
import { healthRoutes } from './server/http/health.ts';
import { referenceRoutes } from './server/http/reference.ts';
import { log } from './server/observability/log.ts';
import { giveMemoryBack } from './server/observability/memory.ts';
import { countFault, watchPool } from './server/observability/metrics.ts';
import { stopPdf } from './server/pdf/index.ts';
import { mailProvider } from './server/providers/mail/index.ts';
import { anotherKeySeen, noteKey } from './server/secrets/key-fingerprint.ts';
import { initSecrets } from './server/secrets/secrets.ts';
import { livePosition } from './server/realtime/routes.ts';
import { openServices } from './server/services.ts';

export interface System {
  app: FastifyInstance;
  database: Database;
  /** The sample accounts, with their public password, can sign in here. */
  hasExampleAccounts: boolean;
  /** Starts listening; resolves to the address. */
  listen(): Promise<string>;
  /** Stops gracefully: open requests are answered, jobs are released, the database is closed last. */
  stop(): Promise<void>;
}

export interface SystemOptions {
  /** fsync at commit of the embedded engine; off only in tests. */
  durable?: boolean;
  /** Recurring work runs only when asked for, never by its schedule; only in tests. */
  recurringOnDemand?: boolean;
  /** Called when the embedded engine crashed: nothing can continue. */
  onFatal?: (error: Error) => void;
}

export const WEB_FOLDER = join(import.meta.dirname, '../dist/web');

/** Opens the system without listening. */
export async function openSystem(config: Config, options: SystemOptions = {}): Promise<System> {
  initSecrets(config.secretKey);
  useAppUrl(config.appUrl);
  const onError = (error: Error) => {
    countFault('database');
    log().error({ err: error }, 'database');
    if (/stopped unexpectedly/.test(error.message)) options.onFatal?.(error);
  };
  const database = await openDatabase({
    databaseUrl: config.databaseUrl,
    dataDir: config.dataDir,
    poolSize: config.databasePool,
    durable: options.durable ?? true,
    requireDurable: config.mode === 'production',
    onError,
  });
  watchPool(database.pool);
  const services = await openServices(config, aliveSessions).catch(async (error: unknown) => {
    await database.close();
    throw error;
  });
  const forgetKey = await noteKey();
  const hasExampleAccounts = await openExample(config, database);
  let stopping = false;
  const routes = [
    ...domainRoutes(config),
    ...services.routes,
    ...healthRoutes({
      metricsToken: config.metricsToken,
      probes: services.probes,
      notices: async () =>
        notices(config, {
          engine: database.engine,
          hasExampleAccounts,
          mailDelivers: mailProvider().delivers,
          anotherKey: await anotherKeySeen().catch(() => false),
        }),
      stopping: () => stopping,
    }),
  ];
  const app = await createApp({
    appUrl: config.appUrl,
    trustProxy: config.trustProxy,
    checkResponses: config.mode !== 'production',
    webFolder: WEB_FOLDER,
    firstReads: { ...domainFirstReads, position: () => asSystem(livePosition) },
    authenticate,
    installSockets: (server, origin) => services.sockets.register(server, domainSockets, origin),
    mount: (server) => mountDomains(server, authenticate, packageJson.version),
    routes: [...routes, ...referenceRoutes(routes, packageJson.version, contracts)],
  });
  await services.startWork({ onDemand: options.recurringOnDemand ?? false });
  let listening: Listening | undefined;
  let keepMemory: (() => void) | undefined;
  return {
    app,
    database,
    hasExampleAccounts,
    async listen() {
      listening = await listen(app, config);
      keepMemory = giveMemoryBack();
      return listening.address;
    },
    async stop() {
      stopping = true;
      forgetKey();
      keepMemory?.();
      services.releaseStreams();
      // A running simulation would delay its request, and so the stop.
      await Promise.all([stopDomains(), stopPdf()]);
      await Promise.all([listening?.close(), app.close()]);
      await services.close();
      await database.close();
    },
  };
}

/** Loads sample data in demo mode. @returns whether the sample accounts exist, in either mode */
async function openExample(config: Config, database: Database): Promise<boolean> {
  try {
    if (config.demo) await loadDemo();
    return await hasDemoAccounts();
  } catch (error) {
    await database.close();
    throw error;
  }
}
