/** Stores a batch of events: one statement for each table, whatever their number, in one transaction. */
import { decimal } from '../../../kernel/money/index.ts';
import { query, transaction } from '../../../server/db/index.ts';
import {
  assignVisits,
  type Batch,
  type CountedEvent,
  type CountedSite,
  type StoredVisit,
  visitorKey,
} from '../engine/assign.ts';
import type { Channel } from '../contract/channels.ts';
import { ValueLimit } from '../engine/rollup.ts';
import type { Client } from '../engine/user-agent.ts';
import { VISIT_ENDS_AFTER } from '../engine/visits.ts';
import { weekStart } from '../../../kernel/days.ts';
import { COUNTED_AFTER } from './count-funnels.ts';
import { recountFrom, renameEntries } from './late-events.ts';

const limit = new ValueLimit();
/** Visits that began longer ago have nothing to do with an event: the longest day in a zone, and some. */
const LOOK_BACK = 26 * 3_600_000;

interface VisitRow extends Client {
  id: string;
  siteId: string;
  visitorId: string;
  known: boolean;
  startedAt: string;
  lastAt: string;
  pageviews: number;
  events: number;
  touches: number;
  entryPath: string;
  exitPath: string;
  channel: Channel;
  source: string;
  medium: string;
  campaign: string;
  goals: string[];
  revenue: string;
  contactId: string | null;
}

/** Visits end after 30 minutes, so a visitor has some dozens in this time at most. */
const FIND_VISITS = `
  select v.id, v.site_id as "siteId", v.visitor_id as "visitorId", v.known, v.started_at as "startedAt", v.last_at as "lastAt",
    v.pageviews, v.events, v.touches, v.entry_path as "entryPath", v.exit_path as "exitPath", v.channel, v.source, v.medium,
    v.campaign, v.device, v.browser, v.os, v.goals, v.revenue, v.contact_id as "contactId"
  from json_to_recordset($1::json) as k(site_id uuid, visitor_id uuid, since timestamptz, until timestamptz)
    join pixel_visits v on v.site_id = k.site_id and v.visitor_id = k.visitor_id
      and v.started_at >= k.since and v.started_at <= k.until
  order by v.started_at desc`;

const INSERT_EVENTS = `
  insert into pixel_events (workspace_id, site_id, at, id, visit_id, visitor_id, kind, name, path, source, campaign, props, revenue)
  select workspace_id, site_id, at, id, visit_id, visitor_id, kind, name, path, source, campaign, props, revenue
  from json_to_recordset($1::json) as e(workspace_id uuid, site_id uuid, at timestamptz, id uuid, visit_id uuid,
    visitor_id uuid, kind text, name text, path text, source text, campaign text, props jsonb, revenue numeric)
  on conflict do nothing returning id`;

const WRITE_VISITS = `
  insert into pixel_visits (id, workspace_id, site_id, visitor_id, known, started_at, last_at, pageviews, events, touches,
    entry_path, exit_path, channel, source, medium, campaign, device, browser, os, goals, revenue, contact_id)
  select id, workspace_id, site_id, visitor_id, known, started_at, last_at, pageviews, events, touches,
    entry_path, exit_path, channel, source, medium, campaign, device, browser, os, goals, revenue, contact_id
  from json_to_recordset($1::json) as v(id uuid, workspace_id uuid, site_id uuid, visitor_id uuid, known boolean,
    started_at timestamptz, last_at timestamptz, pageviews integer, events integer, touches integer, entry_path text,
    exit_path text, channel text, source text, medium text, campaign text, device text, browser text, os text,
    goals uuid[], revenue numeric, contact_id uuid)
  on conflict (id) do update set visitor_id = excluded.visitor_id, known = excluded.known,
    started_at = excluded.started_at, last_at = excluded.last_at, pageviews = excluded.pageviews,
    events = excluded.events, touches = excluded.touches, entry_path = excluded.entry_path,
    exit_path = excluded.exit_path, goals = excluded.goals, revenue = excluded.revenue`;

