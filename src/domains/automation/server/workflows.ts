/** Workflows as people work on them: drafts, versions, on and off. */
import { AppError } from '../../../kernel/errors.ts';
import type { QueryOf, ResponseOf } from '../../../kernel/endpoint.ts';
import { notFound } from '../../../kernel/errors.ts';
import { newId } from '../../../kernel/ids.ts';
import { audit } from '../../../server/audit/audit.ts';
import {
  countRows,
  currentUserId,
  currentWorkspaceId,
  execute,
  insertRow,
  NEXT_VERSION,
  NOW,
  query,
  sql,
  transaction,
  updateRows,
} from '../../../server/db/index.ts';
import { emit } from '../../../server/events/emit.ts';
import { cronProblem, nextTime } from '../../../server/jobs/schedule.ts';
import { hashToken, open, randomToken, seal, SealError } from '../../../server/secrets/secrets.ts';
import { type Definition, type Draft, Trigger } from '../contract/definition.ts';
import type { Problem, Workflow, WorkflowSummary, workflows } from '../contract/workflows.ts';
import { checkDraft } from '../engine/validate.ts';
import { pathsOf } from '../engine/sample-paths.ts';
import { AUTOMATION } from '../paths.ts';
import { endRuns } from './cancel-runs.ts';
import { eventType } from './events-catalogue.ts';
import { problemsHere } from './workspace-problems.ts';
import { definitionOf, readWorkflowRow, type WorkflowRow } from './rows.ts';
import { type Kept, openSecrets, sealSecrets } from './sealed-headers.ts';
import { upcomingOf } from './upcoming.ts';

let appUrl = '';

/** @param options.appUrl where the product is reached: the addresses of inbound webhooks begin with it */
export function initAutomation(options: { appUrl: string }): void {
  appUrl = options.appUrl;
}

const BLANK: Draft = { trigger: null, steps: [] };
const RECENT = `interval '7 days'`;
const MAX_WORKFLOWS = 1_000;

type SummaryRow = WorkflowRow & { succeeded: number; failed: number; active: number; last_run_at: string | null };

const counted = (where: string) =>
  `(select count(*)::int from
    (select 1 from workflow_runs r where r.workflow_id = w.id and r.created_at > now() - ${RECENT} and ${where}
    limit 10000) x)`;
const SELECT = `select w.*, ${counted(`r.state = 'succeeded'`)} as succeeded,
  ${counted(`r.state = 'failed'`)} as failed, ${counted(`r.state in ('queued', 'running', 'waiting')`)} as active,
    (select max(r.created_at) from
      (select created_at from workflow_runs where workflow_id = w.id order by id desc limit 1) r) as last_run_at
  from workflows w where w.workspace_id = $1 and w.deleted_at is null`;

function toSummary(row: SummaryRow): WorkflowSummary {
  return {
    id: row.id,
    version: row.version,
    name: row.name,
    description: row.description,
    state: row.state,
    pausedReason: row.paused_reason,
    published: row.published,
    triggerKind: row.trigger_kind,
    nextAt: row.state === 'on' ? row.next_at : null,
    blocked: row.blocked,
    recent: { succeeded: row.succeeded, failed: row.failed, active: row.active },
    lastRunAt: row.last_run_at,
    updatedAt: row.updated_at,
  };
}

export async function listWorkflows({
  search,
  cursor,
  limit,
}: QueryOf<typeof workflows.list>): Promise<ResponseOf<typeof workflows.list>> {
  const [name, id] = unpack(cursor);
  const rows = await query<SummaryRow>(
    `${SELECT} and ($2::text is null or position(lower($2) in lower(w.name)) > 0)
      and ($3::text is null or (lower(w.name), w.id) > ($3, $4::uuid)) order by lower(w.name), w.id limit $5`,
    [currentWorkspaceId(), search || null, name, id, limit + 1],
  );
  const items = rows.slice(0, limit);
  const last = items.at(-1);
  return {
    items: items.map(toSummary),
    next:
      rows.length > limit && last
        ? Buffer.from(JSON.stringify([last.name.toLowerCase(), last.id])).toString('base64url')
        : null,
  };
}

function unpack(cursor: string | undefined): [string | null, string | null] {
  if (cursor === undefined) return [null, null];
  try {
    const [name, id] = JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8')) as unknown[];
    if (typeof name === 'string' && typeof id === 'string' && /^[0-9a-f-]{36}$/.test(id)) return [name, id];
  } catch {
    // Refused below like everything else that does not fit.
  }
  throw new AppError('bad_request', 'This page cursor is not valid for this list. Start from the first page.', {
    field: 'cursor',
  });
}

