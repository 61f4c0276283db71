/**
 * `node bench/sales.ts`: lists, board, forecast, calendar, dashboard and search over 500,000 contacts, 100,000 opportunities
 * and 2,000,000 activities on PostgreSQL at 8 connections, each beside its floor. Prints a table; lines over the bar (p95
 * of 50 ms, twice the floor) are marked.
 *
 * --size=0.02   that share of the rows, one second a round
 */
import { parseArgs } from 'node:util';
import type { LoadJob } from './load.ts';
import { measure, merge, type Measured } from './measure.ts';
import { findSales, prepareSales } from './sales-scenarios.ts';
import { seed } from './seed.ts';
import { SALES_SIZE, seedSales, type SalesSize } from './seed-sales.ts';
import { headersOf, setStage } from './sides.ts';

const { values: options } = parseArgs({ options: { size: { type: 'string' } } });
const share = Number(options.size ?? 1);
const size = Object.fromEntries(Object.entries(SALES_SIZE).map(([name, count]) => [name, Math.max(100, Math.round(count * share))])) as unknown as SalesSize;
const CONNECTIONS = 8;
const ROUNDS = share < 1 ? 1 : 2;
const SECONDS = share < 1 ? 1 : 3;
const BAR_MS = 50;
const BAR_RATIO = 2;

const say = (text: string) => void process.stdout.write(`${text}\n`);
const latency = ({ p50, p95 }: Measured) => `${p50.toFixed(1)} / ${p95.toFixed(1)}`;

const stage = await setStage('postgres', async () => {
  await seedSales(await seed(size.contacts), size);
  const found = await findSales();
  return { scenarios: await prepareSales(found), workspaceId: found.workspaceId };
});
try {
  say(`${stage.database}, ${Object.entries(size).map(([name, count]) => `${count.toLocaleString('en')} ${name}`).join(', ')}, seeded in ${stage.seeded.toFixed(0)} s`);
  const product = await stage.product();
  const floor = await stage.floor();
  try {
    const headers = await headersOf(product.owner);
    for (const [index, { name, requests }] of stage.scenarios.entries()) {
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
      const ratio = one.p95 / other.p95;
      say(`${name.padEnd(40)} p50 / p95 ${latency(one).padEnd(16)} ms, floor ${latency(other).padEnd(16)} ms  ${ratio.toFixed(2)} ×${one.p95 > BAR_MS || ratio > BAR_RATIO ? '  over the bar' : ''}`);
    }
  } finally {
    await floor.stop();
    await product.stop();
  }
} finally {
  await stage.remove();
}
