/** Tags, sources and places in use, for filters and bulk edit. */
import { LRUCache } from 'lru-cache';
import { currentWorkspaceId, query } from '../../../../server/db/index.ts';
import type { ContactFacets } from '../../contract.ts';
import { importChoices } from '../records/imported.ts';

const MOST = 200;
/** Counting them looks at every contact, and nobody needs the counts to the second. */
const recent = new LRUCache<string, ContactFacets>({ max: 500, ttl: 10_000 });

type Counted = ContactFacets['tags'];

function counted(expression: string, from = 'contacts c'): Promise<Counted> {
  return query<Counted[number]>(
    `select v as value, count(*)::int as count from (select ${expression} as v from ${from} where c.workspace_id = $1 and c.deleted_at is null) values_in_use
     where v <> '' group by v order by count desc, v collate "C" limit ${MOST}`,
    [currentWorkspaceId()],
  );
}

export async function contactFacets(): Promise<ContactFacets> {
  const known = recent.get(currentWorkspaceId());
  if (known) return known;
  const facets: ContactFacets = {
    tags: await counted('t', 'contacts c, unnest(c.tags) t'),
    sources: await counted('c.source'),
    countries: await counted('c.country'),
    cities: await counted('c.city'),
    imports: await importChoices('contact'),
  };
  recent.set(currentWorkspaceId(), facets);
  return facets;
}
