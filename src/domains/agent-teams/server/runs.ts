/** Starting, pausing, resuming, stopping, and replaying runs. */
import { AppError } from '../../../kernel/errors.ts';
import { newId } from '../../../kernel/ids.ts';
import {
  asSystem,
  currentUserId,
  currentWorkspaceId,
  insertRow,
  NOW,
  query,
  selectRow,
  transaction,
  updateRows,
} from '../../../server/db/index.ts';
import { cancelAnyJob } from '../../../server/jobs/jobs.ts';
import { packCursor, pageFrom, unpackCursor, UUID } from '../../../server/paging.ts';
import { withdrawIdle } from '../../approvals/index.ts';
import { hasModel } from '../../assistants/index.ts';
import { readRecord } from '../../crm/index.ts';
import type { RunRow, RunState, Subject } from '../contract.ts';
import { publishRuns, readStoredRun, readStoredRuns, toRunRow } from './rows.ts';
import { readTeam } from './teams.ts';
import { wake } from './work.ts';

export const noModel = () =>
  new AppError('unavailable', 'This team needs a language model. Connect one in Settings → Connections.', {
    details: { reason: 'no_model' },
  });

/** @throws AppError `not_found`; `unavailable` when it needs a model; `validation` without its record */
export async function startRun(
  teamId: string,
  { brief, subject }: { brief: string; subject: Subject | null },
): Promise<RunRow> {
  const team = await readTeam(teamId);
  const needsModel = team.agents.some(({ work }) => work.kind === 'think' && work.withoutModel === 'stop');
  if (needsModel && !(await hasModel(currentWorkspaceId()))) throw noModel();
  const record = subject && (await readRecord(subject.type, subject.id));
  if (subject && !record)
    throw new AppError('validation', 'This record is gone. Choose another.', {
      fields: [{ field: 'subject', message: 'This record is gone. Choose another.' }],
    });
  if (!subject && team.agents.some(({ work }) => work.kind === 'look' && work.source === 'record'))
    throw new AppError('validation', 'Choose the record that this run is about.', {
      fields: [{ field: 'subject', message: 'Choose the record that this run is about.' }],
    });
  return insertRun({
    teamId,
    teamName: team.name,
    agents: team.agents,
    limits: team.limits,
    brief,
    recordType: subject?.type ?? null,
    recordId: subject?.id ?? null,
    recordName: typeof record?.name === 'string' ? record.name : '',
    agentId: team.agents[0]!.id,
  });
}

type NewRun = Omit<Parameters<typeof insertRow<'agent_runs'>>[1], 'id' | 'workspaceId' | 'state'>;

async function insertRun(run: NewRun): Promise<RunRow> {
  const id = newId();
  const userId = currentUserId();
  const starter = userId && (await asSystem(() => selectRow('users', ['name'], { id: userId })));
  await transaction(async () => {
    await insertRow('agent_runs', {
      ...run,
      id,
      workspaceId: currentWorkspaceId(),
      startedBy: currentUserId(),
      startedName: starter ? starter.name : '',
      state: 'queued',
    });
    await wake(id);
  });
  return toRunRow(await readStoredRun(id));
}

const NAMES: Record<RunState, string> = {
  queued: 'queued',
  running: 'running',
  waiting: 'waiting for approval',
  paused: 'paused',
  done: 'done',
  failed: 'failed',
  stopped: 'stopped',
};

/** @throws AppError `not_found`, `conflict` in another state */
async function change(id: string, from: readonly RunState[], verb: string, next: () => Promise<void>): Promise<RunRow> {
  const before = await transaction(async () => {
    const run = await readStoredRun(id, 'for update of r');
    if (!from.includes(run.state))
      throw new AppError('conflict', `The run cannot be ${verb}: it is ${NAMES[run.state]}.`);
    await next();
    await publishRuns();
    return run;
  });
  // A call of a model that is under way is broken off at once.
  if (verb !== 'resumed' && before.job_id && (before.state === 'queued' || before.state === 'running'))
    await cancelAnyJob(before.job_id).catch((error: unknown) => {
      if (!(error instanceof AppError)) throw error;
    });
  return toRunRow(await readStoredRun(id));
}

export const pauseRun = (id: string): Promise<RunRow> =>
  change(id, ['queued', 'running', 'waiting'], 'paused', async () => {
    await updateRows('agent_runs', { state: 'paused' }, { id });
  });

export const resumeRun = (id: string): Promise<RunRow> =>
  change(id, ['paused', 'failed'], 'resumed', async () => {
    await updateRows('agent_runs', { startedBy: currentUserId() }, { id });
    await wake(id);
  });

export const stopRun = (id: string): Promise<RunRow> =>
  change(id, ['queued', 'running', 'waiting', 'paused', 'failed'], 'stopped', async () => {
    const waiting = await query<{ approval_id: string }>(
      `update agent_steps set state = 'rejected', error = 'The run was stopped.', ended_at = now()
        where run_id = $1 and state in ('waiting', 'ready') returning approval_id`,
      [id],
    );
    await updateRows(
      'agent_steps',
      { state: 'failed', error: 'The run was stopped.', endedAt: NOW },
      { runId: id, state: 'running' },
    );
    await updateRows('agent_runs', { state: 'stopped', endedAt: NOW }, { id });
    await withdrawIdle(
      waiting.flatMap(({ approval_id: approvalId }) => (approvalId ? [approvalId] : [])),
      'The run was stopped.',
    );
  });

/** @throws AppError `not_found`; `conflict` while it is under way */
export async function replayRun(id: string): Promise<RunRow> {
  const run = await readStoredRun(id);
  if (run.state === 'queued' || run.state === 'running')
    throw new AppError('conflict', 'The run is under way. Replay it when it is over or waits.');
  return insertRun({
    teamId: run.team_id,
    teamName: run.team_name,
    agents: run.agents,
    limits: run.limits,
    brief: run.brief,
    recordType: run.record_type,
    recordId: run.record_id,
    recordName: run.record_name,
    agentId: run.agents[0]!.id,
    replayOf: run.replay_of ?? run.id,
  });
}

export async function listRuns({
  teamId,
  cursor,
  limit,
}: {
  teamId?: string | undefined;
  cursor?: string | undefined;
  limit: number;
}) {
  const [before] = unpackCursor(cursor, UUID) ?? [];
  const page = pageFrom(await readStoredRuns(teamId ?? null, before ?? null, limit + 1), limit, ({ id }) =>
    packCursor(id),
  );
  return { items: page.items.map(toRunRow), next: page.next };
}
