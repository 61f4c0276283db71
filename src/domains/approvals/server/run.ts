/** Running what was approved: exactly once, whatever happens to the server meanwhile. */
import * as z from 'zod';
import { AppError } from '../../../kernel/errors.ts';
import {
  asSystem,
  currentWorkspaceId,
  inWorkspace,
  NEXT_VERSION,
  query,
  savepoint,
  sql,
  transaction,
  updateRows,
} from '../../../server/db/index.ts';
import { withCause } from '../../../server/events/cause.ts';
import { emit } from '../../../server/events/emit.ts';
import { type JobContext, defineJob } from '../../../server/jobs/define.ts';
import { enqueue } from '../../../server/jobs/jobs.ts';
import { log } from '../../../server/observability/log.ts';
import type { ApprovalState } from '../contract.ts';
import { APPROVALS } from '../paths.ts';
import { type ApprovalKind, findKind } from './kinds.ts';
import { type ApprovalRow, lockApproval, readApproval } from './rows.ts';

const MAX_TRIES = 4;
const DAY = 86_400;

export const runJob = defineJob({
  name: 'approvals.run',
  title: 'Running an approved action',
  payload: z.object({
    approvalId: z.uuid(),
    /**
     * The version that was approved. One that was taken back and approved again waits for its own time, not for that of
     * the first.
     */
    version: z.number().int().optional(),
  }),
  retry: { limit: MAX_TRIES, backoff: 10 },
  concurrency: 2,
  handler: runApproval,
  async ended({ approvalId }, { error }) {
    const row = await lockApproval(approvalId);
    const under = row.state === 'running' && findKind(row.kind)?.effect === 'once';
    if (row.state === 'approved' || row.state === 'running')
      await close(row, under ? 'uncertain' : 'failed', {
        error: under ? `${error} The action may have run. Check before you retry it.` : error,
      });
  },
});

/**
 * Lets an approved act run after the given seconds; in the ambient transaction. No one's job in particular: it shows in
 * no one's tray.
 */
export async function scheduleRun(approvalId: string, delaySeconds: number): Promise<void> {
  const { version } = await readApproval(approvalId);
  await inWorkspace(currentWorkspaceId(), null, () => enqueue(runJob, { approvalId, version }, { delaySeconds }));
}

async function runApproval({
  payload: { approvalId, version },
  signal,
}: JobContext<{ approvalId: string; version?: number | undefined }, never>): Promise<void> {
  const begun = await transaction(() => begin(approvalId, version, signal));
  if (!begun) return;
  const { row, kind } = begun;
  let result: unknown;
  try {
    result = await asDecider(
      row,
      () => kind.execute(kind.content.parse(row.content), { approvalId, signal }) as Promise<unknown>,
    );
  } catch (error) {
    // A stop in the middle says nothing of what the other side has done: the next run finds it `running`.
    if (signal.aborted) throw error;
    await afterFailure(row, error);
    return;
  }
  await transaction(async () => {
    // Taken over meanwhile: its end is someone else's to write.
    const present = await lockApproval(approvalId);
    if (present.state === 'running' && present.attempts === row.attempts) await finish(row, kind, result);
  });
}

/** @returns what has to be done outside of a transaction; undefined when there is nothing to do any more. */
async function begin(
  approvalId: string,
  version: number | undefined,
  signal: AbortSignal,
): Promise<{ row: ApprovalRow; kind: ApprovalKind } | undefined> {
  const row = await lockApproval(approvalId);
  const kind = findKind(row.kind);
  if (row.state !== 'approved' && row.state !== 'running') return undefined;
  if (row.state === 'approved' && row.attempts === 0 && version !== undefined && version !== row.version)
    return undefined;
  if (row.state === 'approved' && (await isArchived())) {
    await putBack(row);
    return undefined;
  }
  if (!kind) {
    await close(row, 'failed', { error: 'This type of action is no longer supported.' });
    return undefined;
  }
  if (row.state === 'running' && kind.effect === 'once') {
    await close(row, 'uncertain', {
      error: 'The server stopped while the action was running. It may have run. Check before you retry it.',
    });
    return undefined;
  }
  if (kind.effect === 'inside') {
    await runInside(row, kind, signal);
    return undefined;
  }
  await updateRows(
    'approvals',
    { state: 'running', attempts: sql`attempts + 1`, version: NEXT_VERSION },
    { id: row.id, workspaceId: currentWorkspaceId() },
  );
  await emit({ type: 'approval.started', subject: { type: 'approval', id: row.id }, paths: [APPROVALS.list] });
  return { row: { ...row, attempts: row.attempts + 1 }, kind };
}

