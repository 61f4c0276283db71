/** Kept reports: one's own, and those that someone shares with the workspace. */
import { AppError, notFound } from '../../../../kernel/errors.ts';
import { newId } from '../../../../kernel/ids.ts';
import { currentUserId, currentWorkspaceId, query, transaction } from '../../../../server/db/index.ts';
import { emit } from '../../../../server/events/emit.ts';
import {
  MAX_SAVED_REPORTS,
  type NewSavedReport,
  type ReportSchedule,
  type SavedReport,
  type SavedReportUpdate,
} from '../../contract/reports.ts';
import { nextSending } from '../../engine/reports/schedule.ts';
import { CRM } from '../../paths.ts';
import { workspaceSettings } from '../../../../records/server/workspace.ts';

const NOUN = 'The report';
/** Whether the caller runs the workspace. */
const CHIEF = `exists (select 1 from workspace_people p where p.id = $2
  and (p.role = 'admin' or p.workspace_role = 'owner'))`;
/** It waits for an owner, and no one was found since: the hand-over may have been quicker than the next look. */
const WAITING = `(r.waiting_since is not null
  and (r.owner_id is null or not exists (select 1 from workspace_people p where p.id = r.owner_id and p.active)))`;
/** One that would go out, had its owner not left, is for those who run the workspace to see to. */
const LEFT_BEHIND = `(r.schedule is not null and ${WAITING} and ${CHIEF})`;
/** Whether the caller may change it: its owner, and administrators what is shared or left behind. */
const EDITABLE = `(r.owner_id is not distinct from $2 or (r.shared and ${CHIEF}) or ${LEFT_BEHIND})`;
const SELECT = `select r.id, r.version, r.name, r.report, r.question, r.shared, r.schedule, r.schedule is not null
  and ${WAITING} as waiting,
    case when ${WAITING} then null else r.next_at end as "nextAt", r.last_sent_at as "lastSentAt",
      r.updated_at as "updatedAt",
    case when o.id is null then null else jsonb_build_object('id', o.id, 'name', o.name) end as owner,
      ${EDITABLE} as editable
  from saved_reports r left join workspace_people o on o.id = r.owner_id
    where r.workspace_id = $1 and (r.owner_id = $2 or r.shared or ${LEFT_BEHIND})`;

/** By name. */
export function listSaved(): Promise<SavedReport[]> {
  return query<SavedReport>(`${SELECT} order by lower(r.name), r.id limit ${MAX_SAVED_REPORTS}`, [
    currentWorkspaceId(),
    currentUserId(),
  ]);
}

/** Those of the kept reports that the caller may open. */
export async function openSaved(ids: readonly string[]): Promise<Set<string>> {
  const rows = await query<{ id: string }>(`${SELECT} and r.id = any($3)`, [
    currentWorkspaceId(),
    currentUserId(),
    ids,
  ]);
  return new Set(rows.map(({ id }) => id));
}

async function readSaved(id: string, lock = false): Promise<SavedReport> {
  const [row] = await query<SavedReport>(`${SELECT} and r.id = $3 ${lock ? 'for update of r' : ''}`, [
    currentWorkspaceId(),
    currentUserId(),
    id,
  ]);
  if (!row) throw notFound(NOUN);
  return row;
}

/** @throws AppError `validation` when someone is not, or no longer, of the workspace. */
async function checkRecipients(schedule: ReportSchedule | null | undefined): Promise<void> {
  if (!schedule) return;
  const known = await query<{ id: string }>('select id from workspace_people where active and id = any($1)', [
    schedule.recipients,
  ]);
  if (known.length < new Set(schedule.recipients).size)
    throw new AppError('validation', 'One of these people is not in the workspace.', { field: 'schedule.recipients' });
}

const nextAt = async (schedule: ReportSchedule | null) =>
  schedule && nextSending(schedule, new Date(), (await workspaceSettings()).timeZone).toISOString();

/** @throws AppError `validation`; `conflict` when there are too many. */
export function createSaved({ name, report, question, shared, schedule }: NewSavedReport): Promise<SavedReport> {
  return transaction(async () => {
    await checkRecipients(schedule);
    const [count] = await query<{ n: number }>('select count(*)::int as n from saved_reports where workspace_id = $1', [
      currentWorkspaceId(),
    ]);
    if (count!.n >= MAX_SAVED_REPORTS)
      throw new AppError('conflict', `A workspace can have up to ${MAX_SAVED_REPORTS} saved reports.`);
    const id = newId();
    await query(
      'insert into saved_reports (id, workspace_id, name, report, question, shared, owner_id, schedule, next_at) values ($1, $2, $3, $4, $5, $6, $7, $8, $9)',
      [
        id,
        currentWorkspaceId(),
        name,
        report,
        JSON.stringify(question),
        shared,
        currentUserId(),
        schedule && JSON.stringify(schedule),
        await nextAt(schedule),
      ],
    );
    await emit({ type: 'saved_report.created', subject: { type: 'saved_report', id }, paths: [CRM.savedReports] });
    return readSaved(id);
  });
}

/** @throws AppError `validation`, `not_found`, `forbidden`, `stale`. */
export function updateSaved(id: string, { version, ...change }: SavedReportUpdate): Promise<SavedReport> {
  return transaction(async () => {
    const now = await changeable(id);
    if (now.version !== version)
      throw new AppError('stale', 'Someone else changed this report in the meantime. Your changes were not saved.', {
        details: { current: now, changed: [] },
      });
    await checkRecipients(change.schedule);
    const schedule = change.schedule === undefined ? now.schedule : change.schedule;
    await query(
      `update saved_reports set name = $3, question = $4, shared = $5, schedule = $6, next_at = $7,
        owner_id = case when $9 then $8 else owner_id end, waiting_since = null,
         version = version + 1, updated_at = now(), updated_by = $8 where id = $1 and workspace_id = $2`,
      // A person who changes an ownerless report becomes its owner, and it then shows what they can see.
      [
        id,
        currentWorkspaceId(),
        change.name ?? now.name,
        JSON.stringify(change.question ?? now.question),
        change.shared ?? now.shared,
        schedule && JSON.stringify(schedule),
        await nextAt(schedule),
        currentUserId(),
        now.waiting,
      ],
    );
    await emit({ type: 'saved_report.updated', subject: { type: 'saved_report', id }, paths: [CRM.savedReports] });
    return readSaved(id);
  });
}

async function changeable(id: string): Promise<SavedReport> {
  const now = await readSaved(id, true);
  if (!now.editable)
    throw new AppError(
      'forbidden',
      'Only its owner or an administrator can change this report. Save your own copy instead.',
    );
  return now;
}

/** @throws AppError `not_found`, `forbidden`. */
export function removeSaved(id: string): Promise<void> {
  return transaction(async () => {
    await changeable(id);
    await query('delete from saved_reports where id = $1 and workspace_id = $2', [id, currentWorkspaceId()]);
    await emit({ type: 'saved_report.deleted', subject: { type: 'saved_report', id }, paths: [CRM.savedReports] });
  });
}
