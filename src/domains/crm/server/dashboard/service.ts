/** Puts the dashboard together. */
import { addDays, dayAt, monthStart, startOfDay, weekStart } from '../../../../kernel/days.ts';
import { COUNT_CAP } from '../../../../kernel/endpoint.ts';
import { currentUserId, currentWorkspaceId, transaction } from '../../../../server/db/index.ts';
import { Memory } from '../../../../server/events/figure-cache.ts';
import type { Dashboard, MonthCount } from '../../contract/dashboard.ts';
import { readLayout } from './layout.ts';
import { CRM } from '../../paths.ts';
import { ratesOn } from '../opportunities/rates.ts';
import { workspaceSettings } from '../../../../records/server/workspace.ts';
import {
  closingOpportunities,
  countByMonth,
  countContacts,
  countLate,
  countLeads,
  countTasks,
  nextTasks,
  opportunitiesOf,
  openStages,
  openSums,
  type Periods,
  type StageRow,
  stuckOpportunities,
  wonBetween,
} from './queries.ts';

const MONTHS = 12;
const CLOSING_DAYS = 30;
const LIST = 6;

/**
 * Cached figures that are the same for everyone in the workspace. Each is cached separately, because contacts change
 * all day.
 */
const LONGEST = 10_000;
const OF = {
  contacts: new Memory({ paths: [CRM.contacts], longest: LONGEST }),
  leads: new Memory({ paths: [CRM.leads], longest: LONGEST }),
  deals: new Memory({ paths: [CRM.opportunities, CRM.pipelines], longest: LONGEST }),
  activities: new Memory({ paths: [CRM.activities], longest: LONGEST }),
} as const;
/** Cached personal figures, with the names of customers in them. */
const MINE = new Memory({
  paths: [CRM.activities, CRM.contacts, CRM.companies, CRM.leads, CRM.opportunities, CRM.pipelines],
  longest: LONGEST,
  most: 500,
});
/**
 * Months that are over hardly change, and counting them walks through a year of records: a minute late is soon enough.
 */
const PAST_MONTHS = new Memory({ paths: [], longest: 60_000 });

/**
 * Reads the workspace's figures in one snapshot, so that they agree with each other.
 * @param now the present instant; days and months around it are those of the workspace's time zone.
 */
export async function readDashboard(now = new Date()): Promise<Dashboard> {
  const { timeZone, currency } = await workspaceSettings();
  const today = dayAt(now, timeZone);
  const at = (day: string) => startOfDay(day, timeZone);
  const periods: Periods = {
    monthStart: at(monthStart(today)),
    lastMonthStart: at(monthStart(today, -1)),
    weekStart: at(weekStart(today)),
    tomorrowStart: at(addDays(today, 1)),
    now: now.toISOString(),
  };
  const userId = currentUserId();
  // Outside of the snapshot, which a change may have left behind by the time that this is kept.
  const mine = await MINE.read(currentWorkspaceId(), `${userId} ${today} ${timeZone}`, () =>
    readMine(userId, today, periods),
  );
  return transaction(() => assemble({ today, timeZone, currency }, periods, mine), { isolation: 'repeatable read' });
}

type Mine = Pick<Dashboard, 'stuck' | 'tasks' | 'closing'>;

async function readMine(userId: string | null, today: string, periods: Periods): Promise<Mine> {
  const [stuck, tasks, mine, closing] = await Promise.all([
    stuckNow(userId),
    countTasks(userId, today, periods),
    nextTasks(userId, LIST),
    closingOpportunities(addDays(today, CLOSING_DAYS), LIST),
  ]);
  return { stuck, tasks: { ...tasks, mine }, closing };
}

async function assemble(
  { today, timeZone, currency }: { today: string; timeZone: string; currency: string },
  periods: Periods,
  mine: Mine,
): Promise<Dashboard> {
  const thisMonth = monthStart(today);
  const months = Array.from({ length: MONTHS }, (_, index) => monthStart(today, index - MONTHS + 1));
  const shared = <T>(of: keyof typeof OF, name: string, make: () => Promise<T>) =>
    OF[of].read(currentWorkspaceId(), `${name} ${today} ${timeZone} ${currency}`, make);
  const rates = () => ratesOn(today, currency);
  const behind = { created: 'contacts', won: 'deals', done: 'activities' } as const;
  const byMonthOf = (what: keyof typeof behind) =>
    shared(behind[what], `months ${what}`, async () => [
      ...(await PAST_MONTHS.read(currentWorkspaceId(), `${what} ${thisMonth} ${timeZone}`, () =>
        countByMonth(what, months.slice(0, -1), false, timeZone),
      )),
      ...(await countByMonth(what, [thisMonth], true, timeZone)),
    ]);
  const [layout, late, wonByMonth, doneByMonth, contacts, byMonth, stages, open, won, wonLast, leads] =
    await Promise.all([
      readLayout(),
      shared('deals', 'late', () => countLate(today)),
      byMonthOf('won'),
      byMonthOf('done'),
      shared('contacts', 'count', () => countContacts(periods)),
      byMonthOf('created'),
      shared('deals', 'stages', async () => openStages(currency, await rates())),
      shared('deals', 'open', async () => openSums(currency, await rates())),
      shared('deals', 'won', () => wonBetween(periods.monthStart, periods.tomorrowStart, currency, timeZone)),
      shared('deals', 'last', () => wonBetween(periods.lastMonthStart, periods.monthStart, currency, timeZone)),
      shared('leads', 'count', () => countLeads(periods)),
    ]);
  const everyMonth = (rows: readonly MonthCount[]): MonthCount[] => {
    const counted = new Map(rows.map((row) => [row.month, row.count]));
    return months.map((month) => ({ month, count: counted.get(month) ?? 0 }));
  };
  return {
    layout,
    today,
    timeZone,
    contacts: {
      total: { count: Math.min(contacts.count, COUNT_CAP), capped: contacts.count > COUNT_CAP },
      addedThisMonth: contacts.addedThisMonth,
      byMonth: everyMonth(byMonth),
    },
    pipelines: groupStages(stages),
    open,
    won: {
      thisMonth: won.amounts,
      thisMonthTotal: won.total,
      lastMonth: wonLast.amounts,
      lastMonthTotal: wonLast.total,
      countThisMonth: won.count,
    },
    trends: { won: everyMonth(wonByMonth), done: everyMonth(doneByMonth) },
    leads,
    late,
    ...mine,
  };
}

/** Which are stuck is worked out once, whatever happens to their customers. */
async function stuckNow(userId: string | null): Promise<Dashboard['stuck']> {
  const { ids, ...counts } = await OF.deals.read(currentWorkspaceId(), `stuck ${userId}`, () =>
    stuckOpportunities(userId, LIST),
  );
  return { ...counts, items: await opportunitiesOf(ids) };
}

function groupStages(rows: readonly StageRow[]): Dashboard['pipelines'] {
  const pipelines = new Map<string, Dashboard['pipelines'][number]>();
  for (const { pipeline_id: id, pipeline: name, ...stage } of rows) {
    const pipeline = pipelines.get(id) ?? { id, name, stages: [] };
    pipelines.set(id, pipeline);
    pipeline.stages.push(stage);
  }
  return [...pipelines.values()];
}
