/** Puts the dashboard together. */
import { addDays, dayAt, monthStart, startOfDay, weekStart } from '../../../../kernel/days.ts';
import { COUNT_CAP } from '../../../../kernel/endpoint.ts';
import { currentUserId, currentWorkspaceId, transaction } from '../../../../server/db/index.ts';
import { Memory } from '../../../../server/events/remember.ts';
import type { Dashboard, MonthCount } from '../../contract/dashboard.ts';
import { readLayout } from './layout.ts';
import { CRM } from '../../paths.ts';
import { workspaceSettings } from '../workspace.ts';
import {
  closingOpportunities, countByMonth, countContacts, countLate, countLeads, countTasks, nextTasks, opportunitiesOf, openStages, openSums, type Periods, type StageRow, stuckOpportunities, wonBetween,
} from './queries.ts';

const MONTHS = 12;
const CLOSING_DAYS = 30;
const LIST = 6;

/** What is the same for everybody in the workspace, until something behind it changes: each by itself, because contacts change all day long. */
const LONGEST = 10_000;
const OF = {
  contacts: new Memory({ paths: [CRM.contacts], longest: LONGEST }),
  leads: new Memory({ paths: [CRM.leads], longest: LONGEST }),
  deals: new Memory({ paths: [CRM.opportunities, CRM.pipelines], longest: LONGEST }),
  activities: new Memory({ paths: [CRM.activities], longest: LONGEST }),
} as const;
/** Months that are over hardly change, and counting them walks through a year of records: a minute late is soon enough. */
const PAST_MONTHS = new Memory({ paths: [], longest: 60_000 });

/**
 * Reads all parts in one snapshot, so that the figures agree with each other.
 * @param now the present instant; days and months around it are those of the workspace's time zone.
 */
export function readDashboard(now = new Date()): Promise<Dashboard> {
  return transaction(() => assemble(now), { isolation: 'repeatable read' });
}

async function assemble(now: Date): Promise<Dashboard> {
  const { timeZone } = await workspaceSettings();
  const today = dayAt(now, timeZone);
  const at = (day: string) => startOfDay(day, timeZone);
  const thisMonth = monthStart(today);
  const months = Array.from({ length: MONTHS }, (_, index) => monthStart(today, index - MONTHS + 1));
  const periods: Periods = {
    monthStart: at(thisMonth), lastMonthStart: at(monthStart(today, -1)), weekStart: at(weekStart(today)), todayStart: at(today), tomorrowStart: at(addDays(today, 1)),
  };
  const userId = currentUserId();
  const shared = <T>(of: keyof typeof OF, name: string, make: () => Promise<T>) => OF[of].read(currentWorkspaceId(), `${name} ${today} ${timeZone}`, make);
  const behind = { created: 'contacts', won: 'deals', done: 'activities' } as const;
  const byMonthOf = (what: keyof typeof behind) => shared(behind[what], `months ${what}`, async () => [
    ...(await PAST_MONTHS.read(currentWorkspaceId(), `${what} ${thisMonth} ${timeZone}`, () => countByMonth(what, months.slice(0, -1), false, timeZone))),
    ...(await countByMonth(what, [thisMonth], true, timeZone)),
  ]);
  const [layout, late, wonByMonth, doneByMonth, stuck, contacts, byMonth, stages, open, won, wonLast, leads, tasks, mine, closing] = await Promise.all([
    readLayout(), shared('deals', 'late', () => countLate(today)), byMonthOf('won'), byMonthOf('done'), stuckNow(userId),
    shared('contacts', 'count', () => countContacts(periods)), byMonthOf('created'), shared('deals', 'stages', openStages), shared('deals', 'open', openSums), shared('deals', 'won', () => wonBetween(periods.monthStart, periods.tomorrowStart)),
    shared('deals', 'last', () => wonBetween(periods.lastMonthStart, periods.monthStart)), shared('leads', 'count', () => countLeads(periods)), countTasks(userId, periods), nextTasks(userId, LIST),
    closingOpportunities(addDays(today, CLOSING_DAYS), LIST),
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
      thisMonth: won.map(({ currency, amount }) => ({ currency, amount })),
      lastMonth: wonLast.map(({ currency, amount }) => ({ currency, amount })),
      countThisMonth: won.reduce((sum, row) => sum + row.count, 0),
    },
    trends: { won: everyMonth(wonByMonth), done: everyMonth(doneByMonth) },
    stuck,
    leads,
    tasks: { ...tasks, mine },
    closing,
    late,
  };
}

/** Which are stuck is worked out once; how they read, names of customers included, each time. */
async function stuckNow(userId: string | null): Promise<Dashboard['stuck']> {
  const { ids, ...counts } = await OF.deals.read(currentWorkspaceId(), `stuck ${userId}`, () => stuckOpportunities(userId, LIST));
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
