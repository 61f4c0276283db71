/** Model usage across all workspaces, for administrators. */
import type * as z from 'zod';
import { asSystem, query } from '../../../../server/db/index.ts';
import { packCursor, pageFrom, unpackCursor, UUID } from '../../../../server/paging.ts';
import type { ModelCall, models, ModelUsage } from '../../contract.ts';

const FIGURES = `count(*)::int as calls, count(*) filter (where c.state = 'failed')::int as failures,
  coalesce(sum(c.input_tokens), 0)::bigint as "inputTokens", coalesce(sum(c.output_tokens), 0)::bigint as "outputTokens",
  coalesce(sum(c.cost), 0)::text as cost`;
const DONE = `c.state <> 'running'`;
const MOST = 50;

const percentile = (share: number, column: string) =>
  `round(percentile_cont(${share}) within group (order by c.${column}))::int`;

/** Figures of the days up to today, in UTC; calls under way are not in it. */
export function readUsage(days: number): Promise<ModelUsage> {
  const since = `c.created_at >= (current_date - ($1::int - 1))::timestamptz`;
  const by = (name: string, joins: string, more = '') =>
    query<ModelUsage['purposes'][number]>(
      `select ${name} as name, ${FIGURES}${more} from model_calls c ${joins} where ${since} and ${DONE}
        group by 1 order by coalesce(sum(c.cost), 0) desc, sum(c.input_tokens + c.output_tokens) desc limit ${MOST}`,
      [days],
    );
  return asSystem(async () => {
    const [total] = await query<ModelUsage['total']>(
      `select ${FIGURES}, count(*) filter (where c.cost is null)::int as unpriced from model_calls c where ${since} and ${DONE}`,
      [days],
    );
    const byDay = await query<ModelUsage['days'][number]>(
      `select to_char(d.day, 'YYYY-MM-DD') as day, count(c.id)::int as calls,
         count(*) filter (where c.state = 'failed')::int as failures,
         coalesce(sum(c.input_tokens), 0)::bigint as "inputTokens", coalesce(sum(c.output_tokens), 0)::bigint as "outputTokens",
         coalesce(sum(c.cost), 0)::text as cost,
         ${percentile(0.5, 'first_ms')} as "medianFirst", ${percentile(0.95, 'first_ms')} as "p95First"
       from generate_series(current_date - ($1::int - 1), current_date, interval '1 day') as d(day)
         left join model_calls c on c.created_at >= d.day and c.created_at < d.day + interval '1 day' and ${DONE}
       group by d.day order by d.day`,
      [days],
    );
    const speed = `, ${percentile(0.5, 'first_ms')} as "medianFirst", ${percentile(0.5, 'total_ms')} as "medianTotal"`;
    return {
      total: total!,
      days: byDay,
      models: (await by('c.model', '', speed)) as ModelUsage['models'],
      purposes: await by('c.purpose', ''),
      workspaces: await by('w.name', 'join workspaces w on w.id = c.workspace_id'),
    };
  });
}

const INSTANT = /^\d{4}-\d{2}-\d{2}T[\d:.]+Z$/;

/** The newest first. */
export function listCalls({
  state,
  cursor,
  limit,
}: z.output<typeof models.calls.query>): Promise<{ items: ModelCall[]; next: string | null }> {
  const after = unpackCursor(cursor, INSTANT, UUID);
  return asSystem(async () => {
    const rows = await query<ModelCall>(
      `select c.id, w.name as "workspaceName", u.name as "userName", c.purpose, c.model, c.state, c.error, c.attempts,
         c.input_tokens as "inputTokens", c.output_tokens as "outputTokens", c.cost::text as cost, c.first_ms as "firstMs",
         c.total_ms as "totalMs", c.created_at as "createdAt"
       from model_calls c join workspaces w on w.id = c.workspace_id left join users u on u.id = c.user_id
       where ($1::text is null or c.state = $1) and ($2::timestamptz is null or (c.created_at, c.id) < ($2, $3::uuid))
       order by c.created_at desc, c.id desc limit $4`,
      [state ?? null, after?.[0] ?? null, after?.[1] ?? null, limit + 1],
    );
    return pageFrom(rows, limit, ({ createdAt, id }) => packCursor(createdAt, id));
  });
}
