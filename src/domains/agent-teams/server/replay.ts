/** Replays of runs: the same way through the graph with the answers that were recorded. */
import { AppError } from '../../../kernel/errors.ts';
import { currentWorkspaceId, execute, selectRow } from '../../../server/db/index.ts';

/**
 * The agent's answer at that step of the recorded run.
 * @throws AppError `conflict` if the replay takes another path or the recording ends
 */
export async function recordedAnswer(
  runId: string,
  position: number,
  agentId: string,
): Promise<{ text: string; handTo: string | null; acts: [] }> {
  const step = await selectRow('agent_steps', ['agentId', 'output', 'state', 'error'], {
    runId,
    position,
    kind: 'work',
  });
  if (step?.agentId !== agentId)
    throw new AppError('conflict', `The recording has no answer of this agent at step ${position}.`);
  const output = step.output as { text: string; handTo: string | null } | null;
  if (step.state === 'failed' || !output)
    throw new AppError('conflict', step.error || `The recording ends at step ${position}.`);
  return { ...output, acts: [] };
}

/** Acts that followed the step, with how they ended; nothing is written to records. */
export async function copyRecordedActs(runId: string, recordedId: string, position: number): Promise<void> {
  await execute(
    `insert into agent_steps (id, workspace_id, run_id, position, agent_id, kind, title, state, input, output, error,
       record_type, record_id, record_name, ended_at)
     select gen_random_uuid(), $4, $1, position, agent_id, 'act', title,
       case when state in ('waiting', 'ready') then 'rejected' else state end, input, output,
       case when state in ('waiting', 'ready') then 'Was not decided in the recording.' else error end,
       record_type, record_id, record_name, now()
     from agent_steps where run_id = $2 and kind = 'act' and position > $3 and position < coalesce(
       (select min(position) from agent_steps where run_id = $2 and kind = 'work' and position > $3), 1000000)`,
    [runId, recordedId, position, currentWorkspaceId()],
  );
}
