/**
 * `node bench/finance.ts`: lists, filters, search, reports, and suggestions over a ledger of 1,000,000 transactions on
 * PostgreSQL at 8 connections, each beside its floor; a portfolio of 500 holdings with 50,000 activities over HTTP,
 * calculated whole and after one change; a simulation of 10,000 paths over 40 years; everything as CSV, and a bank file
 * of 100,000 lines. Prints a table, marks missed bars, and writes `docs/benchmarks-finance.md` after a whole run. On a
 * busy machine the ratio to the floor says more than the time. Cached results cost nothing the second time, so their
 * first time is shown as well. Options: see `readFrame`.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { measureExport, measureImport } from './finance-files.ts';
import { type Bar, financeMarkdown, inUnit, isOver } from './finance-report.ts';
import { measurePortfolio, measureSimulation } from './finance-portfolio.ts';
import { prepareFinance } from './finance-scenarios.ts';
import { comparedLine, compareScenarios, counts, readFrame, say, withSides } from './frame.ts';
import { seed } from './seed.ts';
import { FINANCE_SIZE, findFinance, type FinanceSize, type SeededFinance, seedFinance } from './seed-finance.ts';
import { setStage } from './compared-servers.ts';

const frame = readFrame();
const size: FinanceSize = {
  transactions: Math.round(FINANCE_SIZE.transactions * frame.share),
  activities: Math.round(FINANCE_SIZE.activities * frame.share),
  holdings: Math.max(10, Math.round(FINANCE_SIZE.holdings * frame.share)),
};
const BAR_MS = 100;
const IMPORT_LINES = 100_000;
const PEOPLE = 20;
const DOCUMENT = join(import.meta.dirname, '../docs/benchmarks-finance.md');

const today = new Date().toISOString().slice(0, 10);

let seeded: SeededFinance | undefined;
const stage = await setStage(
  'postgres',
  async (isNew) => {
    if (isNew) await seedFinance(await seed(PEOPLE), size);
    seeded = await findFinance();
    return { scenarios: await prepareFinance(seeded, today), workspaceId: seeded.workspaceId };
  },
  { keep: frame.keep },
);
say(
  `${stage.database} (${stage.settings}), ${counts(size)}, ${stage.seeded === undefined ? 'kept from before' : `seeded in ${stage.seeded.toFixed(0)} s`}`,
);
await withSides(stage, async (product, floor) => {
  const compared = await compareScenarios(stage, product, floor, frame, (one) =>
    say(comparedLine(one, one.ours.p95 > BAR_MS ? 'over the bar' : '')),
  );
  const bars: Bar[] = [];
  const measures = [
    () => measurePortfolio(product, seeded!, today, stage.databaseUrl!),
    () => measureSimulation(product.owner, seeded!),
    () => measureExport(product, seeded!),
    () => measureImport(product, seeded!, Math.round(IMPORT_LINES * frame.share)),
  ];
  for (const measure of frame.only ? [] : measures) {
    for (const one of await measure()) {
      bars.push(one);
      say(`${one.name.padEnd(56)} ${inUnit(one)}${isOver(one) ? '  over the bar' : ''}`);
    }
  }
  if (frame.isWhole) {
    writeFileSync(
      DOCUMENT,
      financeMarkdown({
        database: stage.database,
        settings: stage.settings,
        size: counts(size),
        connections: frame.connections,
        barMs: BAR_MS,
        compared,
        bars,
      }),
    );
    say(`Written to ${DOCUMENT}`);
  }
});
