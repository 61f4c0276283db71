/**
 * `node bench/finance.ts`: lists, filters, search, reports and suggestions over a ledger of 1,000,000 transactions on
 * PostgreSQL at 8 connections, each beside its floor; and a portfolio of 500 holdings with 50,000 activities through HTTP:
 * worked out whole, and again after one change. Prints a table; lines over the bar (p95 of 100 ms; 300 ms whole, 20 ms
 * after a change) are marked. On a busy machine the ratio to the floor says more than the time. What is remembered until
 * a change costs nothing the second time: its first time stands beside it.
 *
 * Options: see `readFrame`; a kept database is not for this one.
 */
import type { TestClient } from '../src/testing/client.ts';
import { activityCalls, portfolio } from '../src/domains/finance/contract.ts';
import { prepareFinance } from './finance-scenarios.ts';
import { comparedLine, compareScenarios, counts, readFrame, say, timed, withSides } from './frame.ts';
import { seed } from './seed.ts';
import { FINANCE_SIZE, type FinanceSize, type SeededFinance, seedFinance } from './seed-finance.ts';
import { setStage } from './sides.ts';

const frame = readFrame();
const size: FinanceSize = { transactions: Math.round(FINANCE_SIZE.transactions * frame.share), activities: Math.round(FINANCE_SIZE.activities * frame.share), holdings: Math.max(10, Math.round(FINANCE_SIZE.holdings * frame.share)) };
const BAR_MS = 100;
const WHOLE_MS = 300;
const CHANGE_MS = 20;
const PEOPLE = 20;

const today = new Date().toISOString().slice(0, 10);

let seeded: SeededFinance | undefined;
const stage = await setStage('postgres', async () => {
  seeded = await seedFinance(await seed(PEOPLE), size);
  return { scenarios: await prepareFinance(seeded, today), workspaceId: seeded.workspaceId };
});
say(`${stage.database}, ${counts(size)}, seeded in ${stage.seeded!.toFixed(0)} s`);
await withSides(stage, async (product, floor) => {
  await compareScenarios(stage, product, floor, frame, (compared) => say(comparedLine(compared, compared.ours.p95 > BAR_MS ? 'over the bar' : '')));
  await measurePortfolio(product.owner, seeded!);
});

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