const WRITE_FIGURES = `
  insert into pixel_daily as d (site_id, dimension, day, value, workspace_id, visits, visitors, pageviews, events, bounces,
    seconds, goals, converted, revenue)
  select site_id, dimension, day, value, workspace_id, visits, visitors, pageviews, events, bounces, seconds, goals,
    converted, revenue
  from json_to_recordset($1::json) as f(site_id uuid, dimension text, day date, value text, workspace_id uuid,
    visits integer, visitors integer, pageviews integer, events integer, bounces integer, seconds bigint, goals integer,
    converted integer, revenue numeric)
  on conflict (site_id, dimension, day, value) do update set visits = d.visits + excluded.visits,
    visitors = d.visitors + excluded.visitors, pageviews = d.pageviews + excluded.pageviews,
    events = d.events + excluded.events, bounces = d.bounces + excluded.bounces, seconds = d.seconds + excluded.seconds,
    goals = d.goals + excluded.goals, converted = d.converted + excluded.converted, revenue = d.revenue + excluded.revenue`;

const instant = (at: number) => new Date(at).toISOString();

/**
 * Counts the events: each in its visit, and in the figures of its day. One that is there already, by site, time, and
 * id, changes nothing. Run it as system; the partitions of the days exist.
 */
export async function storeBatch(events: readonly CountedEvent[]): Promise<void> {
  await transaction(async () => {
    const fresh = await withoutRepeated(events);
    if (fresh.length === 0) return;
    const batch = assignVisits(fresh, await findVisits(fresh), limit);
    await insertEvents(batch);
    await query(WRITE_VISITS, [JSON.stringify(batch.visits.map(visitRow))], 'pixel_visits');
    await query(WRITE_FIGURES, [JSON.stringify(batch.rollup.rows().map(figureRow))], 'pixel_figures');
    await countReturning(batch.visits);
    await keepFunnels(fresh, batch.renamed);
  });
}

/** Only senders of the API choose ids and times, so only their events can be there already. */
async function withoutRepeated(events: readonly CountedEvent[]): Promise<CountedEvent[]> {
  const keyOf = (siteId: string, at: number, id: string) => `${siteId} ${at} ${id}`;
  const distinct = new Map(events.map((event) => [keyOf(event.site.id, event.at, event.id), event]));
  const chosen = [...distinct.values()].filter(({ repeatable }) => repeatable);
  if (chosen.length > 0) {
    const there = await query<{ siteId: string; at: string; id: string }>(
      `select e.site_id as "siteId", e.at, e.id
        from json_to_recordset($1::json) as k(site_id uuid, at timestamptz, id uuid)
          join pixel_events e on e.site_id = k.site_id and e.at = k.at and e.id = k.id`,
      [JSON.stringify(chosen.map(({ site, at, id }) => ({ site_id: site.id, at: instant(at), id })))],
    );
    for (const { siteId, at, id } of there) distinct.delete(keyOf(siteId, Date.parse(at), id));
  }
  return [...distinct.values()];
}

async function findVisits(events: readonly CountedEvent[]): Promise<Map<string, StoredVisit[]>> {
  const sites = new Map<string, CountedSite>();
  const wanted = new Map<string, { site_id: string; visitor_id: string; first: number; last: number }>();
  for (const { site, visitorId, formerId, at } of events) {
    sites.set(site.id, site);
    for (const id of formerId === undefined ? [visitorId] : [visitorId, formerId]) {
      const key = visitorKey(site.id, id);
      const before = wanted.get(key);
      if (!before) wanted.set(key, { site_id: site.id, visitor_id: id, first: at, last: at });
      else [before.first, before.last] = [Math.min(before.first, at), Math.max(before.last, at)];
    }
  }
  // Unnamed, so that it is planned for the table as it is: a plan made while it was small reads all of it for each visitor.
  const rows = await query<VisitRow>(FIND_VISITS, [
    JSON.stringify(
      [...wanted.values()].map(({ first, last, ...who }) => ({
        ...who,
        since: instant(first - LOOK_BACK),
        until: instant(last + VISIT_ENDS_AFTER),
      })),
    ),
  ]);
  return Map.groupBy(
    rows.map((row) => visitOf(row, sites.get(row.siteId)!)),
    ({ site, visitorId }) => visitorKey(site.id, visitorId),
  );
}

function visitOf(row: VisitRow, site: CountedSite): StoredVisit {
  const { siteId: _site, startedAt, lastAt, channel, source, medium, campaign, device, browser, os, ...rest } = row;
  return {
    ...rest,
    site,
    startedAt: Date.parse(startedAt),
    lastAt: Date.parse(lastAt),
    origin: { channel, source, medium, campaign },
    client: { device, browser, os },
    revenue: decimal(row.revenue),
    isNew: false,
    recognized: false,
  };
}