export async function getWorkflow(id: string): Promise<Workflow> {
  const [row] = await query<SummaryRow>(`${SELECT} and w.id = $2`, [currentWorkspaceId(), id]);
  if (!row) throw notFound('The workflow');
  const { draft, definition, problems } = await checkKept(row.draft);
  const running =
    row.published === null ? undefined : openSecrets(keptAs(await definitionOf(row.id, row.published))).value;
  // Both opened, for two sealings of one secret differ, and both parsed: the database does not keep the order of keys.
  const changed =
    !definition || !running || JSON.stringify(definition) !== JSON.stringify(checkDraft(running).definition);
  return {
    ...toSummary(row),
    draft,
    problems,
    changed,
    runsPerMinute: row.runs_per_minute,
    upcoming: await upcomingOf(draft),
    hookFields: row.hook_sealed ? await lastCalls(row.id) : [],
    ...hookOf(row),
  };
}

/** The secret address. After the key of the installation was changed it works still, but no one can read it. */
function hookOf({ id, hook_sealed: sealed }: WorkflowRow): Pick<Workflow, 'hookUrl' | 'hookUnreadable'> {
  try {
    return {
      hookUrl: sealed === null ? null : `${appUrl}/api/hooks/${open(sealed, `workflow-hook:${id}`)}`,
      hookUnreadable: false,
    };
  } catch (error) {
    if (!(error instanceof SealError)) throw error;
    return { hookUrl: null, hookUnreadable: true };
  }
}

const LAST_CALLS = 5;

async function lastCalls(id: string): Promise<Workflow['hookFields']> {
  const rows = await query<{ data: unknown }>(
    `select started_by->'data' as data from workflow_runs where workflow_id = $1 and started_by->>'kind' = 'hook'
      order by id desc limit ${LAST_CALLS}`,
    [id],
  );
  return pathsOf(rows.map(({ data }) => data));
}

const keptAs = <T>(sealed: T) => sealed as unknown as Kept<T>;

/**
 * A draft as it is kept, opened, with its definition or what is wrong with it: also secrets that cannot be opened any
 * more.
 */
export async function checkKept(
  kept: Kept<Draft>,
): Promise<{ draft: Draft; definition?: Definition; problems: Problem[] }> {
  const { value: draft, lost } = openSecrets(kept);
  const { definition, problems } = await checkWhole(draft);
  if (lost.length === 0) return { draft, problems, ...(definition && { definition }) };
  return {
    draft,
    problems: [
      ...lost,
      ...problems.filter(({ stepId, field }) => !lost.some((one) => one.stepId === stepId && one.field === field)),
    ],
  };
}

/** The definition of a draft, or what is wrong with it: its shape, its variables, and what the server knows. */
export async function checkWhole(draft: unknown): Promise<{ definition?: Definition; problems: Problem[] }> {
  const { definition, problems } = checkDraft(draft);
  if (!definition) {
    // A schedule that cannot be read is told at once, not when the first step is there.
    const begun = Trigger.safeParse((draft as Partial<Draft> | null)?.trigger);
    const trouble = begun.success && triggerProblem(begun.data);
    return { problems: trouble ? [...problems, trouble] : problems };
  }
  const trouble = triggerProblem(definition.trigger);
  const found = trouble ? [trouble] : await problemsHere(definition);
  return found.length > 0 ? { problems: found } : { definition, problems: [] };
}

function triggerProblem(trigger: Trigger): Problem | undefined {
  if (trigger.kind === 'schedule') {
    const message = cronProblem(trigger.cron, trigger.zone);
    return message === undefined ? undefined : { field: 'trigger.cron', message };
  }
  if (trigger.kind !== 'event') return undefined;
  const unknown = trigger.types.find((type) => !eventType(type));
  if (unknown) return { field: 'trigger.types', message: `The event “${unknown}” does not exist.` };
  const records = new Set(trigger.types.map((type) => eventType(type)!.record));
  return records.size > 1 ? { field: 'trigger.types', message: 'Choose events of one record type.' } : undefined;
}

