/** Acts as steps of a run: written down first, then approved or made. */
import { AppError } from '../../../kernel/errors.ts';
import { newId } from '../../../kernel/ids.ts';
import { currentWorkspaceId, insertRow, NOW, query, savepoint, sql, updateRows } from '../../../server/db/index.ts';
import { requestApproval, settledOutcome } from '../../approvals/index.ts';
import type { Agent } from '../contract.ts';
import { type Act, actKind, draftKind, makeCall, type Written } from './acts.ts';
import { type StoredRun, type StoredStep, subjectOf } from './rows.ts';

/**
 * Writes acts down, and asks for approval where the agent has to. In the transaction that ends its turn.
 * @returns why the run cannot make them
 */
export async function queueActs(run: StoredRun, agent: Agent, acts: readonly Act[]): Promise<string | undefined> {
  if (acts.length === 0) return undefined;
  if (run.steps + acts.length > run.limits.steps)
    return `Stopped: ${agent.name} wants ${acts.length} changes, which is over the limit of ${run.limits.steps} steps.`;
  const [last] = await query<{ position: number }>(
    'select coalesce(max(position), 0)::int as position from agent_steps where run_id = $1',
    [run.id],
  );
  for (const [index, act] of acts.entries()) {
    const id = newId();
    const approvalId = agent.asks ? await askFor(run, agent, act, id) : null;
    await insertRow('agent_steps', {
      id,
      workspaceId: currentWorkspaceId(),
      runId: run.id,
      position: last!.position + index + 1,
      agentId: agent.id,
      kind: 'act',
      title: act.title.slice(0, 300),
      state: agent.asks ? 'waiting' : 'ready',
      input: { call: act.call, lines: act.lines },
      approvalId,
    });
  }
  await updateRows('agent_runs', { steps: sql`steps + ${acts.length}` }, { id: run.id });
  return undefined;
}

async function askFor(run: StoredRun, agent: Agent, act: Act, stepId: string): Promise<string> {
  const subject = subjectOf(run);
  const request = {
    title: act.title,
    why: `${agent.name} in the team “${run.team_name}”`,
    origin: { type: 'agent_run', id: run.id, label: run.team_name },
    key: `agent-step:${stepId}`,
    ...(subject && { subject }),
  };
  const { id } = act.mail
    ? await requestApproval(draftKind, { ...request, content: { ...act.mail, agent: agent.name, record: subject } })
    : await requestApproval(actKind, {
        ...request,
        content: {
          agent: agent.name,
          act: act.title,
          details: act.lines
            .map(({ label, before, value }) => `${label}: ${before ? `${before} → ` : ''}${value}`)
            .join('\n'),
          call: act.call,
        },
      });
  return id;
}

/**
 * Makes the next act that needs no one, or takes in what was decided; in the ambient transaction.
 * @returns `made` when there may be more to do, `waiting` while someone has to decide
 */
export async function goOnWithActs(steps: readonly StoredStep[]): Promise<'made' | 'waiting' | 'none'> {
  const ready = steps.find(({ state }) => state === 'ready');
  if (ready) {
    await makeAct(ready);
    return 'made';
  }
  let isWaiting = false;
  for (const step of steps) {
    if (step.state !== 'waiting') continue;
    if (!(await takeDecision(step))) isWaiting = true;
  }
  return isWaiting ? 'waiting' : 'none';
}

async function makeAct({ id, input }: StoredStep): Promise<void> {
  try {
    await endAct(id, 'done', await savepoint(() => makeCall(input.call!)));
  } catch (error) {
    if (!(error instanceof AppError) || error.code === 'unavailable') throw error;
    await endAct(id, 'failed', null, error.message);
  }
}

/** @returns whether it is decided */
async function takeDecision({ id, approval_id: approvalId }: StoredStep): Promise<boolean> {
  if (approvalId === null) {
    await endAct(id, 'rejected', null, 'The request is gone.');
    return true;
  }
  const { state, result, reason, error } = await settledOutcome(approvalId);
  if (state === 'pending' || state === 'approved' || state === 'running') return false;
  if (state === 'done') await endAct(id, 'done', result as Written | null);
  else if (state === 'failed' || state === 'uncertain') await endAct(id, 'failed', null, error ?? 'It failed.');
  else await endAct(id, 'rejected', null, reason || (state === 'expired' ? 'Nobody decided in time.' : ''));
  return true;
}

async function endAct(
  id: string,
  state: 'done' | 'failed' | 'rejected',
  written: Written | null,
  error = '',
): Promise<void> {
  await updateRows(
    'agent_steps',
    {
      state,
      error,
      endedAt: NOW,
      ...(written && {
        recordType: written.type,
        recordId: written.id,
        recordName: written.name,
        output: { path: written.path },
      }),
    },
    { id },
  );
}
