/** A teammate takes a call from its agent, whichever process has it. */
import { AppError, notFound } from '../../../kernel/errors.ts';
import { currentWorkspaceId, query, transaction, updateRows } from '../../../server/db/index.ts';
import { notify } from '../../../server/events/bus.ts';
import { publishPaths } from '../../../server/events/emit.ts';
import type { Caller } from '../../../server/http/caller.ts';
import type { PhoneCall } from '../contract.ts';
import { PHONE } from '../paths.ts';
import { readCall } from './calls.ts';
import { CALL_CHANNEL, type CallOrder } from './session.ts';

const hasEnded = () => new AppError('conflict', 'This call has ended.');

async function lock(id: string): Promise<{ state: string; takenBy: string | null }> {
  const [row] = await query<{ state: string; takenBy: string | null }>(
    `select state, taken_by as "takenBy" from phone_calls where id = $1 and workspace_id = $2 for update`,
    [id, currentWorkspaceId()],
  );
  if (!row) throw notFound('The call');
  if (row.state !== 'live') throw hasEnded();
  return row;
}

async function order(id: string, what: CallOrder['order']): Promise<void> {
  await notify(CALL_CHANNEL, JSON.stringify({ callId: id, order: what } satisfies CallOrder));
  await publishPaths(currentWorkspaceId(), [PHONE.calls]);
}

/** The agent falls silent, and the caller hears what the teammate types. @throws AppError `not_found`, `conflict` */
export async function takeCall(caller: Caller, id: string): Promise<PhoneCall> {
  await transaction(async () => {
    const { takenBy } = await lock(id);
    if (takenBy === caller.userId) return;
    if (takenBy) throw new AppError('conflict', 'Another teammate has this call.');
    await updateRows('phone_calls', { takenBy: caller.userId }, { id });
    const [person] = await query<{ name: string }>('select name from workspace_people where id = $1', [caller.userId]);
    await order(id, { type: 'taken', by: person?.name ?? 'A teammate' });
  });
  return readCall(id);
}

async function requireOwn(caller: Caller, id: string): Promise<void> {
  const { takenBy } = await lock(id);
  if (takenBy !== caller.userId) throw new AppError('conflict', 'You don’t have this call. Take it first.');
}

/** Speaks a text to the caller. @throws AppError `not_found`; `conflict` for a call that the teammate does not have */
export async function sayOnCall(caller: Caller, id: string, text: string): Promise<PhoneCall> {
  await transaction(async () => {
    await requireOwn(caller, id);
    await order(id, { type: 'typed', text });
  });
  return readCall(id);
}

/** @throws AppError `not_found`; `conflict` for a call that the teammate does not have */
export async function releaseCall(caller: Caller, id: string, next: 'menu' | 'end'): Promise<PhoneCall> {
  await transaction(async () => {
    await requireOwn(caller, id);
    await updateRows('phone_calls', { takenBy: null }, { id });
    await order(id, { type: 'released', next });
  });
  return readCall(id);
}
