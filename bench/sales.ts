/**
 * `node bench/sales.ts`: every list, board, calendar, dashboard, record page, search, and report over 500,000 contacts,
 * 100,000 opportunities, and 2,000,000 activities on PostgreSQL at 8 connections, each beside its floor; the same
 * beside 50 writes a second; and longer work. Writes docs/benchmarks-sales.md after a whole run.
 *
 * Options: see `readFrame`, and
 * - `--without-jobs` reads alone
 * - `--jobs-alone` jobs alone
 * - `--figures=FILE` keeps the figures between runs, so that reads and jobs can be measured separately
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { loadavg } from 'node:os';
import { join } from 'node:path';
import { type Asked, mixed, scenariosOf, settleIndexes } from './requests-of-scenarios.ts';
import {
  type Beside,
  type Compared,
  comparedLine,
  compareScenarios,
  counts,
  isOneOf,
  readFrame,
  say,
  withSides,
} from './frame.ts';
import { measureJobs } from './sales-jobs.ts';
import { barOf, isOver, jobLine, markdown, type SalesFigures } from './sales-report.ts';
import { findSales, salesAsked, type SalesStage } from './sales-scenarios.ts';
import { SALES_SIZE, seedSales, type SalesSize } from './seed-sales.ts';
import { copyOf, setStage } from './compared-servers.ts';

const { further, ...frame } = readFrame({
  'without-jobs': { type: 'boolean' },
  'jobs-alone': { type: 'boolean' },
  figures: { type: 'string' },
});
const size = Object.fromEntries(
  Object.entries(SALES_SIZE).map(([name, count]) => [name, Math.max(100, Math.round(count * frame.share))]),
) as unknown as SalesSize;
const DOCUMENT = join(import.meta.dirname, '../docs/benchmarks-sales.md');
const WRITES: Beside = {
  rate: 50,
  requests: [
    {
      method: 'POST',
      path: '/api/activities',
      body: JSON.stringify({ type: 'task', subject: 'Written while others read' }),
    },
    {
      method: 'POST',
      path: '/api/contacts',
      body: JSON.stringify({ firstName: 'Written', lastName: 'Meanwhile', companyName: 'Written while others read' }),
    },
  ],
};
const MIXED = 'all of these in turn, beside 50 writes a second';
const isMixed = !frame.only || isOneOf(MIXED, frame.only);
const figuresFile = further['figures'] as string | undefined;

let asked: Asked[] = [];
let found: SalesStage | undefined;

/** The filled database; jobs change a copy. */
async function stageOf(keep: string | undefined, isAsked: boolean) {
  return setStage(
    'postgres',
    async (isNew) => {
      if (isNew) await seedSales(size);
      found = await findSales();
      asked = salesAsked(found);
      return { scenarios: [], workspaceId: found.workspaceId };
    },
    {
      keep,
      ask: async (target) => {
        await settleIndexes(target, asked);
        if (!isAsked) return [];
        const scenarios = await scenariosOf(
          target,
          asked.filter(({ name }) => isMixed || isOneOf(name, frame.only ?? '')),
        );
        const light = scenarios.filter(({ name }) => barOf(asked, name) === barOf([], name));
        return isMixed ? [...scenarios, mixed(MIXED, light)] : scenarios;
      },
    },
  );
}

const figures: Partial<SalesFigures> =
  figuresFile && existsSync(figuresFile)
    ? (JSON.parse(readFileSync(figuresFile, 'utf8')) as Partial<SalesFigures>)
    : {};

/** Each figure is saved at once: an interrupted or partial run adds to earlier ones. */
function keep(further: Partial<SalesFigures>): void {
  Object.assign(figures, further);
  if (figuresFile) writeFileSync(figuresFile, JSON.stringify(figures));
}

function told(compared: Compared): void {
  const barMs = barOf(asked, compared.name);
  say(comparedLine(compared, isOver(compared, barMs) ? 'over the bar' : ''));
  keep({
    compared: [...(figures.compared ?? []).filter(({ name }) => name !== compared.name), { ...compared, barMs }],
  });
}

async function reads(): Promise<void> {
  const load = loadavg()[0]!;
  const stage = await stageOf(frame.keep, true);
  keep({ database: stage.database, settings: stage.settings, size: { ...size }, load });
  say(
    `${stage.database} (${stage.settings}), ${counts(size)}, ${stage.seeded === undefined ? 'kept from before' : `seeded in ${stage.seeded.toFixed(0)} s`}`,
  );
  await withSides(stage, async (product, floor) => {
    await compareScenarios(stage, product, floor, { ...frame, except: MIXED }, told);
    if (isMixed) await compareScenarios(stage, product, floor, { ...frame, only: MIXED }, told, WRITES);
  });
}

async function jobs(): Promise<void> {
  const stage = await stageOf(frame.keep && (await copyOf(frame.keep)), false);
  keep(
    await withSides(stage, async (product) =>
      measureJobs(product, found!, stage.databaseUrl!, (job) => say(jobLine(job))),
    ),
  );
}

if (!further['jobs-alone']) await reads();
if (!further['without-jobs']) await jobs();
const missing = [...asked.map(({ name }) => name), MIXED].filter(
  (name) => !figures.compared?.some((one) => one.name === name),
);
if (frame.share < 1 || missing.length > 0 || !figures.jobs)
  say(
    `No document: ${frame.share < 1 ? 'a share of the rows' : missing.length > 0 ? `${missing.length} scenarios are not measured` : 'the jobs are not measured'}`,
  );
else {
  writeFileSync(DOCUMENT, markdown(figures as SalesFigures));
  say(`Written to ${DOCUMENT}`);
}
