/**
 * `node bench/sales.ts`: every list, board, calendar, dashboard, record page, search and report over 500,000 contacts,
 * 100,000 opportunities and 2,000,000 activities on PostgreSQL at 8 connections, each beside its floor; the same beside 50
 * writes a second; and what runs for a while. Writes docs/benchmarks-sales.md after a whole run.
 *
 * Options: see `readFrame`, and
 * --without-jobs        reads alone
 * --jobs-alone          jobs alone
 * --figures=FILE        keeps the figures there between runs, so that reads and jobs may be measured one after the other
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { loadavg } from 'node:os';
import { join } from 'node:path';
import { type Asked, mixed, scenariosOf, settleIndexes } from './asked.ts';
import { type Beside, type Compared, comparedLine, compareScenarios, counts, readFrame, say, withSides } from './frame.ts';
import { measureJobs } from './sales-jobs.ts';
import { barOf, isOver, jobLine, markdown, type SalesFigures } from './sales-report.ts';
import { findSales, salesAsked, type SalesStage } from './sales-scenarios.ts';
import { SALES_SIZE, seedSales, type SalesSize } from './seed-sales.ts';
import { copyOf, setStage } from './sides.ts';

const { further, ...frame } = readFrame({ 'without-jobs': { type: 'boolean' }, 'jobs-alone': { type: 'boolean' }, figures: { type: 'string' } });
const size = Object.fromEntries(Object.entries(SALES_SIZE).map(([name, count]) => [name, Math.max(100, Math.round(count * frame.share))])) as unknown as SalesSize;
const DOCUMENT = join(import.meta.dirname, '../docs/benchmarks-sales.md');
const WRITES: Beside = {
  rate: 50,
  requests: [
    { method: 'POST', path: '/api/activities', body: JSON.stringify({ type: 'task', subject: 'Written while others read' }) },
    { method: 'POST', path: '/api/contacts', body: JSON.stringify({ firstName: 'Written', lastName: 'Meanwhile', companyName: 'Written while others read' }) },
  ],
};
const MIXED = 'all of these in turn, beside 50 writes a second';
const figuresFile = further['figures'] as string | undefined;

let asked: Asked[] = [];
let found: SalesStage | undefined;

/** The filled database; what is changed by jobs is a copy. */
async function stageOf(keep: string | undefined, isAsked: boolean) {
  return setStage('postgres', async (isNew) => {
    if (isNew) await seedSales(size);
    found = await findSales();
    asked = salesAsked(found);
    return { scenarios: [], workspaceId: found.workspaceId };
  }, {
    keep,
    ask: async (target) => {
      await settleIndexes(target, asked);
      return isAsked ? scenariosOf(target, asked.filter(({ name }) => !frame.only || name.includes(frame.only))) : [];
    },
  });
}

const told = (compared: Compared) => say(comparedLine(compared, isOver(compared, barOf(asked, compared.name)) ? 'over the bar' : ''));

async function reads(): Promise<Partial<SalesFigures>> {
  const load = loadavg()[0]!;
  const stage = await stageOf(frame.keep, true);
  say(`${stage.database} (${stage.settings}), ${counts(size)}, ${stage.seeded === undefined ? 'kept from before' : `seeded in ${stage.seeded.toFixed(0)} s`}`);
  const light = stage.scenarios.filter(({ name }) => barOf(asked, name) === barOf([], name));
  stage.scenarios.push(mixed(MIXED, light));
  const compared = await withSides(stage, async (product, floor) => [
    ...(await compareScenarios({ scenarios: stage.scenarios }, product, floor, { ...frame, except: MIXED }, told)),
    ...(frame.only ? [] : await compareScenarios({ scenarios: stage.scenarios }, product, floor, { ...frame, only: MIXED }, told, WRITES)),
  ]);
  return { database: stage.database, settings: stage.settings, size: { ...size }, load, compared: compared.map((one) => ({ ...one, barMs: barOf(asked, one.name) })) };
}

async function jobs(): Promise<Partial<SalesFigures>> {
  const stage = await stageOf(frame.keep && (await copyOf(frame.keep)), false);
  return withSides(stage, async (product) => measureJobs(product, found!, stage.databaseUrl!, (job) => say(jobLine(job))));
}

const figures: Partial<SalesFigures> = {
  ...(figuresFile && existsSync(figuresFile) ? (JSON.parse(readFileSync(figuresFile, 'utf8')) as Partial<SalesFigures>) : {}),
  ...(further['jobs-alone'] ? {} : await reads()),
  ...(further['without-jobs'] ? {} : await jobs()),
};
if (figuresFile) writeFileSync(figuresFile, JSON.stringify(figures));
if (frame.isWhole && figures.compared && figures.jobs) {
  writeFileSync(DOCUMENT, markdown(figures as SalesFigures));
  say(`Written to ${DOCUMENT}`);
}
