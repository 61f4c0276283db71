/**
 * Counts the events of a website into its funnel reports, in the order of their time and a few seconds behind them, so
 * that a report costs the same whatever the number of events. Only events that a step matches leave the database.
 */
import * as z from 'zod';
import { currentWorkspaceId, execute, inWorkspace, query, transaction } from '../../../server/db/index.ts';
import { defineJob, AGAIN } from '../../../server/jobs/define.ts';
import { defineRecurring } from '../../../server/jobs/recurring.ts';
import type { FunnelStep } from '../contract/funnel-reports.ts';
import { advance, type Entry, likeOf, type StepEvent } from '../engine/funnel-steps.ts';
import type { EventKind } from '../engine/visits.ts';
import { siteById } from './site-cache.ts';

/** Milliseconds by which counting follows: until then, events of a time may still be stored. */
export const COUNTED_AFTER = 5_000;
const DAY_MS = 86_400_000;
/** Events of one transaction. */
const AT_ONCE = 5_000;
const HOUR_MS = 3_600_000;

interface FunnelRow {
  siteId: string;
  steps: FunnelStep[];
  windowHours: number;
  cursorAt: string;
  cursorId: string;
}

interface EventRow {
  at: string;
  id: string;
  visitorId: string;
  kind: EventKind;
  value: string;
  source: string;
}

/** The oldest event of a website that is stored, else now. */
export async function firstEventAt(siteId: string): Promise<Date> {
  const [row] = await query<{ at: string | null }>(
    'select min(at) as at from pixel_events where site_id = $1 and workspace_id = $2',
    [siteId, currentWorkspaceId()],
  );
  return row?.at ? new Date(row.at) : new Date();
}

/**
 * Counts the next events of a funnel, a day of them at most. Another process that counts it is not waited for.
 * @returns whether there is nothing more to count now
 */
export function countMore(funnelId: string): Promise<boolean> {
  return transaction(async () => {
    const [funnel] = await query<FunnelRow>(
      `select site_id as "siteId", steps, window_hours as "windowHours", cursor_at as "cursorAt", cursor_id as "cursorId"
        from pixel_funnels where id = $1 and workspace_id = $2 for update skip locked`,
      [funnelId, currentWorkspaceId()],
    );
    if (!funnel) return true;
    const end = Date.now() - COUNTED_AFTER;
    const from = Date.parse(funnel.cursorAt);
    if (from >= end) return true;
    const until = Math.min(end, from + DAY_MS);
    const events = await nextEvents(funnel, new Date(until).toISOString());
    await countEvents(funnelId, funnel, events);
    const last = events.length === AT_ONCE ? events.at(-1)! : undefined;
    await execute('update pixel_funnels set cursor_at = $3, cursor_id = $4 where id = $1 and workspace_id = $2', [
      funnelId,
      currentWorkspaceId(),
      last?.at ?? new Date(until).toISOString(),
      last?.id ?? '00000000-0000-0000-0000-000000000000',
    ]);
    return !last && until === end;
  });
}

function nextEvents({ siteId, steps, cursorAt, cursorId }: FunnelRow, until: string): Promise<EventRow[]> {
  const params: unknown[] = [siteId, currentWorkspaceId(), cursorAt, cursorId, until, AT_ONCE];
  const conditions = steps.map(({ kind, matches }) => {
    params.push(kind, likeOf(matches));
    return `(e.kind = $${params.length - 1} and lower(${kind === 'page' ? 'e.path' : 'e.name'}) like $${params.length})`;
  });
  return query<EventRow>(
    `select e.at, e.id, coalesce(v.visitor_id, e.visitor_id) as "visitorId", e.kind,
        case when e.kind = 'page' then e.path else e.name end as value,
        coalesce(nullif(v.source, ''), nullif(v.channel, 'Direct'), '') as source
      from (select at, id, visitor_id, visit_id, kind, path, name from pixel_events e
          where e.site_id = $1 and e.workspace_id = $2 and e.at >= $3 and (e.at, e.id) > ($3, $4) and e.at < $5
            and (${conditions.join(' or ')})
          order by e.at, e.id limit $6) e
        left join pixel_visits v on v.id = e.visit_id and v.workspace_id = $2
      order by e.at, e.id`,
    params,
  );
}

