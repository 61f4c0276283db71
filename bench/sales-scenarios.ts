/** Lists, boards, calendars, dashboard and search over a large workspace: what is asked, and the SQL behind it. */
import { readBoard } from '../src/domains/crm/server/opportunities/board.ts';
import { readForecast } from '../src/domains/crm/server/opportunities/forecast.ts';
import { readCalendar, readMyDay } from '../src/domains/crm/server/activities/calendar.ts';
import { selectionOf } from '../src/domains/crm/server/activities/kind.ts';
import { readDashboard } from '../src/domains/crm/server/dashboard/service.ts';
import { kindOf } from '../src/domains/crm/server/records/kind.ts';
import { listRecords } from '../src/domains/crm/server/records/list.ts';
// Declares every kind of record.
import '../src/domains/crm/index.ts';
import { KINDS, type RecordKind } from '../src/domains/crm/contract/kinds.ts';
import type { Filter } from '../src/kernel/filter.ts';
import { asSystem, inWorkspace, query } from '../src/server/db/index.ts';
import { capture } from './capture.ts';
import type { Request, Scenario } from './scenarios.ts';
import { OWNER } from './seed.ts';

/** What a filled database holds, found in it again. */
export interface SalesStage {
  workspaceId: string;
  userId: string;
  ownerIds: string[];
  pipelineIds: string[];
  names: string[];
}

export async function findSales(): Promise<SalesStage> {
  const [owner] = await asSystem(() => query<{ id: string; workspace_id: string }>('select u.id, m.workspace_id from users u join memberships m on m.user_id = u.id where u.email = $1', [OWNER.email]));
  const { id: userId, workspace_id: workspaceId } = owner!;
  return inWorkspace(workspaceId, userId, async () => ({
    workspaceId, userId,
    ownerIds: (await query<{ id: string }>('select distinct owner_id as id from leads where owner_id is not null limit 20')).map(({ id }) => id),
    pipelineIds: (await query<{ id: string }>('select id from pipelines where workspace_id = $1 order by position', [workspaceId])).map(({ id }) => id),
    names: (await query<{ name: string }>(`select first_name || ' ' || last_name as name from contacts where workspace_id = $1 order by id limit 24`, [workspaceId])).map(({ name }) => name),
  }));
}

const VARIETY = 24;
const PAGE = 50;
/** As many as the palette asks for. */
const PALETTE = 6;
const TOPICS = ['website', 'roof', 'kitchen', 'audit', 'migration', 'licence', 'retainer', 'campaign'];

type Query = Record<string, string | Filter>;

