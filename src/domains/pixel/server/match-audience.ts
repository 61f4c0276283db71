/**
 * Finds the contacts who fulfil the conditions of an audience. Only visitors who said who they are, or whom a form or
 * email named, can be contacts, so nobody without consent is ever looked at.
 */
import { currentWorkspaceId, query } from '../../../server/db/index.ts';
import { people } from '../../messaging/index.ts';
import type { AudienceCondition, PersonStage } from '../contract/audiences.ts';
import { likeOf } from '../engine/funnel-steps.ts';

/** Addresses of one audience; more are left out. */
const MAX_ADDRESSES = 50_000;
const AT_ONCE = 1_000;

type VisitCondition = Exclude<AudienceCondition, { kind: 'stage' }>;

const VISITS = `from pixel_people p join pixel_visits v
  on v.site_id = $1 and v.workspace_id = $2 and v.visitor_id = p.visitor_id`;
const LINKED = 'where p.site_id = $1 and p.workspace_id = $2 and p.removed_at is null';

/** The addresses of linked visitors for whom a condition holds, as SQL. */
function addressesOf(condition: VisitCondition, add: (value: unknown) => string): string {
  const since = (column: string) => `${column} >= now() - ${add(condition.days)}::int * interval '1 day'`;
  switch (condition.kind) {
    case 'did':
      return `select p.email ${VISITS}
        join pixel_events e on e.visit_id = v.id and e.site_id = $1 and e.workspace_id = $2
          and e.at between v.started_at and v.last_at and ${since('e.at')} and e.kind = ${add(condition.what)}
          and lower(${condition.what === 'page' ? 'e.path' : 'e.name'}) like ${add(likeOf(condition.matches))}
        ${LINKED} and ${since('v.last_at')} group by p.email having count(*) >= ${add(condition.times)}::int`;
    case 'visited':
      return `select p.email ${VISITS} ${LINKED} and ${since('v.last_at')}
        group by p.email having count(distinct v.id) >= ${add(condition.times)}::int`;
    case 'came_from':
      return `select p.email ${VISITS} ${LINKED} and ${since('v.started_at')}
        and lower(v.${condition.by}) like ${add(likeOf(condition.matches))}`;
    case 'goal':
      return `select p.email ${VISITS} ${LINKED} and ${since('v.last_at')} and ${add(condition.goalId)}::uuid = any(v.goals)`;
  }
}

/** Ids of the contacts who fulfil all conditions; of those that the scope sees. */
export async function matchingContacts(
  siteId: string,
  conditions: readonly AudienceCondition[],
): Promise<ReadonlySet<string>> {
  const params: unknown[] = [siteId, currentWorkspaceId()];
  const add = (value: unknown) => `$${params.push(value)}`;
  const sets = conditions.flatMap((one) => (one.kind === 'stage' ? [] : [`(${addressesOf(one, add)})`]));
  if (sets.length === 0) return new Set();
  const found = await query<{ email: string }>(
    `select email from (${sets.join(' intersect ')}) s order by email limit ${MAX_ADDRESSES}`,
    params,
  );
  const stages = conditions.flatMap((one) => (one.kind === 'stage' ? [one.stage] : []));
  const matching = new Set<string>();
  for (let start = 0; start < found.length; start += AT_ONCE) {
    const emails = found.slice(start, start + AT_ONCE).map(({ email }) => email);
    const known = await people().ofAddresses('email', emails);
    const contacts = [...known].map(([email, { contactId }]) => ({ email, contactId }));
    for (const id of await inStages(contacts, stages)) matching.add(id);
  }
  return matching;
}

/** `c` has the columns `contact_id` and `email`. */
const STAGES: Readonly<Record<PersonStage, string>> = {
  lead: `exists (select 1 from leads l where l.workspace_id = $1 and l.deleted_at is null and l.email_key = lower(c.email)
    and l.status in ('new', 'working', 'qualified'))`,
  open_deal: `exists (select 1 from opportunities o where o.workspace_id = $1 and o.contact_id = c.contact_id
    and o.deleted_at is null and o.state = 'open')`,
  customer: `exists (select 1 from opportunities o where o.workspace_id = $1 and o.contact_id = c.contact_id
    and o.deleted_at is null and o.state = 'won')`,
  no_deal: `not exists (select 1 from opportunities o where o.workspace_id = $1 and o.contact_id = c.contact_id
    and o.deleted_at is null)`,
};

async function inStages(
  contacts: readonly { email: string; contactId: string }[],
  stages: readonly PersonStage[],
): Promise<string[]> {
  if (contacts.length === 0) return [];
  const rows = await query<{ id: string }>(
    `select distinct c.contact_id as id from json_to_recordset($2::json) as c(contact_id uuid, email text)
        join contacts k on k.id = c.contact_id and k.workspace_id = $1 and k.deleted_at is null
      where ${['true', ...stages.map((stage) => STAGES[stage])].join(' and ')}`,
    [currentWorkspaceId(), JSON.stringify(contacts.map(({ email, contactId }) => ({ email, contact_id: contactId })))],
  );
  return rows.map(({ id }) => id);
}