async function isArchived(): Promise<boolean> {
  const workspaceId = currentWorkspaceId();
  return asSystem(
    async () =>
      (await query('select 1 from workspaces where id = $1 and archived_at is not null', [workspaceId])).length > 0,
  );
}

/** Nothing runs in an archived workspace. Should it come back, perhaps after months, a person decides again. */
async function putBack(row: ApprovalRow): Promise<void> {
  await updateRows(
    'approvals',
    { state: 'pending', decidedBy: null, decidedAt: null, ruleId: null, error: null, version: NEXT_VERSION },
    { id: row.id, workspaceId: currentWorkspaceId() },
  );
  await emit({ type: 'approval.reopened', subject: { type: 'approval', id: row.id }, paths: [APPROVALS.list] });
}

/** The act and the note that it ran are one transaction. */
async function runInside(row: ApprovalRow, kind: ApprovalKind, signal: AbortSignal): Promise<void> {
  try {
    const result = await savepoint(() =>
      asDecider(
        row,
        () => kind.execute(kind.content.parse(row.content), { approvalId: row.id, signal }) as Promise<unknown>,
      ),
    );
    await finish(row, kind, result);
  } catch (error) {
    if (signal.aborted) throw error;
    await close(row, 'failed', { error: messageOf(error) });
  }
}

function asDecider<T>(row: ApprovalRow, fn: () => T): T {
  return inWorkspace(currentWorkspaceId(), row.decided_by, () => withCause(row.cause, fn));
}

async function finish(row: ApprovalRow, kind: ApprovalKind, result: unknown): Promise<void> {
  const undoUntil = kind.undo ? new Date(Date.now() + (kind.undoFor ?? DAY) * 1000).toISOString() : null;
  await close(row, 'done', { result: result ?? null, undoUntil });
}

async function afterFailure(row: ApprovalRow, error: unknown): Promise<void> {
  const hopeless = error instanceof AppError && error.status < 500 && error.code !== 'rate_limited';
  if (hopeless || row.attempts >= MAX_TRIES) {
    await transaction(() => close(row, 'failed', { error: messageOf(error) }));
    return;
  }
  await updateRows(
    'approvals',
    { state: 'approved', error: messageOf(error), version: NEXT_VERSION },
    { id: row.id, workspaceId: currentWorkspaceId(), state: 'running' },
  );
  throw error;
}

/** Writes down how it ended, and says so to whoever asked for it. */
export async function close(
  row: Pick<ApprovalRow, 'id' | 'kind' | 'origin'>,
  state: ApprovalState,
  how: { error?: string; result?: unknown; undoUntil?: string | null } = {},
): Promise<void> {
  await query(
    `update approvals set state = $3, error = $4, result = coalesce($5::jsonb, result), undo_until = $6,
      version = version + 1 where id = $1 and workspace_id = $2`,
    [
      row.id,
      currentWorkspaceId(),
      state,
      how.error ?? null,
      how.result === undefined ? null : JSON.stringify(how.result),
      how.undoUntil ?? null,
    ],
  );
  await emit({
    type: 'approval.closed',
    subject: { type: 'approval', id: row.id },
    paths: [APPROVALS.list],
    data: {
      outcome: state,
      kind: row.kind,
      ...(row.origin && { origin: row.origin }),
      ...(how.error && { error: how.error }),
    },
  });
}

function messageOf(error: unknown): string {
  if (error instanceof AppError) return error.message;
  log().error({ err: error }, 'an approved action failed');
  return 'Something went wrong on our end.';
}
