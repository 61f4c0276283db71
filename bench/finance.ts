/**
 * `node bench/finance.ts`: lists, filters, search, reports and suggestions over a ledger of 1,000,000 transactions on
 * PostgreSQL at 8 connections, each beside its floor; and a portfolio of 500 holdings with 50,000 activities through HTTP:
 * worked out whole, and again after one change. Prints a table; lines over the bar (p95 of 100 ms; 300 ms whole, 20 ms
 * after a change) are marked. On a busy machine the ratio to the floor says more than the time. What is remembered until
 * a change costs nothing the second time: its first time stands beside it.
 *
 * --size=0.02   that share of the rows, one second a round
 */
import { parseArgs } from 'node:util';
import type { TestClient } from '../src/testing/client.ts';
import { activityCalls, portfolio } from '../src/domains/finance/contract.ts';
import { prepareFinance } from './finance-scenarios.ts';
import type { LoadJob } from './load.ts';
import { measure, merge, type Measured } from './measure.ts';
import { seed } from './seed.ts';
import { FINANCE_SIZE, type FinanceSize, type SeededFinance, seedFinance } from './seed-finance.ts';
import { headersOf, setStage } from './sides.ts';

const { values: options } = parseArgs({ options: { size: { type: 'string' } } });
const share = Number(options.size ?? 1);
const size: FinanceSize = { transactions: Math.round(FINANCE_SIZE.transactions * share), activities: Math.round(FINANCE_SIZE.activities * share), holdings: Math.max(10, Math.round(FINANCE_SIZE.holdings * share)) };
const CONNECTIONS = 8;
const SECONDS = share < 1 ? 1 : 3;
const ROUNDS = share < 1 ? 1 : 2;
const BAR_MS = 100;
const WHOLE_MS = 300;
const CHANGE_MS = 20;
const PEOPLE = 20;

const say = (text: string) => void process.stdout.write(`${text}\n`);
const latency = ({ p50, p95 }: Measured) => `${p50.toFixed(1)} / ${p95.toFixed(1)}`;
const today = new Date().toISOString().slice(0, 10);

let seeded: SeededFinance | undefined;
const stage = await setStage('postgres', async () => {
  seeded = await seedFinance(await seed(PEOPLE), size);
  return { scenarios: await prepareFinance(seeded, today), workspaceId: seeded.workspaceId };
});
try {
  say(`${stage.database}, ${Object.entries(size).map(([name, count]) => `${count.toLocaleString('en')} ${name}`).join(', ')}, seeded in ${stage.seeded.toFixed(0)} s`);
  const product = await stage.product();
  const floor = await stage.floor();
  try {
    const headers = await headersOf(product.owner);
    for (const [index, { name, requests }] of stage.scenarios.entries()) {
      const first = await timed(() => product.owner.send('GET', requests[0]!.path));
      const job = (own: boolean): LoadJob => ({
        url: own ? product.url : floor.url, headers: own ? headers : {}, connections: CONNECTIONS, seconds: SECONDS,
        requests: requests.map(({ path }, n) => ({ method: 'GET', path: own ? path : `/${index}/${n}` })),
      });
      const [ours, bare]: [Measured[], Measured[]] = [[], []];
      for (let round = 0; round < ROUNDS; round++) {
        ours.push(await measure(product.pid, job(true)));
        bare.push(await measure(floor.pid, job(false)));
      }
      const [one, other] = [merge(ours), merge(bare)];
      say(`${name.padEnd(28)} p50 / p95 ${latency(one).padEnd(16)} ms, floor ${latency(other).padEnd(16)} ms  ${(one.p95 / other.p95).toFixed(2)} ×  first ${first.toFixed(0)} ms${one.p95 > BAR_MS ? '  over the bar' : ''}`);
    }
    await measurePortfolio(product.owner, seeded!);
  } finally {
    await floor.stop();
    await product.stop();
  }
} finally {
  await stage.remove();
}

async function timed(act: () => Promise<unknown>): Promise<number> {
  const started = performance.now();
  await act();
  return performance.now() - started;
}

/** Through HTTP, as a browser asks: from nothing, and after one purchase more. */
async function measurePortfolio(owner: TestClient, { portfolioId, depotId, securityIds }: SeededFinance): Promise<void> {
  const look = () => owner.call(portfolio.summary, { query: { ledgerId: portfolioId } });
  const whole: number[] = [];
  const change: number[] = [];
  await look();
  for (let n = 0; n < 5; n++) {
    // A spin-off entered and taken back concerns several securities: nothing that was worked out before is good any more.
    const spin = await owner.call(activityCalls.create, { body: { accountId: depotId, securityId: securityIds[n]!, day: today, kind: 'spinOff', newSecurityId: securityIds.at(-1)!, unitsPerUnit: '0.1', costShare: '0.1' } });
    whole.push(await timed(look));
    await owner.call(activityCalls.remove, { params: { id: spin.id } });
    await look();
    const body = { accountId: depotId, securityId: securityIds[n + 5]!, day: today, kind: 'buy', quantity: '1', price: '50' } as const;
    await owner.call(activityCalls.create, { body });
    change.push(await timed(look));
  }
  const median = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!;
  say(`portfolio, whole             ${median(whole).toFixed(0)} ms${median(whole) > WHOLE_MS ? '  over the bar' : ''}`);
  say(`portfolio, after a change    ${median(change).toFixed(0)} ms${median(change) > CHANGE_MS ? '  over the bar' : ''}`);
}
