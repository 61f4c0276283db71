/** How far the opportunities that were created in the period came, stage by stage. */
import { notFound } from '../../../../kernel/errors.ts';
import { currentWorkspaceId, query } from '../../../../server/db/index.ts';
import type { Figure, Section } from '../../contract/reports.ts';
import type { DaySpan } from '../../engine/reports/period.ts';
import { ask, type Asked, COUNTED, inDays, oneOf, opportunitiesBehind, percent, within } from './scope.ts';

interface StageRow {
  id: string;
  name: string;
  outcome: 'open' | 'won' | 'lost';
  position: number;
}

/** The pipeline in question; without one the first. @throws AppError `not_found` */
async function pipelineAsked(id: string | undefined): Promise<string | undefined> {
  const [row] = await query<{ id: string }>(
    'select id from pipelines where workspace_id = $1 and ($2::uuid is null or id = $2) order by archived_at is not null, position, id limit 1',
    [currentWorkspaceId(), id ?? null],
  );
  if (!row && id) throw notFound('The pipeline');
  return row?.id;
}

interface Reached {
  created: number;
  open: number;
  won: number;
  lost: number;
  byStage: Map<string, number>;
  lostFrom: Map<string, number>;
}

/**
 * Of what was created in the span: the furthest stage of each that is no loss, and the one that it was lost from.
 * Stages go by their number in the order of positions, because the greatest of numbers needs no sorting. Those of other
 * pipelines, from which some have come over, are no step of this one.
 */
const FURTHEST = `, made as materialized (
    select o.id, o.state from s join opportunities o on ${COUNTED} and o.created_at >= $2::timestamptz
      and o.created_at < $3::timestamptz
  ), numbered as (
    select g.id, g.outcome, row_number() over (order by g.position, g.id)::int as n from stages g
      where g.workspace_id = $1::uuid and g.pipeline_id = $6::uuid
  ), came as (
    select y.opportunity_id as id, max(g.n) filter (where g.outcome <> 'lost') as n
    from opportunity_stays y join numbered g on g.id = y.stage_id join made m on m.id = y.opportunity_id
      where y.workspace_id = $1::uuid group by 1
  ), lost as (
    select distinct on (y.opportunity_id) y.opportunity_id as id, y.stage_id from made m
      join opportunity_stays y on y.opportunity_id = m.id
    where m.state = 'lost' and y.workspace_id = $1::uuid and y.outcome = 'open'
      order by y.opportunity_id, y.entered_at desc, y.id desc
  ), far as (
    select m.id, m.state, came.n, lost.stage_id as last_open from made m left join came on came.id = m.id
      left join lost on lost.id = m.id
  )`;

async function reachedIn(scope: Asked, span: DaySpan, stages: readonly StageRow[]): Promise<Reached> {
  const rows = await ask<{
    furthest: string | null;
    last_open: string | null;
    state: StageRow['outcome'];
    count: number;
  }>(
    `${FURTHEST} select g.id as furthest, f.last_open, f.state, f.count
     from (select n, last_open, state, count(*)::int as count from far group by 1, 2, 3) f
        left join numbered g on g.n = f.n`,
    scope,
    span,
  );
  const place = new Map(stages.map((stage, i) => [stage.id, i]));
  const byStage = new Map<string, number>();
  const lostFrom = new Map<string, number>();
  let [created, open, won, lost] = [0, 0, 0, 0];
  for (const { furthest, last_open: from, state, count } of rows) {
    created += count;
    if (state === 'open') open += count;
    if (state === 'won') won += count;
    if (state === 'lost') {
      lost += count;
      if (from) lostFrom.set(from, (lostFrom.get(from) ?? 0) + count);
    }
    // A deal that reached a stage counts in all earlier ones, including skipped ones.
    const reached = furthest === null ? -1 : (place.get(furthest) ?? -1);
    stages.forEach((stage, i) => {
      if (i <= reached) byStage.set(stage.id, (byStage.get(stage.id) ?? 0) + count);
    });
  }
  return { created, open, won, lost, byStage, lostFrom };
}

