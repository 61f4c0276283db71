/** Who visitors are: those who filled in a form, signed in, came by an email, or were named by the website's server. */
import { newId } from '../../../kernel/ids.ts';
import { notFound } from '../../../kernel/errors.ts';
import { addTimelineSource } from '../../../records/server/timeline/timeline.ts';
import { asSystem, currentWorkspaceId, execute, query, transaction, updateRows } from '../../../server/db/index.ts';
import { people } from '../../messaging/index.ts';
import type { VisitorPerson } from '../contract/reports.ts';

/** Anybody can send addresses, so a visitor keeps a few. */
const MAX_ADDRESSES = 5;

export interface VisitorLink {
  workspaceId: string;
  siteId: string;
  visitorId: string;
  /** In lower case. */
  email: string;
  source: 'form' | 'identify' | 'server' | 'mail';
}

/** Links visitors to addresses. A link that somebody removed stays removed. */
export async function linkVisitors(links: readonly VisitorLink[]): Promise<void> {
  if (links.length === 0) return;
  const distinct = new Map(links.map((link) => [`${link.siteId} ${link.visitorId} ${link.email}`, link]));
  const rows = [...distinct.values()].map(({ workspaceId, siteId, visitorId, email, source }) => ({
    id: newId(),
    workspace_id: workspaceId,
    site_id: siteId,
    visitor_id: visitorId,
    email,
    source,
  }));
  await asSystem(() =>
    execute(
      `insert into pixel_people as p (id, workspace_id, site_id, visitor_id, email, source)
      select l.id, l.workspace_id, l.site_id, l.visitor_id, l.email, l.source
        from json_to_recordset($1::json) as l(id uuid, workspace_id uuid, site_id uuid, visitor_id uuid, email text, source text)
        where (select count(*) from pixel_people q where q.site_id = l.site_id and q.visitor_id = l.visitor_id and q.email <> l.email)
          < ${MAX_ADDRESSES}
      on conflict (site_id, visitor_id, email) do update set linked_at = now(), source = excluded.source
        where p.removed_at is null`,
      [JSON.stringify(rows)],
    ),
  );
}

/** The latest link of each of these visitors. Contacts that the caller may not see are left out. */
export async function personsOf(siteId: string, visitorIds: readonly string[]): Promise<Map<string, VisitorPerson>> {
  if (visitorIds.length === 0) return new Map();
  const links = await query<{ visitorId: string; email: string }>(
    `select distinct on (visitor_id) visitor_id as "visitorId", email from pixel_people
      where workspace_id = $1 and site_id = $2 and visitor_id = any($3) and removed_at is null
      order by visitor_id, linked_at desc, id desc`,
    [currentWorkspaceId(), siteId, [...new Set(visitorIds)]],
  );
  if (links.length === 0) return new Map();
  const known = await people().ofAddresses(
    'email',
    links.map(({ email }) => email),
  );
  const contactIds = [...known.values()].flatMap(({ contactId }) => (contactId ? [contactId] : []));
  const visible = new Set(
    (
      await query<{ id: string }>(
        'select id from contacts where workspace_id = $1 and id = any($2) and deleted_at is null',
        [currentWorkspaceId(), contactIds],
      )
    ).map(({ id }) => id),
  );
  return new Map(
    links.map(({ visitorId, email }) => {
      const person = known.get(email);
      const isSeen = person?.contactId !== undefined && person.contactId !== null && visible.has(person.contactId);
      return [
        visitorId,
        { email, name: (isSeen && person.name) || email, contactId: isSeen ? person.contactId : null },
      ];
    }),
  );
}

/**
 * Removes or restores the link between a visitor and an address.
 * @throws AppError `not_found`
 */
export async function setLinked(
  { siteId, visitorId }: { siteId: string; visitorId: string },
  { email, linked }: { email: string; linked: boolean },
): Promise<void> {
  await transaction(async () => {
    const changed = await updateRows(
      'pixel_people',
      { removedAt: linked ? null : new Date().toISOString() },
      { workspaceId: currentWorkspaceId(), siteId, visitorId, email: email.toLowerCase() },
    );
    if (changed === 0) throw notFound('The link to this address');
  });
}

const entry = (addresses: string) => `
  select 'visit' as kind, 'visit-' || v.id as id, v.started_at as at, null::uuid as actor_id,
    jsonb_build_object('id', v.id, 'siteId', v.site_id, 'site', s.name, 'pages', v.pageviews, 'entry', v.entry_path,
      'source', coalesce(nullif(v.source, ''), v.channel)) as data
  from pixel_visits v join pixel_sites s on s.id = v.site_id
  where v.workspace_id = $1 and (v.site_id, v.visitor_id) in (
    select p.site_id, p.visitor_id from pixel_people p
      where p.workspace_id = $1 and p.removed_at is null and p.email in (${addresses}))`;

addTimelineSource(
  'contact',
  entry(
    `select lower(e ->> 'value') from contacts c cross join jsonb_array_elements(c.emails) e where c.workspace_id = $1 and c.id = $2`,
  ),
);
addTimelineSource(
  'lead',
  entry(`select lower(l.email) from leads l where l.workspace_id = $1 and l.id = $2 and l.email <> ''`),
);
