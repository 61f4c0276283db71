/** Where templates were stamped, and what became of it: asking for it, looking at it, taking it back. */
import { AppError, notFound } from '../../../kernel/errors.ts';
import type { BodyOf, QueryOf, ResponseOf } from '../../../kernel/endpoint.ts';
import { newId } from '../../../kernel/ids.ts';
import { audit } from '../../../server/audit/audit.ts';
import {
  asSystem,
  currentUserId,
  currentWorkspaceId,
  execute,
  inWorkspace,
  query,
  selectRow,
  sql,
  transaction,
  updateRows,
} from '../../../server/db/index.ts';
import { emit } from '../../../server/events/emit.ts';
import { enqueue } from '../../../server/jobs/jobs.ts';
import type { Caller } from '../../../server/http/caller.ts';
import { type Part, PARTS, type TemplateContent } from '../contract/content.ts';
import type { Install, installs, InstallState, InstallSummary, PlanState, Stamp } from '../contract/installs.ts';
import { TEMPLATES } from '../paths.ts';
import { startOnboarding } from './onboarding/start.ts';
import { madeBefore, placeOf } from './parts/index.ts';
import { planOf } from './plan.ts';
import { lockWorkspace, stampJob } from './stamp-job.ts';
import { atHome, getTemplate } from './store.ts';
import { requireTarget, tellHome } from './targets.ts';
import { undoItems, undoJob } from './undo-job.ts';

const NOUN = 'The installation';

interface Row {
  id: string;
  workspace_id: string;
  workspace_name: string;
  own: boolean;
  template_ref: string;
  template_name: string;
  number: number;
  state: InstallState;
  act: 'apply' | 'undo';
  parts: Part[];
  done_parts: Part[];
  error: string | null;
  created_by: string | null;
  created_at: string;
  finished_at: string | null;
  made: number;
  present: number;
  failed: number;
  removed: number;
  kept: number;
}

const COUNT = (state: string) =>
  `(select count(*)::int from template_stamps s where s.install_id = i.id and s.state = '${state}') as ${state}`;
const SELECT = `select i.id, i.workspace_id, w.name as workspace_name, w.kind = 'operations' as own, i.template_ref,
  i.template_name, i.number, i.state, i.act, i.parts, i.done_parts, i.error,
    u.name as created_by, i.created_at, i.finished_at,
      ${['made', 'present', 'failed', 'removed', 'kept'].map(COUNT).join(', ')}
  from template_installs i join workspaces w on w.id = i.workspace_id left join users u on u.id = i.created_by
    where w.archived_at is null`;

function toSummary(row: Row): InstallSummary {
  return {
    id: row.id,
    workspaceId: row.workspace_id,
    workspaceName: row.workspace_name,
    own: row.own,
    templateRef: row.template_ref,
    templateName: row.template_name,
    number: row.number,
    state: row.state,
    parts: PARTS.filter((part) => row.parts.includes(part)),
    done: row.done_parts.length,
    of: row.parts.length,
    made: row.made,
    present: row.present,
    failed: row.failed,
    removed: row.removed,
    kept: row.kept,
    error: row.error,
    createdBy: row.created_by,
    createdAt: row.created_at,
    finishedAt: row.finished_at,
  };
}

export function listInstalls({
  workspaceId,
  ref,
  cursor,
  limit,
}: QueryOf<typeof installs.list>): Promise<ResponseOf<typeof installs.list>> {
  return asSystem(async () => {
    const rows = await query<Row>(
      `${SELECT} and ($1::uuid is null or i.workspace_id = $1) and ($2::text is null or i.template_ref = $2)
        and ($3::uuid is null or i.id < $3) order by i.id desc limit $4`,
      [workspaceId ?? null, ref ?? null, cursor ?? null, limit + 1],
    );
    const shown = rows.slice(0, limit);
    return { items: shown.map(toSummary), next: rows.length > limit ? shown.at(-1)!.id : null };
  });
}

async function readRow(id: string): Promise<Row> {
  const [row] = await query<Row>(`${SELECT} and i.id = $1`, [id]);
  if (!row) throw notFound(NOUN);
  return row;
}

/** @throws AppError `not_found` */
export function getInstall(id: string): Promise<Install> {
  return asSystem(async () => {
    const row = await readRow(id);
    const stamps = await query<Stamp>(
      'select part, key, label, state, note from template_stamps where install_id = $1 order by id',
      [id],
    );
    return {
      ...toSummary(row),
      stamps: stamps.sort((one, other) => PARTS.indexOf(one.part) - PARTS.indexOf(other.part)),
    };
  });
}

async function livingInstall(ref: string): Promise<{ id: string; state: InstallState; parts: Part[] } | undefined> {
  const row = await selectRow('template_installs', ['id', 'state', 'parts'], {
    workspaceId: currentWorkspaceId(),
    templateRef: ref,
    state: sql`<> 'undone'`,
  });
  return row && { ...row, parts: row.parts as Part[] };
}

const partsIn = (content: TemplateContent, chosen: readonly Part[]) =>
  PARTS.filter(
    (part) =>
      chosen.includes(part) &&
      (part === 'examples'
        ? Object.values(content.examples).some((list) => list.length > 0)
        : content[part].length > 0),
  );