async function medianStays(scope: Asked): Promise<Map<string, number | null>> {
  const rows = await ask<{ stage_id: string; median: number | null }>(
    `${FURTHEST} select y.stage_id, percentile_cont(0.5) within group
      (order by extract(epoch from coalesce(y.left_at, now()) - y.entered_at)) as median
     from made m join opportunity_stays y on y.opportunity_id = m.id and y.outcome = 'open'
        and y.workspace_id = $1::uuid group by 1`,
    scope,
    scope.span,
  );
  return new Map(rows.map((row) => [row.stage_id, inDays(row.median)]));
}

export async function conversion(asked: Asked): Promise<{ figures: Figure[]; sections: Section[] }> {
  const pipelineId = await pipelineAsked(asked.question.pipelineId);
  if (!pipelineId) return { figures: [], sections: [] };
  const scope: Asked = { ...asked, question: { ...asked.question, pipelineId } };
  const stages = await query<StageRow>(
    'select id, name, outcome, position from stages where workspace_id = $1 and pipeline_id = $2 order by position, id',
    [currentWorkspaceId(), pipelineId],
  );
  const passable = stages.filter((stage) => stage.outcome !== 'lost');
  const [now, before, medians] = await Promise.all([
    reachedIn(scope, scope.span, passable),
    scope.previous ? reachedIn(scope, scope.previous, passable) : null,
    medianStays(scope),
  ]);
  const behind = (...conditions: Parameters<typeof opportunitiesBehind>[1][]) =>
    opportunitiesBehind(scope, within('createdAt', scope.span), ...conditions);
  const stageRows = passable.map((stage, i) => {
    const reached = now.byStage.get(stage.id) ?? 0;
    const earlier = i === 0 ? now.created : (now.byStage.get(passable[i - 1]!.id) ?? 0);
    return {
      cells: {
        stage: stage.name,
        reached,
        share: percent(reached, now.created),
        step: i === 0 ? null : percent(reached, earlier),
        days: stage.outcome === 'open' ? (medians.get(stage.id) ?? null) : null,
      },
      behind: behind(oneOf('reached', stage.id)),
    };
  });
  return {
    figures: [
      {
        key: 'created',
        label: 'Created',
        unit: 'count',
        value: now.created,
        previous: before?.created ?? null,
        better: 'up',
        behind: behind(),
      },
      {
        key: 'won',
        label: 'Won of these',
        unit: 'count',
        value: now.won,
        previous: before?.won ?? null,
        better: 'up',
        behind: behind(oneOf('state', 'won')),
      },
      {
        key: 'rate',
        label: 'Won share',
        unit: 'percent',
        value: percent(now.won, now.created),
        previous: before && percent(before.won, before.created),
        better: 'up',
      },
      {
        key: 'open',
        label: 'Still open',
        unit: 'count',
        value: now.open,
        previous: before?.open ?? null,
        better: null,
        behind: behind(oneOf('state', 'open')),
      },
    ],
    sections: [
      {
        key: 'stages',
        title: 'Stage progress',
        note: 'Opportunities created in the period that came to a stage or beyond it, whatever became of them since. Days are the median of a stay, still running ones included.',
        columns: [
          { key: 'stage', label: 'Stage', unit: 'text' },
          { key: 'reached', label: 'Reached', unit: 'count' },
          { key: 'share', label: '% of all', unit: 'percent' },
          { key: 'step', label: '% of previous stage', unit: 'percent' },
          { key: 'days', label: 'Median time in stage', unit: 'days' },
        ],
        rows: stageRows,
        chart: { kind: 'funnel', category: 'stage', series: ['reached'] },
      },
      {
        key: 'lost',
        title: 'Where they were lost',
        note: 'The last open stage before the loss.',
        columns: [
          { key: 'stage', label: 'Stage', unit: 'text' },
          { key: 'lost', label: 'Lost', unit: 'count' },
          { key: 'share', label: '% of lost', unit: 'percent' },
        ],
        rows: passable
          .filter((stage) => now.lostFrom.has(stage.id))
          .map((stage) => ({
            cells: {
              stage: stage.name,
              lost: now.lostFrom.get(stage.id)!,
              share: percent(now.lostFrom.get(stage.id)!, now.lost),
            },
            behind: behind(oneOf('lostFrom', stage.id)),
          })),
        chart: { kind: 'bars', category: 'stage', series: ['lost'] },
      },
    ],
  };
}
