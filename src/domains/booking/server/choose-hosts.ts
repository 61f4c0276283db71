/** Who hosts a booking. */
import { AppError } from '../../../kernel/errors.ts';
import { currentWorkspaceId, query } from '../../../server/db/index.ts';
import { obstacleAt } from '../engine/slots.ts';
import { attendOf, type Host, slotRequests } from './hours.ts';
import type { StoredType } from './types.ts';

export const TAKEN = 'This time was just taken. Choose another time.';

/** Bookings of a workspace are taken one after the other, so that hosts are chosen by what is really booked. */
export const lockWorkspace = () =>
  query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [`bookings ${currentWorkspaceId()}`]);

/** What a host has: bookings of the type lately, or minutes ahead. */
const LOADS: Readonly<Record<'even' | 'least_busy', string>> = {
  even: `select h.host_id as id, count(*)::float8 as load from booking_hosts h where h.workspace_id = $1 and h.type_id = $2
      and h.is_open and h.start_at > now() - interval '30 days' group by h.host_id`,
  least_busy: `select h.host_id as id, sum(extract(epoch from h.blocked_until - h.blocked_from))::float8 as load
    from booking_hosts h where h.workspace_id = $1 and $2::uuid is not null and h.is_open and h.start_at > now()
    group by h.host_id`,
};

/**
 * Who hosts a booking at `at`: by the type's way of sharing, or all of its hosts.
 * @param prefer the hosts so far, who keep a booking that moves where they are free
 * @throws AppError `conflict` when it cannot be hosted then
 */
export async function chooseHosts(
  type: StoredType,
  at: number,
  {
    except = null,
    hold = null,
    prefer = [],
  }: { except?: string | null; hold?: string | null; prefer?: readonly string[] } = {},
): Promise<Host[]> {
  const requests = await slotRequests(type, [at, at + 1], { except, hold });
  const free = requests.filter((request) => obstacleAt(request, at) === null).map(({ host }) => host);
  if (attendOf(type) === 'all') {
    if (free.length === 0 || free.length < requests.length) throw new AppError('conflict', TAKEN);
    return free;
  }
  const preferred = free.find(({ id }) => prefer.includes(id));
  if (preferred) return [preferred];
  // A group fills up before another host opens one.
  const joined = requests.find(
    ({ host, joinable }) => joinable?.has(at) && free.some(({ id }) => id === host.id),
  )?.host;
  if (joined) return [joined];
  if (free.length === 0) throw new AppError('conflict', TAKEN);
  if (type.assignment !== 'even' && type.assignment !== 'least_busy') return [free[0]!];
  const loads = await query<{ id: string; load: number }>(LOADS[type.assignment], [currentWorkspaceId(), type.id]);
  const load = new Map(loads.map((one) => [one.id, one.load]));
  return [free.toSorted((a, b) => (load.get(a.id) ?? 0) - (load.get(b.id) ?? 0))[0]!];
}
