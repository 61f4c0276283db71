/** Free starts one after another, for those who cannot look at a month: callers on the phone. */
import { currentWorkspaceId, query } from '../../../server/db/index.ts';
import { offeredStarts } from '../engine/slots.ts';
import { attendOf, slotRequests } from './hours.ts';
import { type StoredType, TYPE_COLUMNS } from './types.ts';

const MINUTE = 60_000;
const DAY = 86_400_000;
/** Days that are read at once. */
const SPAN_DAYS = 14;

/** A booking type of the workspace that takes bookings; undefined where it is off or deleted. */
export async function bookableType(id: string): Promise<StoredType | undefined> {
  const [type] = await query<StoredType>(
    `select ${TYPE_COLUMNS} from booking_types t
      where t.workspace_id = $1 and t.id = $2 and t.deleted_at is null and t.is_active`,
    [currentWorkspaceId(), id],
  );
  return type;
}

/**
 * The next free starts by the rules of the type, in milliseconds.
 * @param from the earliest start; the past is left out
 * @param hold a time that is held for the caller, which is free to them
 * @param apart minutes from one to the next, so that a few of them cover a day
 */
export async function nextStarts(
  type: StoredType,
  { from, count, apart, hold }: { from: number; count: number; apart: number; hold: string | null },
): Promise<number[]> {
  const now = Date.now();
  const end = now + type.horizonDays * DAY + MINUTE;
  const found: number[] = [];
  for (let start = Math.max(from, now); start < end && found.length < count; start += SPAN_DAYS * DAY) {
    const requests = await slotRequests(type, [start, Math.min(start + SPAN_DAYS * DAY, end)], { hold });
    for (const at of offeredStarts(requests, attendOf(type))) {
      const last = found.at(-1);
      if (last === undefined || at >= last + apart * MINUTE) found.push(at);
      if (found.length === count) break;
    }
  }
  return found;
}
