/** Health probes and metrics. */
import * as z from 'zod';
import { endpoint } from '../../kernel/endpoint.ts';
import { AppError } from '../../kernel/errors.ts';
import { asSystem, database, query } from '../db/index.ts';
import { missingMigrations } from '../db/migrate.ts';
import { readMetrics } from '../observability/metrics.ts';
import { safeEqual } from '../secrets/secrets.ts';
import { type BoundRoute, route } from './route.ts';

const State = z.enum(['ok', 'failing']);
const Check = z.object({ state: State, detail: z.string().optional(), ms: z.number().optional() });

export const health = {
  live: endpoint({
    method: 'GET',
    path: '/api/health/live',
    tag: 'Health',
    access: 'public',
    summary: 'The process runs',
    response: z.object({ state: z.literal('ok') }),
  }),
  ready: endpoint({
    method: 'GET',
    path: '/api/health/ready',
    tag: 'Health',
    access: 'public',
    summary: 'The database answers and is migrated',
    response: z.object({ state: State, database: State, migrations: State }),
    errors: ['unavailable'],
  }),
  dependencies: endpoint({
    method: 'GET',
    path: '/api/health/dependencies',
    tag: 'Health',
    access: 'public',
    summary: 'What the server stands on, one by one',
    response: z.object({ state: State, dependencies: z.record(z.string(), Check) }),
  }),
  systemStatus: endpoint({
    method: 'GET',
    path: '/api/system-status',
    tag: 'Health',
    access: 'user',
    summary: "Whether the product's services work, for its users",
    response: z.object({
      healthy: z.boolean(),
      checks: z.array(z.object({ name: z.string(), healthy: z.boolean(), detail: z.string().optional() })),
      /** Notices about this installation for administrators; empty for everyone else. */
      notices: z.array(z.string()),
    }),
  }),
  metrics: endpoint({
    method: 'GET',
    path: '/api/metrics',
    tag: 'Health',
    access: 'public',
    summary: 'Metrics in Prometheus text format',
    description: 'For administrators, or with the header `Authorization: Bearer METRICS_TOKEN`.',
    produces: 'text/plain',
    errors: ['unauthenticated'],
  }),
} as const;

/** A probe resolves when its dependency works and throws, with a message for the operator, when it does not. */
export type Probe = () => Promise<string | undefined>;

const PROBE_TIMEOUT = 2000;

/** Names of the dependencies. */
const TITLES: Record<string, string> = {
  database: 'Database',
  migrations: 'Database schema',
  jobs: 'Background jobs',
  mail: 'Mail',
  files: 'File storage',
  storage: 'Disk space',
  backup: 'Nightly backup',
};
/** Dependencies shown to administrators only. */
const FOR_ADMINISTRATORS: ReadonlySet<string> = new Set(['backup']);

async function withTimeout<T>(work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  try {
    return await Promise.race([
      work,
      new Promise<never>((_, reject) => {
        timer = setTimeout(() => reject(new Error(`no answer within ${PROBE_TIMEOUT} ms`)), PROBE_TIMEOUT);
      }),
    ]);
  } finally {
    clearTimeout(timer);
  }
}

async function check(probe: Probe): Promise<z.infer<typeof Check>> {
  const start = performance.now();
  try {
    const detail = await withTimeout(probe());
    return { state: 'ok', ms: Math.round(performance.now() - start), ...(detail ? { detail } : {}) };
  } catch (error) {
    return { state: 'failing', detail: (error as Error).message };
  }
}

export interface HealthOptions {
  metricsToken: string | undefined;
  /** Named probes besides the database. */
  probes: Record<string, Probe>;
  /** Notices for administrators, such as that mail is not sent. */
  notices: () => Promise<string[]>;
  /** True once the server is stopping and takes no new work. */
  stopping: () => boolean;
}

const databaseProbe: Probe = async () => {
  await asSystem(() => query('select 1'));
  return database().engine === 'pglite' ? 'PGlite, embedded' : 'PostgreSQL';
};

const migrationProbe: Probe = async () => {
  const missing = await asSystem(missingMigrations);
  if (missing > 0) throw new Error(`${missing} migrations are missing`);
  return undefined;
};

export function healthRoutes(options: HealthOptions): BoundRoute[] {
  const all: Record<string, Probe> = { database: databaseProbe, migrations: migrationProbe, ...options.probes };
  const underWay = new Map<string, ReturnType<typeof check>>();
  /** Each dependency is asked once at a time, however many people look. */
  const checkOnce = (name: string, probe: Probe) => {
    const asked = underWay.get(name) ?? check(probe).finally(() => underWay.delete(name));
    underWay.set(name, asked);
    return asked;
  };
  return [
    route(health.live, () => ({ state: 'ok' as const })),
    route(health.ready, async ({ reply }) => {
      const [db, migrations] = await Promise.all([
        checkOnce('database', databaseProbe),
        checkOnce('migrations', migrationProbe),
      ]);
      const ready = !options.stopping() && db.state === 'ok' && migrations.state === 'ok';
      if (!ready) reply.code(503).header('retry-after', 2);
      return {
        state: ready ? ('ok' as const) : ('failing' as const),
        database: db.state,
        migrations: migrations.state,
      };
    }),
    route(health.dependencies, async ({ caller }) => {
      const checks = await Promise.all(
        Object.entries(all).map(async ([name, probe]) => [name, await checkOnce(name, probe)] as const),
      );
      const dependencies = Object.fromEntries(
        // Details may name hosts, so only administrators see them.
        checks.map(([name, result]) => [name, caller?.role === 'admin' ? result : { state: result.state }]),
      );
      return {
        state: checks.every(([, result]) => result.state === 'ok') ? ('ok' as const) : ('failing' as const),
        dependencies,
      };
    }),
    route(health.systemStatus, async ({ caller }) => {
      const checks = await Promise.all(
        Object.entries(all)
          .filter(([name]) => caller.role === 'admin' || !FOR_ADMINISTRATORS.has(name))
          .map(async ([name, probe]) => {
            const { state, detail } = await checkOnce(name, probe);
            return {
              name: TITLES[name] ?? name,
              healthy: state === 'ok',
              ...(detail && caller.role === 'admin' ? { detail } : {}),
            };
          }),
      );
      return {
        healthy: checks.every((one) => one.healthy),
        checks,
        notices: caller.role === 'admin' ? await options.notices() : [],
      };
    }),
    route(health.metrics, async ({ caller, request, reply }) => {
      const bearer = /^Bearer (.+)$/.exec(request.headers.authorization ?? '')?.[1];
      const byToken =
        options.metricsToken !== undefined && bearer !== undefined && safeEqual(bearer, options.metricsToken);
      if (!byToken && caller?.role !== 'admin')
        throw new AppError('unauthenticated', 'Metrics are for administrators.');
      const { contentType, body } = await readMetrics();
      return reply.header('content-type', contentType).send(body);
    }),
  ];
}
