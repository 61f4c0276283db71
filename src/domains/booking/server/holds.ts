/** Times that are held for a visitor while they fill in the form. */
import { newId, UUID } from '../../../kernel/ids.ts';
import {
  currentWorkspaceId,
  deleteRows,
  execute,
  insertRow,
  query,
  transaction,
  withAllRecords,
} from '../../../server/db/index.ts';
import { chooseHosts, lockWorkspace } from './choose-hosts.ts';
import type { StoredType } from './types.ts';

const MINUTE = 60_000;
/** How long a time is held. */
export const HOLD_MINUTES = 8;

export interface Hold {
  id: string;
  startAt: string;
  expiresAt: string;
}

/** The hold that a form names; null for none. */
export const holdOf = (fields: Readonly<Record<string, string>>): string | null =>
  UUID.test(fields['hold'] ?? '') ? fields['hold']! : null;

/** A hold that has not run out, for this start. */
export async function isHeld(id: string | null, at: number): Promise<Hold | undefined> {
  if (id === null) return undefined;
  const [row] = await query<Hold>(
    `select id, start_at as "startAt", expires_at as "expiresAt" from booking_holds
      where workspace_id = $1 and id = $2 and expires_at > now()`,
    [currentWorkspaceId(), id],
  );
  return row && Date.parse(row.startAt) === at ? row : undefined;
}

/**
 * Holds a start for a visitor, in place of what they held before.
 * @returns the hold's id, which only they know @throws AppError `conflict` when the time is not free
 */
export function placeHold(type: StoredType, at: number, before: string | null): Promise<string> {
  return withAllRecords(() =>
    transaction(async () => {
      await lockWorkspace();
      await endHold(before);
      await execute('delete from booking_holds where workspace_id = $1 and expires_at < now()', [currentWorkspaceId()]);
      const hosts = await chooseHosts(type, at);
      const id = newId();
      const instant = (time: number) => new Date(time).toISOString();
      await insertRow('booking_holds', {
        id,
        workspaceId: currentWorkspaceId(),
        typeId: type.id,
        hostIds: hosts.map((host) => host.id),
        startAt: instant(at),
        heldFrom: instant(at - type.bufferBefore * MINUTE),
        heldUntil: instant(at + (type.durationMinutes + type.bufferAfter) * MINUTE),
        expiresAt: instant(Date.now() + HOLD_MINUTES * MINUTE),
      });
      return id;
    }),
  );
}

/** For whom a time is held: they get the booking. */
export async function heldHosts(id: string, typeId: string): Promise<string[]> {
  const [row] = await query<{ ids: string[] }>(
    `select host_ids as ids from booking_holds
      where workspace_id = $1 and id = $2 and type_id = $3 and expires_at > now()`,
    [currentWorkspaceId(), id, typeId],
  );
  return row?.ids ?? [];
}

export async function endHold(id: string | null): Promise<void> {
  if (id !== null) await deleteRows('booking_holds', { id, workspaceId: currentWorkspaceId() });
}