async function countEvents(funnelId: string, funnel: FunnelRow, events: readonly EventRow[]): Promise<void> {
  const site = events.length > 0 && (await siteById(funnel.siteId));
  if (!site) return;
  const entries = await entriesOf(funnelId, new Set(events.map(({ visitorId }) => visitorId)));
  const changed = new Map<string, Entry>();
  const counts = new Map<string, { day: string; step: number; source: string; visitors: number }>();
  for (const { at, visitorId, kind, value, source } of events) {
    const time = Date.parse(at);
    const event: StepEvent = { at: time, day: site.clock(time).day, source, kind, value };
    const next = advance(funnel.steps, funnel.windowHours * HOUR_MS, entries.get(visitorId), event);
    if (!next) continue;
    entries.set(visitorId, next);
    changed.set(visitorId, next);
    const key = JSON.stringify([next.day, next.step, next.source]);
    const count = counts.get(key) ?? { day: next.day, step: next.step, source: next.source, visitors: 0 };
    count.visitors++;
    counts.set(key, count);
  }
  await execute(
    `insert into pixel_funnel_entries (funnel_id, workspace_id, visitor_id, entered_at, day, source, step)
      select $1, $2, visitor_id, entered_at, day, source, step
      from json_to_recordset($3::json) as e(visitor_id uuid, entered_at timestamptz, day date, source text, step integer)
      on conflict (funnel_id, visitor_id) do update set entered_at = excluded.entered_at, day = excluded.day,
        source = excluded.source, step = excluded.step`,
    [
      funnelId,
      currentWorkspaceId(),
      JSON.stringify(
        [...changed].map(([visitorId, { enteredAt, day, source, step }]) => ({
          visitor_id: visitorId,
          entered_at: new Date(enteredAt).toISOString(),
          day,
          source,
          step,
        })),
      ),
    ],
  );
  await execute(
    `insert into pixel_funnel_daily as d (funnel_id, workspace_id, day, step, source, visitors)
      select $1, $2, day, step, source, visitors
      from json_to_recordset($3::json) as c(day date, step integer, source text, visitors integer)
      on conflict (funnel_id, day, step, source) do update set visitors = d.visitors + excluded.visitors`,
    [funnelId, currentWorkspaceId(), JSON.stringify([...counts.values()])],
  );
}

async function entriesOf(funnelId: string, visitorIds: ReadonlySet<string>): Promise<Map<string, Entry>> {
  const rows = await query<Omit<Entry, 'enteredAt'> & { visitorId: string; enteredAt: string }>(
    `select visitor_id as "visitorId", entered_at as "enteredAt", day::text as day, source, step from pixel_funnel_entries
      where funnel_id = $1 and workspace_id = $2 and visitor_id = any($3)`,
    [funnelId, currentWorkspaceId(), [...visitorIds]],
  );
  return new Map(
    rows.map(({ visitorId, enteredAt, ...entry }) => [visitorId, { ...entry, enteredAt: Date.parse(enteredAt) }]),
  );
}

/** Counts a new funnel up to now. */
export const countFunnelJob = defineJob({
  name: 'pixel.count_funnel',
  payload: z.object({ funnelId: z.uuid() }),
  title: 'Count a funnel',
  handler: async ({ payload: { funnelId }, signal, turnIsOver }) => {
    while (!(await countMore(funnelId))) {
      signal.throwIfAborted();
      if (turnIsOver()) return AGAIN;
    }
    return undefined;
  },
});

interface Found {
  id: string;
  workspaceId: string;
}

const FUNNELS = `select id, workspace_id as "workspaceId" from pixel_funnels`;
/** Pieces of a funnel in one round. */
const PIECES = 50;

/** Keeps funnels close to the present, also those that nobody looks at. */
export const followFunnels = defineRecurring({
  name: 'pixel.funnels',
  title: 'Count website events into funnels',
  every: 60,
  handler: async ({ signal }) => {
    for (const { id, workspaceId } of await query<Found>(
      `${FUNNELS} where cursor_at < now() - interval '30 seconds'`,
    )) {
      await inWorkspace(workspaceId, null, async () => {
        for (let n = 0; n < PIECES && !signal.aborted && !(await countMore(id)); n++);
      });
    }
  },
});

/** Funnels whose events came late are counted again over the events that are stored; earlier days stay. */
export const recountFunnels = defineRecurring({
  name: 'pixel.recount_funnels',
  title: 'Count late website events into funnels',
  cron: '20 2 * * *',
  handler: async () => {
    for (const { id, workspaceId } of await query<Found>(`${FUNNELS} where recount`))
      await inWorkspace(workspaceId, null, () => recount(id));
  },
});

function recount(funnelId: string): Promise<void> {
  return transaction(async () => {
    const [funnel] = await query<{ siteId: string }>(
      'select site_id as "siteId" from pixel_funnels where id = $1 and workspace_id = $2 for update',
      [funnelId, currentWorkspaceId()],
    );
    const site = funnel && (await siteById(funnel.siteId));
    if (!site) return;
    const first = await firstEventAt(site.id);
    const ids = [funnelId, currentWorkspaceId()];
    await execute('delete from pixel_funnel_daily where funnel_id = $1 and workspace_id = $2 and day >= $3', [
      ...ids,
      site.clock(first.getTime()).day,
    ]);
    await execute('delete from pixel_funnel_entries where funnel_id = $1 and workspace_id = $2', ids);
    await execute(
      `update pixel_funnels set recount = false, cursor_at = $3, cursor_id = '00000000-0000-0000-0000-000000000000'
        where id = $1 and workspace_id = $2`,
      [...ids, first],
    );
  });
}
