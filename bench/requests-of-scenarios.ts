/**
 * Scenarios as addresses. The SQL of each is everything the product sends for it, from the HTTP server on; sign-in,
 * sessions, and limits are not part of the floor.
 */
import { randomBytes } from 'node:crypto';
import { loadConfig } from '../src/server/config.ts';
import { asSystem, execute, query } from '../src/server/db/index.ts';
import { openSystem, type System } from '../src/system.ts';
import { TestClient } from '../src/testing/client.ts';
import { type CapturedStatement, startRecorder } from './capture.ts';
import type { Scenario } from './scenarios.ts';
import { OWNER } from './seed.ts';

export interface Asked {
  name: string;
  /** Sent in turn, each as one request. */
  paths: readonly string[];
  /** Bar for p95 in milliseconds; if absent, the usual one. */
  barMs?: number;
}

export interface Target {
  databaseUrl: string | undefined;
  dataDir: string;
}

const LOOK_EVERY = 200;

/** Runs the product in this process, signed in as the owner. */
async function within<T>(
  { databaseUrl, dataDir }: Target,
  roles: string,
  act: (owner: TestClient, system: System) => Promise<T>,
): Promise<T> {
  const env = {
    NODE_ENV: 'production',
    LOG_LEVEL: 'error',
    PORT: '0',
    DATA_DIR: dataDir,
    ROLES: roles,
    SECRET_KEY: randomBytes(32).toString('base64url'),
    ...(databaseUrl ? { DATABASE_URL: databaseUrl } : {}),
  };
  const system = await openSystem(loadConfig(env));
  try {
    const url = await system.listen();
    const owner = new TestClient(() => url);
    await owner.signIn(OWNER.email, OWNER.password);
    return await act(owner, system);
  } finally {
    await system.stop();
  }
}

/** Requests every sort and filter once, so that indexes on demand exist as in a used workspace. */
export async function settleIndexes(target: Target, asked: readonly Asked[]): Promise<void> {
  await within(target, 'web,worker', async (owner) => {
    if (await isSettled()) return;
    for (const { paths } of asked)
      for (const path of paths.slice(0, 2)) if (path.includes('sort=')) await owner.send('GET', path);
    while (await isBuilding()) await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY));
    await asSystem(() => execute(`comment on table own_field_indexes is '${SETTLED}'`));
  });
}

/** Comment on the table once all were requested: a kept database is asked once. */
const SETTLED = 'asked for by the benchmark';

const isSettled = async () =>
  (
    await asSystem(() =>
      query<{ remark: string | null }>(`select obj_description('own_field_indexes'::regclass) as remark`),
    )
  )[0]!.remark === SETTLED;
const isBuilding = async () =>
  (await asSystem(() => query(`select 1 from own_field_indexes where state = 'building'`))).length > 0;

/** Requests everything once and records the product's SQL. @throws Error for an answer that is not successful */
export async function scenariosOf(target: Target, asked: readonly Asked[]): Promise<Scenario[]> {
  return within(target, 'web', async (owner) => {
    const recorder = startRecorder();
    const scenarios: Scenario[] = [];
    for (const { name, paths } of asked) {
      const scenario: Scenario = { name, shape: 'rows', requests: [] };
      for (const path of paths) scenario.requests.push({ path, statements: await recorded(recorder, owner, path) });
      scenarios.push(scenario);
    }
    recorder.stop();
    return scenarios;
  });
}

/** One scenario of all others: the first request of each, in turn. */
export function mixed(name: string, scenarios: readonly Scenario[]): Scenario {
  return { name, shape: 'rows', requests: scenarios.map(({ requests }) => requests[0]!) };
}

/** The floor has no tenant isolation and opens no transaction: it reads. */
const READS = /^[\s(]*(select|with)\b/i;

async function recorded(
  recorder: ReturnType<typeof startRecorder>,
  owner: TestClient,
  path: string,
): Promise<CapturedStatement[]> {
  const heard = await recorder.during(async () => {
    const { status, body } = await owner.send('GET', path);
    if (status !== 200) throw new Error(`${path} answered ${status}: ${JSON.stringify(body)}`);
  });
  return heard
    .filter(({ isWalled, statement }) => isWalled && READS.test(statement.text))
    .map(({ statement }) => statement);
}
