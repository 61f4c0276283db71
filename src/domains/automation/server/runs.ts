/** Reading runs. */
import type { QueryOf, ResponseOf } from '../../../kernel/endpoint.ts';
import { currentWorkspaceId, query, type SqlRow } from '../../../server/db/index.ts';
import type { Definition } from '../contract/definition.ts';
import type { Run, RunStep, workflowRuns } from '../contract/workflows.ts';
import { definitionOf, readRunRow, RUNS, type RunRow, toRunSummary } from './rows.ts';
import { runInWords } from './describe-run.ts';
import { withHiddenSecrets, withoutSecrets } from './secret-headers.ts';

export async function listRuns({
  workflowId,
  state,
  cursor,
  limit,
}: QueryOf<typeof workflowRuns.list>): Promise<ResponseOf<typeof workflowRuns.list>> {
  const rows = await query<RunRow>(
    `${RUNS} where r.workspace_id = $1 and ($2::uuid is null or r.workflow_id = $2)
      and ($3::text is null or r.state = $3) and ($4::uuid is null or r.id < $4) order by r.id desc limit $5`,
    [currentWorkspaceId(), workflowId ?? null, state ?? null, cursor ?? null, limit + 1],
  );
  const items = rows.slice(0, limit);
  return { items: items.map(toRunSummary), next: rows.length > limit ? items.at(-1)!.id : null };
}

type StepDbRow = SqlRow<'workflow_steps'> & { state: RunStep['state']; input: Record<string, unknown> };

/** @throws AppError `not_found`. */
export async function getRun(id: string): Promise<Run> {
  const row = await readRunRow(id);
  const steps = await query<StepDbRow>(
    'select * from workflow_steps where run_id = $1 and workspace_id = $2 order by seq',
    [id, currentWorkspaceId()],
  );
  const definition = withHiddenSecrets(await definitionOf(row.workflow_id, row.number)) as Definition;
  const words = await runInWords(
    row,
    definition,
    steps.map((step) => ({
      seq: step.seq,
      stepId: step.step_id,
      kind: step.kind,
      state: step.state,
      input: withoutSecrets(step.input),
      output: step.output ?? null,
      port: step.port,
      error: step.error,
      attempts: step.attempts,
      startedAt: step.started_at,
      finishedAt: step.finished_at,
    })),
  );
  return { ...toRunSummary(row), trigger: { ...row.started_by }, replayOf: row.replay_of, definition, ...words };
}