export function createWorkflow(name: string, draft: Draft = BLANK): Promise<Workflow> {
  return transaction(async () => {
    const count = await countRows('workflows', { workspaceId: currentWorkspaceId(), deletedAt: null });
    if (count >= MAX_WORKFLOWS)
      throw new AppError(
        'conflict',
        `You have reached the limit of ${MAX_WORKFLOWS} workflows. Delete one to add another.`,
      );
    const id = newId();
    await insertRow('workflows', {
      id,
      workspaceId: currentWorkspaceId(),
      name,
      draft: await sealSecrets(draft),
      createdBy: currentUserId(),
      updatedBy: currentUserId(),
    });
    await ensureHook(id, draft);
    await changed('created', id);
    return getWorkflow(id);
  });
}

async function changed(what: string, id: string, details: Record<string, unknown> = {}): Promise<void> {
  await audit({ action: `workflow.${what}`, subject: { type: 'workflow', id }, details });
  await emit({ type: `workflow.${what}`, subject: { type: 'workflow', id }, paths: [AUTOMATION.workflows] });
}

/** Locks a workflow of this version. @throws AppError `stale`. */
async function lockVersion(id: string, version: number): Promise<WorkflowRow> {
  const row = await readWorkflowRow(id, true);
  if (row.version !== version)
    throw new AppError('stale', 'Someone else changed this workflow in the meantime. Your changes were not saved.', {
      details: { current: await getWorkflow(id) },
    });
  return row;
}

interface Change {
  version: number;
  name?: string | undefined;
  description?: string | undefined;
  draft?: Draft | undefined;
  runsPerMinute?: number | undefined;
}

export function updateWorkflow(id: string, { version, ...change }: Change): Promise<Workflow> {
  return transaction(async () => {
    const row = await lockVersion(id, version);
    await updateRows(
      'workflows',
      {
        name: change.name ?? row.name,
        description: change.description ?? row.description,
        draft: change.draft ? await sealSecrets(change.draft) : row.draft,
        runsPerMinute: change.runsPerMinute ?? row.runs_per_minute,
        version: NEXT_VERSION,
        updatedBy: currentUserId(),
        updatedAt: NOW,
      },
      { id, workspaceId: currentWorkspaceId() },
    );
    if (change.draft) await ensureHook(id, change.draft);
    await emit({ type: 'workflow.updated', subject: { type: 'workflow', id }, paths: [AUTOMATION.workflows] });
    return getWorkflow(id);
  });
}

/** A workflow that waits for calls has an address from the moment on that someone draws it so. */
async function ensureHook(id: string, { trigger }: Draft): Promise<void> {
  if (trigger?.kind === 'hook') await setHook(id, 'and hook_hash is null');
}

async function setHook(id: string, condition = ''): Promise<void> {
  const token = randomToken();
  await execute(
    `update workflows set hook_hash = $3, hook_sealed = $4 where id = $1 and workspace_id = $2 ${condition}`,
    [id, currentWorkspaceId(), hashToken(token), seal(token, `workflow-hook:${id}`)],
  );
}

export function renewHook(id: string): Promise<Workflow> {
  return transaction(async () => {
    await readWorkflowRow(id, true);
    await setHook(id);
    await changed('hook_renewed', id);
    return getWorkflow(id);
  });
}

/**
 * Makes the draft the version that runs, and switches it on.
 * @throws AppError `validation` with everything that is wrong with it.
 */
export function publishWorkflow(id: string, version: number, note: string): Promise<Workflow> {
  return transaction(async () => {
    const row = await lockVersion(id, version);
    const { draft, definition, problems } = await checkKept(row.draft);
    if (!definition) {
      throw new AppError('validation', problems[0] ? inStep(draft, problems[0]) : 'The workflow is not complete.', {
        fields: problems
          .slice(0, 50)
          .map(({ stepId, field, message }) => ({
            field: [stepId && `step ${stepId}`, field].filter(Boolean).join('.'),
            message,
          })),
      });
    }
    const [last] = await query<{ number: number }>(
      'select coalesce(max(number), 0)::int as number from workflow_versions where workflow_id = $1',
      [id],
    );
    const number = last!.number + 1;
    const sealed = JSON.stringify(await sealSecrets(definition));
    await query(
      'insert into workflow_versions (workspace_id, workflow_id, number, definition, note, published_by) values ($1, $2, $3, $4, $5, $6)',
      [currentWorkspaceId(), id, number, sealed, note, currentUserId()],
    );
    await execute(
      `update workflows set published = $3, trigger_kind = $4, trigger_types = $5, next_at = $6, state = 'on',
        paused_reason = null, draft = $7, version = version + 1, updated_by = $8, updated_at = now()
       where id = $1 and workspace_id = $2`,
      [
        id,
        currentWorkspaceId(),
        number,
        definition.trigger.kind,
        definition.trigger.kind === 'event' ? definition.trigger.types : [],
        nextRun(definition.trigger),
        sealed,
        currentUserId(),
      ],
    );
    await changed('published', id, { number });
    return getWorkflow(id);
  });
}