/** Captures the SQL of every request on the open database. */
export async function prepareSales({ workspaceId, userId, ownerIds, pipelineIds, names }: SalesStage): Promise<Scenario[]> {
  const within = (act: () => Promise<unknown>) => capture(() => inWorkspace(workspaceId, userId, act));
  const many = async (make: (n: number) => Promise<Request>): Promise<Request[]> => {
    const requests: Request[] = [];
    for (let n = 0; n < VARIETY; n++) requests.push(await make(n));
    return requests;
  };
  const address = (path: string, values: Query) => `${path}?${new URLSearchParams(Object.entries(values).map(([name, value]): [string, string] => [name, typeof value === 'string' ? value : JSON.stringify(value)])).toString()}`;
  const list = async (kind: RecordKind, asked: { sort?: string; search?: string; filter?: Filter }, limit = PAGE): Promise<Request> => ({
    path: address(KINDS[kind].path, { ...asked, limit: String(limit) }), statements: await within(() => listRecords(kindOf(kind)!, { ...asked, limit })),
  });
  const one = (field: string, op: 'any_of' | 'gte', value: unknown): Filter => ({ match: 'all', conditions: [{ field, op, value: value as string[] }] });
  const turn = <T>(from: readonly T[], n: number): T => from[n % from.length]!;
  const rows = async (name: string, make: (n: number) => Promise<Request>): Promise<Scenario> => ({ name, shape: 'rows', requests: await many(make) });
  const search = (kind: RecordKind, words: (n: number) => string) => rows(`search: ${KINDS[kind].many}`, (n) => list(kind, { search: words(n) }, PALETTE));
  const today = new Date();
  const day = (n: number) => new Date(today.getTime() + n * 86_400_000).toISOString();
  const typo = (text: string) => text.slice(0, -2) + text.slice(-1);
  return [
    await rows('opportunities, sorted', (n) => list('opportunity', { sort: turn(['-createdAt', 'name', '-amount', 'updatedAt', 'expectedClose'], n) })),
    await rows('opportunities, filtered', (n) => list('opportunity', { sort: '-amount', filter: { match: 'all', conditions: [{ field: 'state', op: 'any_of', value: ['open'] }, { field: 'owner', op: 'any_of', value: [turn(ownerIds, n)] }] } })),
    await rows('opportunities by an own field', (n) => list('opportunity', { sort: turn(['-custom.seats', 'custom.seats', 'custom.tier'], n) })),
    await rows('opportunities filtered by an own field', (n) => list('opportunity', { sort: '-createdAt', filter: one('custom.tier', 'any_of', [turn(['Gold', 'Silver'], n)]) })),
    await rows('board', async (n) => {
      const pipelineId = turn(pipelineIds, n);
      return { path: address('/api/opportunities/board', { pipelineId }), statements: await within(() => readBoard({ pipelineId, limit: 50, closedDays: 30 } as never)) };
    }),
    await rows('forecast', async (n) => {
      const pipelineId = n % 2 ? turn(pipelineIds, n) : undefined;
      return { path: address('/api/opportunities/forecast', { months: '6', ...(pipelineId ? { pipelineId } : {}) }), statements: await within(() => readForecast({ months: 6, pipelineId })) };
    }),
    await rows('leads, sorted', (n) => list('lead', { sort: turn(['-createdAt', '-score', 'name', 'company'], n) })),
    await rows('leads, filtered', (n) => list('lead', { sort: '-score', filter: one('status', 'any_of', [turn(['new', 'working', 'qualified'], n)]) })),
    await rows('contacts by an own field', (n) => list('contact', { sort: turn(['-custom.seats', 'custom.tier'], n) })),
    await rows('activities, sorted', (n) => list('activity', { sort: turn(['dueAt', '-dueAt', '-createdAt', '-doneAt'], n) })),
    await rows('activities, open, of one person', async (n) => {
      const asked = { ownerId: turn(ownerIds, n), status: 'open' as const };
      return { path: address('/api/activities', { ...asked, sort: 'dueAt', limit: String(PAGE) }), statements: await within(() => listRecords(kindOf('activity')!, { ...selectionOf(asked), sort: 'dueAt', limit: PAGE })) };
    }),
    await rows('my day', async () => ({ path: address('/api/activities/my-day', { zone: 'UTC' }), statements: await within(() => readMyDay('UTC')) })),
    await rows('calendar of a week, one person', async (n) => {
      const [from, until, ownerId] = [day(n - 12), day(n - 5), turn(ownerIds, n)];
      return { path: address('/api/activities/calendar', { from, until, ownerId }), statements: await within(() => readCalendar({ ...selectionOf({ ownerId }), from, until })) };
    }),
    await rows('dashboard', async () => ({ path: '/api/dashboard', statements: await within(() => readDashboard()) })),
    await search('contact', (n) => turn(names, n)),
    await search('company', (n) => turn(names, n).split(' ')[1]!),
    await search('opportunity', (n) => `${turn(TOPICS, n)} ${turn(names, n).split(' ')[0]}`),
    await search('lead', (n) => turn(names, n)),
    await search('activity', (n) => `${turn(['call', 'offer', 'visit'], n)} ${turn(TOPICS, n)}`),
    { ...(await search('contact', (n) => typo(turn(names, n)))), name: 'search: contacts, with a typo' },
    { ...(await search('activity', (n) => typo(turn(TOPICS, n)))), name: 'search: activities, with a typo' },
  ];
}
