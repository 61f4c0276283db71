/** The figures of one workspace, in whose scope this runs. Private records are not in them. */
import { currentWorkspaceId, query } from '../../../server/db/index.ts';
import { isOverdue, ROTTING } from '../../crm/index.ts';
import { type MetricId, MIN_CASES, PERIOD_DAYS, type PracticeId } from '../contract.ts';
import type { Contribution } from '../engine/quartiles.ts';

/** Each statement answers one row: `value` in the metric's unit, null without a case, and `cases`. */
const STATEMENTS: Readonly<Record<MetricId, string>> = {
  'lead-conversion': `select 100.0 * count(converted_at) / nullif(count(*), 0) as value, count(*) as cases
    from leads where workspace_id = $1 and deleted_at is null and created_at >= now() - make_interval(days => $2)`,
  'lead-response': `select percentile_cont(0.5) within group (order by hours) as value, count(*) as cases from (
      select extract(epoch from min(a.done_at) - l.created_at) / 3600.0 as hours
        from leads l join activities a on a.lead_id = l.id and a.workspace_id = $1
       where l.workspace_id = $1 and l.deleted_at is null and l.created_at >= now() - make_interval(days => $2)
         and a.deleted_at is null and a.done_at >= l.created_at group by l.id, l.created_at) first`,
  'win-rate': `select 100.0 * count(*) filter (where state = 'won') / nullif(count(*), 0) as value, count(*) as cases
    from opportunities where workspace_id = $1 and deleted_at is null and state in ('won', 'lost')
      and closed_at >= now() - make_interval(days => $2)`,
  'days-to-win': `select percentile_cont(0.5) within group (order by extract(epoch from closed_at - created_at) / 86400.0)
      as value, count(*) as cases
    from opportunities where workspace_id = $1 and deleted_at is null and state = 'won' and closed_at > created_at
      and closed_at >= now() - make_interval(days => $2)`,
  'stuck-deals': `select 100.0 * count(*) filter (where ${ROTTING}) / nullif(count(*), 0) as value, count(*) as cases
    from opportunities o join stages s on s.id = o.stage_id
    where o.workspace_id = $1 and o.deleted_at is null and o.state = 'open' and $2::integer is not null`,
  'overdue-tasks': `select 100.0 * count(*) filter (where ${isOverdue()}) / nullif(count(*), 0) as value, count(*) as cases
    from activities a where a.workspace_id = $1 and a.deleted_at is null and a.done_at is null
      and a.cancelled_at is null and a.due_at is not null and $2::integer is not null`,
};

/** @returns the metrics for which the workspace has at least {@link MIN_CASES} cases */
export async function figuresOfWorkspace(): Promise<Partial<Record<MetricId, Contribution>>> {
  const found: Partial<Record<MetricId, Contribution>> = {};
  for (const [metric, statement] of Object.entries(STATEMENTS) as [MetricId, string][]) {
    const [row] = await query<{ value: string | number | null; cases: string | number }>(statement, [
      currentWorkspaceId(),
      PERIOD_DAYS,
    ]);
    const cases = Number(row?.cases ?? 0);
    if (row && row.value !== null && cases >= MIN_CASES) found[metric] = { value: Number(row.value), cases };
  }
  return found;
}

/** Which ways to work the workspace has. */
export async function practicesOfWorkspace(): Promise<Set<PracticeId>> {
  const [row] = await query<Record<PracticeId, boolean>>(
    `select
      exists (select 1 from workflows where workspace_id = $1 and state = 'on' and deleted_at is null
        and trigger_types @> array['lead.created']) as "lead-workflow",
      exists (select 1 from lead_assignment_rules where workspace_id = $1 and enabled) as "assignment-rules",
      exists (select 1 from lead_forms where workspace_id = $1 and enabled) as "web-form",
      exists (select 1 from stages where workspace_id = $1 and rotting_days is not null) as "stage-limits"`,
    [currentWorkspaceId()],
  );
  return new Set((Object.keys(row!) as PracticeId[]).filter((practice) => row![practice]));
}
