/** Websites as the intake needs them, kept for some seconds. */
import { offsetAt } from '../../../kernel/days.ts';
import { asSystem, query } from '../../../server/db/index.ts';
import type { ConsentMode } from '../contract/sites.ts';
import type { CountedSite, Goal } from '../engine/assign.ts';

export interface OpenSite extends CountedSite {
  domains: readonly string[];
  consentMode: ConsentMode;
  currency: string;
}

/** Milliseconds after which a site is read again, also by processes that did not change it. */
const KEPT = 5_000;
const MOST = 5_000;
const QUARTER = 15 * 60_000;

const byKey = new Map<string, { at: number; site: Promise<OpenSite | undefined> }>();

interface Row {
  id: string;
  workspaceId: string;
  domains: string[];
  consentMode: ConsentMode;
  timeZone: string;
  currency: string;
  goals: Goal[];
}

const READ = `
  select s.id, s.workspace_id as "workspaceId", s.domains, s.consent_mode as "consentMode", s.time_zone as "timeZone",
    s.currency, coalesce((select json_agg(json_build_object('id', g.id, 'kind', g.kind, 'matches', g.matches,
      'worth', g.worth::text) order by g.id) from pixel_goals g where g.site_id = s.id), '[]') as goals
  from pixel_sites s join workspaces w on w.id = s.workspace_id
  where not s.deleting and w.archived_at is null`;

/** Day and hour in a zone. Offsets change at quarters of an hour at most, so few are worked out. */
function clockOf(timeZone: string): CountedSite['clock'] {
  const offsets = new Map<number, number>();
  return (at) => {
    const quarter = Math.floor(at / QUARTER);
    let offset = offsets.get(quarter);
    if (offset === undefined) {
      if (offsets.size > 1_000) offsets.clear();
      offsets.set(quarter, (offset = offsetAt(quarter * QUARTER, timeZone)));
    }
    const local = new Date(at + offset).toISOString();
    return { day: local.slice(0, 10), hour: local.slice(11, 13) };
  };
}

async function read(condition: string, value: string, name: string): Promise<OpenSite | undefined> {
  const [row] = await asSystem(() => query<Row>(`${READ} and ${condition}`, [value], name));
  if (!row) return undefined;
  const { timeZone, ...site } = row;
  return { ...site, clock: clockOf(timeZone) };
}

/** The site with this key in the address of its script; undefined where there is none. */
export function siteByKey(key: string): Promise<OpenSite | undefined> {
  const known = byKey.get(key);
  if (known && performance.now() - known.at < KEPT) return known.site;
  const site = read('s.site_key = $1', key, 'pixel_site_by_key');
  if (byKey.size >= MOST) byKey.clear();
  byKey.set(key, { at: performance.now(), site });
  site.catch(() => byKey.delete(key));
  return site;
}

/** Uncached, for callers of the API. */
export const siteById = (id: string): Promise<OpenSite | undefined> => read('s.id = $1', id, 'pixel_site_by_id');

/** Forgets what is cached, after a change. */
export function forgetSites(): void {
  byKey.clear();
}