/** A problem with the step that it is in, as far as it is in one. */
export function inStep(draft: Draft, { stepId, message }: Problem): string {
  const steps = stepsOf(draft.steps);
  const at = steps.findIndex(({ id }) => id === stepId);
  if (at < 0) return message;
  const { name } = steps[at]!;
  return `Step ${at + 1}${typeof name === 'string' && name !== '' ? ` (“${name}”)` : ''}: ${message}`;
}

/** Every step of a draft in the order in which one reads them, however incomplete it is. */
function stepsOf(list: unknown): { id: unknown; name?: unknown }[] {
  if (!Array.isArray(list)) return [];
  return list.flatMap(
    (step: Partial<Record<'id' | 'name' | 'paths' | 'otherwise' | 'approved' | 'rejected', unknown>>) => {
      const ways = Array.isArray(step.paths) ? step.paths.map((path: { steps?: unknown }) => path.steps) : [];
      return [
        { id: step.id, name: step.name },
        ...[...ways, step.otherwise, step.approved, step.rejected].flatMap(stepsOf),
      ];
    },
  );
}

function nextRun(trigger: Trigger): string | null {
  return trigger.kind === 'schedule' ? nextTime(trigger, new Date()).toISOString() : null;
}

export function setWorkflowState(id: string, version: number, on: boolean): Promise<Workflow> {
  return transaction(async () => {
    const row = await lockVersion(id, version);
    if (on && row.published === null) throw new AppError('conflict', 'Publish the workflow first.');
    // Runs missed while it was off are not made up.
    const next = on && row.published !== null ? nextRun((await definitionOf(id, row.published)).trigger) : row.next_at;
    await updateRows(
      'workflows',
      {
        state: on ? 'on' : 'off',
        pausedReason: null,
        nextAt: next,
        arrivalAt: null,
        version: NEXT_VERSION,
        updatedBy: currentUserId(),
        updatedAt: NOW,
      },
      { id, workspaceId: currentWorkspaceId() },
    );
    await changed(on ? 'switched_on' : 'switched_off', id);
    return getWorkflow(id);
  });
}

export function removeWorkflow(id: string): Promise<void> {
  return transaction(async () => {
    await readWorkflowRow(id, true);
    await updateRows(
      'workflows',
      { deletedAt: NOW, state: 'off', version: NEXT_VERSION },
      { id, workspaceId: currentWorkspaceId() },
    );
    await endRuns('r.workflow_id = $2', id, 'The workflow was deleted.');
    await changed('deleted', id);
  });
}

export function restoreWorkflow(id: string): Promise<Workflow> {
  return transaction(async () => {
    const restored = await updateRows(
      'workflows',
      { deletedAt: null, version: NEXT_VERSION },
      { id, workspaceId: currentWorkspaceId(), deletedAt: sql`is not null` },
    );
    if (restored === 0) throw notFound('The workflow');
    await changed('restored', id);
    return getWorkflow(id);
  });
}

export async function listVersions(id: string): Promise<ResponseOf<typeof workflows.versions>> {
  await readWorkflowRow(id);
  const rows = await query<{
    number: number;
    note: string;
    published_at: string;
    published_by: string | null;
    name: string | null;
    definition: Kept<Definition>;
  }>(
    `select v.number, v.note, v.published_at, v.published_by, p.name, v.definition from workflow_versions v
      left join workspace_people p on p.id = v.published_by
     where v.workflow_id = $1 and v.workspace_id = $2 order by v.number desc limit 100`,
    [id, currentWorkspaceId()],
  );
  return {
    items: rows.map((row) => ({
      number: row.number,
      note: row.note,
      publishedAt: row.published_at,
      definition: openSecrets(row.definition).value,
      publishedBy: row.published_by === null ? null : { id: row.published_by, name: row.name ?? 'Former member' },
    })),
  };
}
