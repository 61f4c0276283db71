/** Workflows and runs as rows, and as they are shown. */
import { notFound } from '../../../kernel/errors.ts';
import { currentWorkspaceId, query, type SqlRow } from '../../../server/db/index.ts';
import type { Definition, Draft } from '../contract/definition.ts';
import type { RunState, RunSummary, WorkflowState } from '../contract/workflows.ts';
import type { Kept } from './sealed-headers.ts';

export type WorkflowRow = SqlRow<'workflows'> & { state: WorkflowState; draft: Kept<Draft> };

/** The trigger's data, which steps read under `trigger`. */
export interface TriggerData {
  kind: 'event' | 'schedule' | 'hook' | 'manual';
  type?: string;
  /** ISO instant. */
  at: string;
  actorId?: string | null;
  eventId?: number;
  changed?: string[];
  data: Record<string, unknown>;
}

export type RunRow = SqlRow<'workflow_runs'> & {
  state: RunState;
  started_by: TriggerData;
  outputs: Record<string, unknown>;
  workflow_name: string;
};

export const RUNS = `select r.*, w.name as workflow_name from workflow_runs r join workflows w on w.id = r.workflow_id`;

export function toRunSummary(row: RunRow): RunSummary {
  return {
    id: row.id,
    workflow: { id: row.workflow_id, name: row.workflow_name },
    number: row.number,
    state: row.state,
    startedBy: {
      kind: row.replay_of ? 'replay' : row.started_by.kind,
      at: row.started_by.at,
      ...(row.started_by.type && { type: row.started_by.type }),
    },
    subject: row.subject_type && row.subject_id ? { type: row.subject_type, id: row.subject_id } : null,
    title: titleOf(row),
    stepId: row.step_id,
    stepsDone: row.steps_done,
    wakeAt: row.state === 'waiting' || row.state === 'queued' ? row.wake_at : null,
    approvalId: row.approval_id,
    error: row.error,
    createdAt: row.created_at,
    finishedAt: row.finished_at,
  };
}

function titleOf({ started_by: { data } }: RunRow): string {
  const name = data['recordName'];
  return typeof name === 'string' ? name : '';
}

/** @throws AppError `not_found`, also for another workspace's and for deleted ones. */
export async function readWorkflowRow(id: string, lock = false): Promise<WorkflowRow> {
  const [row] = await query<WorkflowRow>(
    `select * from workflows where id = $1 and workspace_id = $2 and deleted_at is null ${lock ? 'for update' : ''}`,
    [id, currentWorkspaceId()],
  );
  if (!row) throw notFound('The workflow');
  return row;
}

/** @throws AppError `not_found`. */
export async function readRunRow(id: string): Promise<RunRow> {
  const [row] = await query<RunRow>(`${RUNS} where r.id = $1 and r.workspace_id = $2`, [id, currentWorkspaceId()]);
  if (!row) throw notFound('The run');
  return row;
}

const definitions = new Map<string, Definition>();
const KEPT = 200;

/**
 * A version's definition. Versions never change, so they are cached. Secrets of calls stay encrypted until the call.
 */
export async function definitionOf(workflowId: string, number: number): Promise<Definition> {
  const key = `${workflowId} ${number}`;
  let definition = definitions.get(key);
  if (!definition) {
    const [row] = await query<{ definition: Definition }>(
      'select definition from workflow_versions where workflow_id = $1 and number = $2 and workspace_id = $3',
      [workflowId, number, currentWorkspaceId()],
    );
    if (!row) throw notFound('The version');
    ({ definition } = row);
    if (definitions.size >= KEPT) definitions.clear();
    definitions.set(key, definition);
  }
  return definition;
}
