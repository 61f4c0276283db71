/** Tags, sources and places in use, for filters and bulk edit. */
import { currentWorkspaceId, query } from '../../../../server/db/index.ts';
import type { ContactFacets } from '../../contract.ts';
import { importChoices } from '../../../../records/server/timeline/import-source.ts';
import { countedNowAndThen } from '../../../../records/server/list/cached-figures.ts';

const MOST = 200;

type Counted = ContactFacets['tags'];

function counted(expression: string, from = 'contacts c'): Promise<Counted> {
  return query<Counted[number]>(
    `select v as value, count(*)::int as count
      from (select ${expression} as v from ${from} where c.workspace_id = $1 and c.deleted_at is null) values_in_use
     where v <> '' group by v order by count desc, v collate "C" limit ${MOST}`,
    [currentWorkspaceId()],
  );
}

export async function contactFacets(): Promise<ContactFacets> {
  const values = await countedNowAndThen('contact', 'facets', async () => ({
    tags: await counted('t', 'contacts c, unnest(c.tags) t'),
    sources: await counted('c.source'),
    countries: await counted('c.country'),
    cities: await counted('c.city'),
  }));
  return { ...values, imports: await importChoices('contact') };
}
