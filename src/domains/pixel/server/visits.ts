/** Visits one by one: who is there now, the list, and what happened in one. */
import type { QueryOf, ResponseOf } from '../../../kernel/endpoint.ts';
import { notFound } from '../../../kernel/errors.ts';
import { currentWorkspaceId, query } from '../../../server/db/index.ts';
import { packCursor, pageFrom, unpackCursor, UUID } from '../../../server/paging.ts';
import type { Live, LiveVisit, pixelReports, VisitEvent, VisitRow } from '../contract/reports.ts';
import { personsOf } from './people.ts';
import { readSite } from './sites.ts';

const INSTANT = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/;

const COLUMNS = `v.id, v.visitor_id as "visitorId", v.known, v.started_at as "startedAt", v.last_at as "lastAt", v.pageviews,
  v.events, v.touches, v.entry_path as "entryPath", v.exit_path as "exitPath", v.channel, v.source, v.medium, v.campaign,
  v.device, v.browser, v.os, v.revenue::text as revenue,
  array(select g.name from pixel_goals g where g.id = any(v.goals) order by lower(g.name)) as goals`;

/** @throws AppError `not_found` */
export async function readLive(siteId: string): Promise<Live> {
  const { lastEventAt } = await readSite(siteId);
  const workspaceId = currentWorkspaceId();
  const [[now], minutes, visits] = await Promise.all([
    query<{ visitors: number }>(
      `select count(distinct visitor_id)::int as visitors from pixel_events
        where site_id = $1 and workspace_id = $2 and at > now() - interval '5 minutes'`,
      [siteId, workspaceId],
    ),
    query<{ ago: number; views: number }>(
      `select floor(extract(epoch from now() - at) / 60)::int as ago, count(*)::int as views from pixel_events
        where site_id = $1 and workspace_id = $2 and at > now() - interval '30 minutes' and kind = 'page' group by 1`,
      [siteId, workspaceId],
    ),
    query<LiveVisit>(
      `select v.id, v.visitor_id as "visitorId", v.exit_path as path, v.source, v.channel, v.device,
          v.started_at as "startedAt", v.last_at as "lastAt", v.pageviews
        from (select visit_id, max(at) as last from pixel_events
            where site_id = $1 and workspace_id = $2 and at > now() - interval '5 minutes'
            group by visit_id order by last desc limit 50) e
          join pixel_visits v on v.id = e.visit_id and v.workspace_id = $2
        order by v.last_at desc`,
      [siteId, workspaceId],
    ),
  ]);
  const views = new Map(minutes.map((one) => [one.ago, one.views]));
  return {
    visitors: now!.visitors,
    minutes: Array.from({ length: 30 }, (_, place) => views.get(29 - place) ?? 0),
    visits,
    lastEventAt,
  };
}

/** @throws AppError `not_found`, `bad_request` */
export async function listVisits(
  siteId: string,
  { cursor, limit, visitorId, converted, named }: QueryOf<typeof pixelReports.visits>,
): Promise<ResponseOf<typeof pixelReports.visits>> {
  await readSite(siteId);
  const from = unpackCursor(cursor, INSTANT, UUID);
  const rows = await query<Omit<VisitRow, 'person'>>(
    `select ${COLUMNS} from pixel_visits v
      where v.site_id = $1 and v.workspace_id = $2 and ($3::uuid is null or v.visitor_id = $3)
        and (not $4::boolean or v.goals <> '{}')
        and (not $8::boolean or exists (select 1 from pixel_people p where p.site_id = v.site_id and p.visitor_id = v.visitor_id
          and p.removed_at is null))
        and ($5::timestamptz is null or (v.started_at, v.id) < ($5::timestamptz, $6::uuid))
      order by v.started_at desc, v.id desc limit $7`,
    [
      siteId,
      currentWorkspaceId(),
      visitorId ?? null,
      converted,
      from?.[0] ?? null,
      from?.[1] ?? null,
      limit + 1,
      named,
    ],
  );
  const page = pageFrom(rows, limit, ({ startedAt, id }) => packCursor(startedAt, id));
  return { ...page, items: await withPersons(siteId, page.items) };
}

async function withPersons(siteId: string, visits: readonly Omit<VisitRow, 'person'>[]): Promise<VisitRow[]> {
  const persons = await personsOf(
    siteId,
    visits.map(({ visitorId }) => visitorId),
  );
  return visits.map((visit) => ({ ...visit, person: persons.get(visit.visitorId) ?? null }));
}

/** @throws AppError `not_found` */
export async function readJourney(siteId: string, visitId: string): Promise<ResponseOf<typeof pixelReports.journey>> {
  await readSite(siteId);
  const workspaceId = currentWorkspaceId();
  const [visit] = await query<Omit<VisitRow, 'person'>>(
    `select ${COLUMNS} from pixel_visits v where v.id = $1 and v.site_id = $2 and v.workspace_id = $3`,
    [visitId, siteId, workspaceId],
  );
  if (!visit) throw notFound('The visit');
  const events = await query<VisitEvent>(
    `select id, at, kind, name, path, source, campaign, props, revenue::text as revenue from pixel_events
      where site_id = $1 and workspace_id = $2 and visit_id = $3 and at between $4 and $5
      order by at, id limit 500`,
    [siteId, workspaceId, visitId, visit.startedAt, visit.lastAt],
  );
  const [withPerson] = await withPersons(siteId, [visit]);
  return { visit: withPerson!, events };
}
