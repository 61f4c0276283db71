/** The score of leads: points of all rules that a lead fulfils, between 0 and 100, kept with its reasons. */
import * as z from 'zod';
import type { Filter } from '../../../../kernel/filter.ts';
import {
  asSystem,
  currentWorkspaceId,
  execute,
  inWorkspace,
  query,
  transaction,
  withAllRecords,
} from '../../../../server/db/index.ts';
import { publishPaths } from '../../../../server/events/emit.ts';
import { AGAIN, defineJob, type JobContext } from '../../../../server/jobs/define.ts';
import { enqueue } from '../../../../server/jobs/jobs.ts';
import { defineRecurring } from '../../../../server/jobs/recurring.ts';
import { Parameters } from '../../../../records/server/list/sort.ts';
import { LEADS_CHANGED } from './kind.ts';
import { ruleContext, ruleSql } from './rule-sql.ts';

interface Rule {
  id: string;
  label: string;
  filter: Filter;
  points: number;
}

const STEP = 2_000;

function enabledRules(): Promise<Rule[]> {
  return query<Rule>(
    'select id, label, filter, points from lead_score_rules where workspace_id = $1 and enabled order by position, id',
    [currentWorkspaceId()],
  );
}

/**
 * Scores these living leads in the ambient transaction. The version stays: a score is not something that people write.
 */
export async function scoreLeads(ids: readonly string[], rules?: readonly Rule[]): Promise<number> {
  const all = rules ?? (await enabledRules());
  const parameters = new Parameters();
  const scope = `l.workspace_id = ${parameters.add(currentWorkspaceId(), 'uuid')}
    and l.id = any(${parameters.add(ids, 'uuid[]')}) and l.deleted_at is null`;
  if (all.length === 0)
    return execute(
      `update leads l set score = null, score_reasons = '[]'
        where ${scope} and (l.score is not null or l.score_reasons <> '[]')`,
      parameters.values,
    );
  const context = await ruleContext();
  const conditions = all.map((rule, i) => `(${ruleSql(rule.filter, context, parameters)}) as rule_${i}`);
  const points = all.map((rule, i) => `case when m.rule_${i} then ${parameters.add(rule.points, 'int')} else 0 end`);
  const reasons = all.map(
    ({ id, label, points: value }, i) =>
      `case when m.rule_${i} then ${parameters.add(JSON.stringify([{ ruleId: id, label, points: value }]), 'jsonb')} else '[]'::jsonb end`,
  );
  return execute(
    `update leads l set score = s.score, score_reasons = s.reasons
     from (select m.id, greatest(0, least(100, ${points.join(' + ')})) as score, ${reasons.join(' || ')} as reasons
       from (select l.id, ${conditions.join(', ')} from leads l where ${scope}) m) s
     where l.id = s.id and (l.score is distinct from s.score or l.score_reasons is distinct from s.reasons)`,
    parameters.values,
  );
}

export const scoreJob = defineJob<Record<string, never>, { after: string; done: number }>({
  name: 'crm.lead_scores',
  payload: z.object({}),
  title: 'Rescoring leads',
  handler: (context) => withAllRecords(() => scoreAll(context)),
});

async function scoreAll({
  state,
  signal,
  progress,
  checkpoint,
  turnIsOver,
}: JobContext<Record<string, never>, { after: string; done: number }>): Promise<typeof AGAIN | undefined> {
  let { after, done } = state ?? { after: '00000000-0000-0000-0000-000000000000', done: 0 };
  for (;;) {
    signal.throwIfAborted();
    const count = await transaction(async () => {
      const rows = await query<{ id: string }>(
        'select id from leads where workspace_id = $1 and deleted_at is null and id > $2 order by id limit $3',
        [currentWorkspaceId(), after, STEP],
      );
      if (rows.length === 0) return 0;
      await scoreLeads(rows.map((row) => row.id));
      after = rows.at(-1)!.id;
      done += rows.length;
      await checkpoint({ after, done });
      return rows.length;
    });
    progress(done);
    if (count < STEP) break;
    if (turnIsOver()) return AGAIN;
  }
  await publishPaths(currentWorkspaceId(), LEADS_CHANGED);
  return undefined;
}

/** Scores all leads again in the background; in the transaction of the change that makes it necessary. */
export async function scoreAgain(): Promise<void> {
  await enqueue(scoreJob, {});
}

// Rules may speak of time ("no activity for 30 days"), so scores change without anyone doing anything.
export const leadScoresRecurring = defineRecurring({
  name: 'crm.lead_scores',
  title: 'Rescore leads',
  cron: '20 3 * * *',
  handler: async () => {
    const workspaces = await asSystem(() =>
      query<{ workspace_id: string }>('select distinct workspace_id from lead_score_rules where enabled'),
    );
    for (const { workspace_id: id } of workspaces) await inWorkspace(id, null, () => transaction(scoreAgain));
  },
});
