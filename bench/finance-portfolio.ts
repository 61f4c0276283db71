/** A large portfolio over HTTP, as a browser requests it, and a simulation of its future. */
import { Agent, get } from 'node:http';
import { buffer } from 'node:stream/consumers';
import pg from 'pg';
import type { TestClient } from '../src/testing/client.ts';
import { activityCalls, portfolio } from '../src/domains/finance/contract.ts';
import type { Bar } from './finance-report.ts';
import { type Product, timed } from './frame.ts';
import type { SeededFinance } from './seed-finance.ts';
import { headersOf } from './compared-servers.ts';

const WHOLE_MS = 300;
const CHANGE_MS = 20;
const SIMULATION_MS = 1000;
const ROUNDS = 7;
/** Each round rewrites every activity. */
const WHOLE_ROUNDS = 3;

const median = (values: readonly number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!;

/** Changes every activity behind the server's back, so that nothing cached is valid. */
async function changeAll(databaseUrl: string, depotId: string): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    await client.query('update finance_activities set fee = fee + 0.01 where account_id = $1', [depotId]);
    await client.query(
      'update finance_investment_accounts set revision = revision + 1, changed_security = null where account_id = $1',
      [depotId],
    );
  } finally {
    await client.end();
  }
}

/**
 * Requests on a persistent connection until the last byte arrives. The tests' client takes 10 ms longer than the server
 * for 200 kB.
 */
async function asker({ url, owner }: Product): Promise<(path: string, query: Record<string, string>) => Promise<void>> {
  const headers = { ...(await headersOf(owner)), 'accept-encoding': 'gzip' };
  const agent = new Agent({ keepAlive: true });
  return async (path, query) => {
    const response = await new Promise<Parameters<NonNullable<Parameters<typeof get>[2]>>[0]>(
      (resolve, reject) =>
        void get(`${url}${path}?${new URLSearchParams(query)}`, { agent, headers }, resolve).on('error', reject),
    );
    await buffer(response);
    if (response.statusCode !== 200) throw new Error(`${path} answered ${response.statusCode}`);
  };
}

/** With every activity changed, and after one more purchase: medians of a few. */
export async function measurePortfolio(
  product: Product,
  { portfolioId, depotId, securityIds }: SeededFinance,
  today: string,
  databaseUrl: string,
): Promise<Bar[]> {
  const query = { ledgerId: portfolioId };
  const { owner } = product;
  const ask = await asker(product);
  const look = () => ask(portfolio.summary.path, query);
  const history = () => ask(portfolio.performance.path, query);
  const times = {
    whole: [] as number[],
    change: [] as number[],
    history: [] as number[],
    historyChange: [] as number[],
  };
  await look();
  await history();
  for (let n = 0; n < WHOLE_ROUNDS; n++) {
    await changeAll(databaseUrl, depotId);
    times.whole.push(await timed(look));
    times.history.push(await timed(history));
  }
  for (let n = 0; n < ROUNDS; n++) {
    const buy = {
      accountId: depotId,
      securityId: securityIds[n]!,
      day: today,
      kind: 'buy',
      quantity: '1',
      price: '50',
    } as const;
    const made = await owner.call(activityCalls.create, { body: buy });
    times.change.push(await timed(look));
    times.historyChange.push(await timed(history));
    await owner.call(activityCalls.remove, { params: { id: made.id } });
    await look();
  }
  return [
    { name: 'portfolio, whole', value: median(times.whole), bar: WHOLE_MS, unit: 'ms' },
    { name: 'portfolio, after a change', value: median(times.change), bar: CHANGE_MS, unit: 'ms' },
    { name: 'returns of all its days, whole', value: median(times.history), bar: WHOLE_MS, unit: 'ms' },
    { name: 'returns of all its days, after a change', value: median(times.historyChange), bar: WHOLE_MS, unit: 'ms' },
  ];
}

/** 10,000 paths over 40 years of months, in the worker. */
export async function measureSimulation(owner: TestClient, { portfolioId }: SeededFinance): Promise<Bar[]> {
  const times: number[] = [];
  for (let seed = 1; seed <= ROUNDS; seed++)
    times.push(
      await timed(() =>
        owner.call(portfolio.predictions, {
          query: { ledgerId: portfolioId, years: 40, volatility: 15, monthly: '500', goal: '1000000', seed },
        }),
      ),
    );
  return [{ name: 'simulation, 10,000 paths over 40 years', value: median(times), bar: SIMULATION_MS, unit: 'ms' }];
}