/** @throws Error when another process stored one of them meanwhile: the transaction is done again without it */
async function insertEvents({ events }: Batch): Promise<void> {
  const rows = events.map(({ event, visitId, visitorId, revenue }) => ({
    workspace_id: event.site.workspaceId,
    site_id: event.site.id,
    at: instant(event.at),
    id: event.id,
    visit_id: visitId,
    visitor_id: visitorId,
    kind: event.kind,
    name: event.name,
    path: event.path,
    source: event.origin?.source ?? '',
    campaign: event.origin?.campaign ?? '',
    props: event.props ?? null,
    revenue,
  }));
  const inserted = await query(INSERT_EVENTS, [JSON.stringify(rows)], 'pixel_events');
  if (inserted.length < rows.length)
    throw Object.assign(new Error('An event was stored by another process at the same time'), { code: '40001' });
}

function visitRow(visit: StoredVisit) {
  return {
    id: visit.id,
    workspace_id: visit.site.workspaceId,
    site_id: visit.site.id,
    visitor_id: visit.visitorId,
    known: visit.known,
    started_at: instant(visit.startedAt),
    last_at: instant(visit.lastAt),
    pageviews: visit.pageviews,
    events: visit.events,
    touches: visit.touches,
    entry_path: visit.entryPath,
    exit_path: visit.exitPath,
    ...visit.origin,
    ...visit.client,
    goals: visit.goals,
    revenue: visit.revenue.toFixed(),
    contact_id: visit.contactId,
  };
}

function figureRow({ siteId, workspaceId, revenue, ...rest }: ReturnType<Batch['rollup']['rows']>[number]) {
  return { ...rest, site_id: siteId, workspace_id: workspaceId, revenue: revenue.toFixed() };
}

/** The first visit of a visitor in a week counts in the row of their first week. */
const WRITE_COHORTS = `
  with seen as (
    insert into pixel_visitors as p (site_id, visitor_id, workspace_id, first_week, last_week)
      select site_id, visitor_id, workspace_id, week, week
      from json_to_recordset($1::json) as v(site_id uuid, visitor_id uuid, workspace_id uuid, week date)
    on conflict (site_id, visitor_id) do update set last_week = excluded.last_week where p.last_week < excluded.last_week
    returning site_id, workspace_id, first_week, last_week)
  insert into pixel_cohorts as c (site_id, cohort, week, workspace_id, visitors)
    select site_id, first_week, last_week, workspace_id, count(*)::int from seen group by 1, 2, 3, 4 order by 1, 2, 3
  on conflict (site_id, cohort, week) do update set visitors = c.visitors + excluded.visitors`;

/** Only visitors with an identifier can be recognized in a later week. */
async function countReturning(visits: readonly StoredVisit[]): Promise<void> {
  const seen = new Map<string, { site_id: string; visitor_id: string; workspace_id: string; week: string }>();
  for (const { site, visitorId, startedAt, known, recognized } of visits) {
    if (!known || !recognized) continue;
    const week = weekStart(site.clock(startedAt).day);
    const row = { site_id: site.id, visitor_id: visitorId, workspace_id: site.workspaceId, week };
    seen.set(`${week} ${visitorKey(site.id, visitorId)}`, row);
  }
  // Week after week: a statement cannot change a visitor twice. The sort also has every process lock in one order.
  const rows = [...seen].toSorted(([one], [other]) => (one < other ? -1 : 1)).map(([, row]) => row);
  for (const week of Map.groupBy(rows, (row) => row.week).values())
    await query(WRITE_COHORTS, [JSON.stringify(week)], 'pixel_cohorts');
}

/** What funnels have counted stays with a visitor who agreed to an identifier, and late events are counted again. */
async function keepFunnels(events: readonly CountedEvent[], renamed: Batch['renamed']): Promise<void> {
  if (renamed.length > 0) await renameEntries(renamed);
  const before = Date.now() - COUNTED_AFTER;
  const late = events.filter(({ at }) => at < before);
  if (late.length > 0)
    await recountFrom([...new Set(late.map(({ site }) => site.id))], instant(Math.min(...late.map(({ at }) => at))));
}
