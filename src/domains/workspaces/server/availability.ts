/** Usual hours and days away of members. Everything here runs in the workspace of the caller. */
import type * as z from 'zod';
import { AppError, notFound } from '../../../kernel/errors.ts';
import { newId } from '../../../kernel/ids.ts';
import {
  countRows,
  currentWorkspaceId,
  deleteRows,
  insertIfNew,
  insertRow,
  NEXT_VERSION,
  query,
  sql,
  transaction,
  updateRows,
} from '../../../server/db/index.ts';
import { emit } from '../../../server/events/emit.ts';
import type { Caller } from '../../../server/http/caller.ts';
import { requireTimeZone } from '../../identity/index.ts';
import type { Absence, Availability, HoursUpdate, NewAbsence, Presence, WorkDays } from '../contract.ts';
import { presenceAt } from '../engine/presence.ts';
import { TEAM } from '../paths.ts';
import { requireMember } from './membership.ts';

const MAX_ABSENCES = 100;
const NO_HOURS: WorkDays = [[], [], [], [], [], [], []];

interface HoursRow {
  user_id: string;
  version: number;
  time_zone: string;
  days: WorkDays;
}
type AbsenceRow = Absence & { userId: string };

async function workspaceZone(): Promise<string> {
  const [row] = await query<{ time_zone: string }>('select time_zone from present_workspace');
  return row!.time_zone;
}

const readHours = (ids: readonly string[]) =>
  query<HoursRow>(
    'select user_id, version, time_zone, days from working_hours where workspace_id = $1 and user_id = any($2)',
    [currentWorkspaceId(), ids],
  );

/** Days away that are not over, with a margin for zones that are ahead or behind. */
const readAbsences = (ids: readonly string[]) =>
  query<AbsenceRow>(
    `select id, user_id as "userId", first_day::text as "firstDay", last_day::text as "lastDay", note from absences
   where workspace_id = $1 and user_id = any($2) and last_day >= current_date - 1 order by first_day, id limit 5000`,
    [currentWorkspaceId(), ids],
  );

/** Whether each of the members works right now. */
export async function presencesOf(ids: readonly string[], now = new Date()): Promise<Map<string, Presence>> {
  const zone = await workspaceZone();
  const hours = new Map(
    (await readHours(ids)).map((row) => [row.user_id, { timeZone: row.time_zone, days: row.days }]),
  );
  const absences = Map.groupBy(await readAbsences(ids), (row) => row.userId);
  return new Map(ids.map((id) => [id, presenceAt(now, hours.get(id) ?? null, absences.get(id) ?? [], zone)]));
}

/** @throws AppError not_found for someone who is not in this workspace. */
export async function readAvailability(id: string): Promise<Availability> {
  await requireMember(id);
  const [hours] = await readHours([id]);
  const absences = (await readAbsences([id])).map(({ id: absenceId, firstDay, lastDay, note }) => ({
    id: absenceId,
    firstDay,
    lastDay,
    note,
  }));
  const timeZone = hours?.time_zone ?? (await workspaceZone());
  const presence = presenceAt(new Date(), hours ? { timeZone, days: hours.days } : null, absences, timeZone);
  return { version: hours?.version ?? 0, timeZone, days: hours?.days ?? NO_HOURS, presence, absences };
}

/** One's own, or as an administrator anyone's. @throws AppError not_found as if there were no one of that id. */
async function requireOwnOrAdmin(caller: Caller, id: string): Promise<void> {
  if (caller.userId !== id && caller.role !== 'admin') throw notFound('The member');
  await requireMember(id);
}

const changed = (id: string) =>
  emit({ type: 'member.availability_changed', subject: { type: 'user', id }, paths: [TEAM.members] });

export function setHours(
  caller: Caller,
  id: string,
  { version, timeZone, days }: z.output<typeof HoursUpdate>,
): Promise<Availability> {
  requireTimeZone(timeZone);
  return transaction(async () => {
    await requireOwnOrAdmin(caller, id);
    const key = { workspaceId: currentWorkspaceId(), userId: id };
    const isWritten =
      version === 0
        ? await insertIfNew('working_hours', { ...key, timeZone, days })
        : (await updateRows('working_hours', { timeZone, days, version: NEXT_VERSION }, { ...key, version })) > 0;
    if (!isWritten) throw new AppError('stale', 'Someone changed these hours in the meantime. Review them again.');
    await changed(id);
    return readAvailability(id);
  });
}

export function addAbsence(
  caller: Caller,
  id: string,
  { firstDay, lastDay, note }: z.output<typeof NewAbsence>,
): Promise<Absence> {
  return transaction(async () => {
    await requireOwnOrAdmin(caller, id);
    const count = await countRows('absences', {
      workspaceId: currentWorkspaceId(),
      userId: id,
      lastDay: sql`>= current_date`,
    });
    if (count >= MAX_ABSENCES) throw new AppError('conflict', `You can have up to ${MAX_ABSENCES} upcoming absences.`);
    const absenceId = newId();
    await insertRow('absences', {
      id: absenceId,
      workspaceId: currentWorkspaceId(),
      userId: id,
      firstDay,
      lastDay,
      note,
    });
    await changed(id);
    return { id: absenceId, firstDay, lastDay, note };
  });
}

export function removeAbsence(caller: Caller, id: string, absenceId: string): Promise<void> {
  return transaction(async () => {
    await requireOwnOrAdmin(caller, id);
    const removed = await deleteRows('absences', { workspaceId: currentWorkspaceId(), userId: id, id: absenceId });
    if (removed === 0) throw notFound('The absence');
    await changed(id);
  });
}
