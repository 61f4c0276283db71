import type * as z from 'zod';
import { query } from '../../../../server/db/index.ts';
import { importChoices } from '../../../../records/server/timeline/import-source.ts';
import { countedNowAndThen } from '../../../../records/server/list/cached-figures.ts';
import type { OpportunityFacets } from '../../contract/opportunities.ts';

const MOST = 500;

interface Counted {
  value: string;
  count: number;
}

function counted(column: string): string {
  return `select ${column} as value, count(*)::int as count from opportunities
    where workspace_id = app_workspace() and deleted_at is null and ${column} <> '' group by 1
    order by 2 desc, 1 limit ${MOST}`;
}

/** Choices for filters and forms: values in use, the most frequent first, and what can be referred to, in its order. */
export async function opportunityFacets(): Promise<z.infer<typeof OpportunityFacets>> {
  const values = await countedNowAndThen('opportunity', 'facets', async () => ({
    tags: await query<Counted>(
      `select tag as value, count(*)::int as count from opportunities, unnest(tags) as tag
        where workspace_id = app_workspace() and deleted_at is null group by 1 order by 2 desc, 1 limit ${MOST}`,
    ),
    sources: await query<Counted>(counted('source')),
    currencies: await query<Counted>(counted('currency')),
  }));
  return {
    ...values,
    pipelines: await query(
      'select id, name from pipelines where workspace_id = app_workspace() order by archived_at is not null, position, lower(name) limit 100',
    ),
    stages: await query(
      `select s.id, p.name || ': ' || s.name as name from stages s join pipelines p on p.id = s.pipeline_id
       where s.workspace_id = app_workspace()
          order by p.archived_at is not null, p.position, lower(p.name), s.position limit 2000`,
    ),
    closeReasons: await query(
      `select id, label || case outcome when 'won' then ' (won)' else ' (lost)' end as name from close_reasons
        where workspace_id = app_workspace() order by outcome desc, position, label limit 500`,
    ),
    imports: await importChoices('opportunity'),
  };
}
