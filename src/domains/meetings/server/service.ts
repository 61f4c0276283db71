/** Meetings are added, changed, and deleted. */
import { AppError, invalid, notFound } from '../../../kernel/errors.ts';
import { newId } from '../../../kernel/ids.ts';
import { audit } from '../../../server/audit/audit.ts';
import {
  afterCommit,
  currentWorkspaceId,
  deleteRows,
  insertRow,
  insertRows,
  NEXT_VERSION,
  query,
  selectRow,
  transaction,
  updateRows,
} from '../../../server/db/index.ts';
import { emit } from '../../../server/events/emit.ts';
import type { Caller } from '../../../server/http/caller.ts';
import { mayManage } from '../../../records/server/access/managers.ts';
import { dropContents } from '../../../records/server/files.ts';
import { createRecord } from '../../crm/index.ts';
import type { ItemKind, Meeting, NewMeeting, Passage } from '../contract.ts';
import { durationOf, type Findings, findingsOf, topicsOf } from '../engine/analysis.ts';
import { readTranscript, type Transcript } from '../engine/transcript.ts';
import { MEETINGS } from '../paths.ts';
import { readMeeting, requireMeeting } from './read.ts';
import { insertSpeakers } from './speakers.ts';

async function requireSubjects({ contactId, opportunityId }: Omit<NewMeeting, 'transcript'>): Promise<void> {
  for (const [field, table, id] of [
    ['contactId', 'contacts', contactId],
    ['opportunityId', 'opportunities', opportunityId],
  ] as const) {
    if (!id) continue;
    const found = await query(`select 1 from ${table} where id = $1 and workspace_id = $2 and deleted_at is null`, [
      id,
      currentWorkspaceId(),
    ]);
    if (found.length === 0) throw invalid(field, 'This record does not exist.');
  }
}

/** Items that wait for review. */
export function itemRows(
  meetingId: string,
  found: Readonly<Record<ItemKind, readonly Passage[]>>,
  madeBy: 'words' | 'model',
) {
  return (Object.entries(found) as [ItemKind, readonly Passage[]][]).flatMap(([kind, passages]) =>
    passages.map(({ text, position }) => ({
      id: newId(),
      meetingId,
      workspaceId: currentWorkspaceId(),
      kind,
      text: text.slice(0, 1_000),
      position,
      madeBy,
    })),
  );
}

const byKind = ({ tasks, decisions, questions }: Findings) => ({
  task: tasks,
  decision: decisions,
  question: questions,
});

/** @throws AppError `validation` */
export async function createMeeting(caller: Caller, { transcript, ...input }: NewMeeting): Promise<Meeting> {
  return readMeeting(await storeMeeting(caller.userId, input, readTranscript(transcript)));
}

/** Stores a meeting whose transcript has been read. @returns its id. @throws AppError `validation` */
export async function storeMeeting(
  createdBy: string | null,
  input: Omit<NewMeeting, 'transcript'>,
  { format, segments }: Transcript,
): Promise<string> {
  const { title, heldAt, contactId = null, opportunityId = null } = input;
  const findings = findingsOf(segments);
  const durationMs = durationOf(segments);
  const id = newId();
  await transaction(async () => {
    await requireSubjects(input);
    const workspaceId = currentWorkspaceId();
    const { id: activityId } = await createRecord('activity', {
      type: 'meeting',
      subject: title,
      body: findings.summary
        .map(({ text }) => `• ${text}`)
        .join('\n')
        .slice(0, 5_000),
      dueAt: heldAt,
      doneAt: heldAt,
      ...(durationMs !== null && { durationMinutes: Math.max(1, Math.round(durationMs / 60_000)) }),
      ...(contactId && { contactId }),
      ...(opportunityId && { opportunityId }),
    });
    await insertRow('meetings', {
      id,
      workspaceId,
      title,
      heldAt,
      durationMs,
      format,
      segmentCount: segments.length,
      topics: topicsOf(segments),
      summary: { by: 'words', points: findings.summary, chapters: [] },
      contactId,
      opportunityId,
      activityId,
      createdBy,
    } as never);
    await insertRows(
      'meeting_segments',
      segments.map((segment, position) => ({ meetingId: id, workspaceId, position, ...segment })),
    );
    await insertSpeakers(id, segments);
    await insertRows('meeting_items', itemRows(id, byKind(findings), 'words'));
    await emit({ type: 'meeting.created', subject: { type: 'meeting', id }, data: { title }, paths: [MEETINGS] });
  });
  return id;
}

/** @throws AppError `not_found`, `stale` */
export async function updateMeeting(
  id: string,
  { version, ...change }: { version: number; title?: string | undefined; heldAt?: string | undefined },
): Promise<Meeting> {
  await transaction(async () => {
    await requireMeeting(id);
    const changed = await updateRows('meetings', { ...change, version: NEXT_VERSION }, { id, version });
    if (changed === 0)
      throw new AppError('stale', 'Someone else changed this meeting in the meantime. Your changes were not saved.', {
        details: { current: await readMeeting(id), changed: [] },
      });
    await emit({ type: 'meeting.updated', subject: { type: 'meeting', id }, paths: [MEETINGS] });
  });
  return readMeeting(id);
}

/** Its tasks stay; its recording goes. @throws AppError `not_found`; `forbidden` for people who neither added it nor manage the workspace */
export async function removeMeeting(caller: Caller, id: string): Promise<void> {
  await transaction(async () => {
    const { createdBy, title } = await requireMeeting(id);
    if (createdBy !== caller.userId && !(await mayManage(caller)))
      throw new AppError('forbidden', 'Only the person who added a meeting, owners, and administrators can delete it.');
    const recording = await selectRow('meeting_recordings', ['storageKey'] as const, { meetingId: id });
    if ((await deleteRows('meetings', { id })) === 0) throw notFound('The meeting');
    await audit({ action: 'meeting.deleted', subject: { type: 'meeting', id }, details: { title } });
    await emit({ type: 'meeting.deleted', subject: { type: 'meeting', id }, paths: [MEETINGS] });
    const key = recording?.storageKey;
    if (key) afterCommit(() => void dropContents([key]));
  });
}