/** Preview of applying a template. */
export async function preview(
  caller: Caller,
  ref: string,
  { workspaceId, parts = [...PARTS] }: QueryOf<typeof installs.preview>,
): Promise<ResponseOf<typeof installs.preview>> {
  const { content } = await atHome(caller, () => getTemplate(ref));
  await requireTarget(workspaceId);
  return inWorkspace(workspaceId, caller.userId, async () => {
    const install = await livingInstall(ref);
    const place = await placeOf(content, caller, await madeBefore(install?.id));
    const planned = await planOf(content, parts, place);
    const counts: Record<PlanState, number> = { create: 0, present: 0, differs: 0, conflict: 0 };
    for (const { state } of planned) counts[state] += 1;
    return {
      items: planned.map(({ part, key, label, detail, state, note }) => ({ part, key, label, detail, state, note })),
      counts,
      installed: install?.id ?? null,
    };
  });
}

async function told(type: string, id: string, details: Record<string, unknown>): Promise<void> {
  await audit({ action: type, subject: { type: 'template_install', id }, details });
  await emit({ type, subject: { type: 'template_install', id }, data: details });
  await tellHome(TEMPLATES.installs, TEMPLATES.own, TEMPLATES.library);
}

/**
 * Begins to stamp a template into a workspace; what was stamped before stays and is added to.
 * @throws AppError `not_found`, `conflict`, `validation`
 */
export async function apply(
  caller: Caller,
  ref: string,
  { workspaceId, parts: chosen, onboarding }: BodyOf<typeof installs.apply>,
): Promise<Install> {
  const template = await atHome(caller, () => getTemplate(ref));
  if (template.archived) throw new AppError('conflict', 'This template is in the archive.');
  const target = await requireTarget(workspaceId);
  if (onboarding && target.own)
    throw new AppError('validation', 'Only clients go through an onboarding.', { field: 'onboarding' });
  const parts = partsIn(template.content, chosen);
  const id = await inWorkspace(workspaceId, caller.userId, () =>
    transaction(async () => {
      await lockWorkspace();
      const before = await livingInstall(ref);
      const installId = before?.id ?? newId();
      const all = PARTS.filter((part) => parts.includes(part) || before?.parts.includes(part));
      const values = [
        installId,
        workspaceId,
        ref,
        template.name,
        template.number,
        JSON.stringify(template.content),
        all,
        parts.length > 0 ? 'queued' : 'done',
        currentUserId(),
      ];
      // Nothing of what is stamped already becomes another version by beginning the checklist alone.
      if (parts.length > 0 || !before)
        await execute(
          `insert into template_installs (id, workspace_id, template_ref, template_name, number, content, parts, state,
            created_by, finished_at) values ($1, $2, $3, $4, $5, $6, $7, $8, $9, case when $8 = 'done' then now() end)
       on conflict (id) do update
          set template_name = excluded.template_name, number = excluded.number, content = excluded.content,
          parts = excluded.parts, state = excluded.state, act = 'apply', done_parts = '{}', error = null,
         finished_at = excluded.finished_at`,
          values,
        );
      if (parts.length > 0) await enqueue(stampJob, { installId, name: template.name });
      if (onboarding)
        await startOnboarding({ templateName: template.name, steps: template.content.steps, ...onboarding });
      await told('template.applied', installId, { template: template.name, workspace: target.name, parts: all });
      return installId;
    }),
  );
  return getInstall(id);
}

/** Runs in the workspace of an installation. */
export async function inInstall<T>(caller: Caller, id: string, act: () => Promise<T>): Promise<T> {
  const row = await asSystem(() => readRow(id));
  return inWorkspace(row.workspace_id, caller.userId, act);
}

export const undoPreview = (caller: Caller, id: string): Promise<ResponseOf<typeof installs.undoPreview>> =>
  inInstall(caller, id, async () => ({ items: await undoItems(id) }));

/**
 * Begins to take back what was stamped.
 * @throws AppError `not_found`; `conflict` when it is under way or undone already
 */
export async function undo(caller: Caller, id: string, insist: readonly string[]): Promise<Install> {
  await inInstall(caller, id, () =>
    transaction(async () => {
      await lockWorkspace();
      const written = await updateRows(
        'template_installs',
        { state: 'undoing', act: 'undo', insist, doneParts: [], error: null, finishedAt: null },
        { id, workspaceId: currentWorkspaceId(), state: sql`in ('done', 'failed')` },
      );
      if (written === 0) throw new AppError('conflict', 'This was undone already.');
      const { template_name: name } = await asSystem(() => readRow(id));
      await enqueue(undoJob, { installId: id, name });
      await told('template.undoing', id, { template: name, insist });
    }),
  );
  return getInstall(id);
}

/** Goes on with one that failed. @throws AppError `not_found`, `conflict` */
export async function retry(caller: Caller, id: string): Promise<Install> {
  await inInstall(caller, id, () =>
    transaction(async () => {
      const { state, act, template_name: name } = await asSystem(() => readRow(id));
      if (state !== 'failed') throw new AppError('conflict', `This did not fail: it is ${state}.`);
      await lockWorkspace();
      await updateRows(
        'template_installs',
        { state: act === 'undo' ? 'undoing' : 'queued', error: null },
        { id, workspaceId: currentWorkspaceId() },
      );
      await enqueue(act === 'undo' ? undoJob : stampJob, { installId: id, name });
      await tellHome(TEMPLATES.installs);
    }),
  );
  return getInstall(id);
}
