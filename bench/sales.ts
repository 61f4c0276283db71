/**
 * `node bench/sales.ts`: lists, board, forecast, calendar, dashboard and search over 500,000 contacts, 100,000 opportunities
 * and 2,000,000 activities on PostgreSQL at 8 connections, each beside its floor. Prints a table; lines over the bar (p95
 * of 50 ms, twice the floor) are marked. Options: see `readFrame`.
 */
import { type Asked, scenariosOf, settleIndexes } from './asked.ts';
import { comparedLine, compareScenarios, counts, ratioOf, readFrame, say, withSides } from './frame.ts';
import { findSales, salesAsked } from './sales-scenarios.ts';
import { SALES_SIZE, seedSales, type SalesSize } from './seed-sales.ts';
import { setStage } from './sides.ts';

const BAR_MS = 50;
const BAR_RATIO = 2;

const frame = readFrame();
const size = Object.fromEntries(Object.entries(SALES_SIZE).map(([name, count]) => [name, Math.max(100, Math.round(count * frame.share))])) as unknown as SalesSize;

let asked: Asked[] = [];
const stage = await setStage('postgres', async (isNew) => {
  if (isNew) await seedSales(size);
  const found = await findSales();
  asked = salesAsked(found);
  return { scenarios: [], workspaceId: found.workspaceId };
}, {
  keep: frame.keep,
  ask: async (target, isNew) => {
    if (isNew) await settleIndexes(target, asked);
    return scenariosOf(target, asked.filter(({ name }) => !frame.only || name.includes(frame.only)));
  },
});
say(`${stage.database} (${stage.settings}), ${counts(size)}, ${stage.seeded === undefined ? 'kept from before' : `seeded in ${stage.seeded.toFixed(0)} s`}`);
await withSides(stage, (product, floor) => compareScenarios(stage, product, floor, frame, (compared) => {
  const barMs = asked.find(({ name }) => name === compared.name)!.barMs ?? BAR_MS;
  const isOver = compared.ours.p95 > barMs || ratioOf(compared.ours, compared.floor) > BAR_RATIO;
  say(comparedLine(compared, isOver ? 'over the bar' : ''));
}));
