/** The action plan: what both sides do until the deal is done. */
import type * as z from 'zod';
import { AppError, invalid, notFound } from '../../../kernel/errors.ts';
import { newId } from '../../../kernel/ids.ts';
import { peopleNames, presentPeople } from '../../../records/server/workspace.ts';
import {
  countRows,
  currentWorkspaceId,
  deleteRows,
  insertRow,
  NOW,
  selectRow,
  transaction,
  updateRows,
} from '../../../server/db/index.ts';
import type { Caller } from '../../../server/http/caller.ts';
import { type DealRoom, MAX_ACTIONS, type NewPlanAction, type PlanActionUpdate } from '../contract.ts';
import { readRoom, requireRoom, tellOfRoom } from './rooms.ts';

async function requireTeammate(ownerId: string | null | undefined): Promise<void> {
  if (ownerId && !(await presentPeople([ownerId])).has(ownerId))
    throw invalid('ownerId', 'This person isn’t in the workspace. Choose someone else.');
}

/** @throws AppError `not_found`, `validation`; `conflict` at the limit */
export function addAction(id: string, entry: z.output<typeof NewPlanAction>, caller: Caller): Promise<DealRoom> {
  return transaction(async () => {
    const room = await requireRoom(id, true);
    await requireTeammate(entry.ownerId);
    const count = await countRows('deal_actions', { roomId: id });
    if (count >= MAX_ACTIONS) throw new AppError('conflict', `A plan has at most ${MAX_ACTIONS} actions.`);
    const workspaceId = currentWorkspaceId();
    const ownerId = entry.side === 'us' ? entry.ownerId : null;
    await insertRow('deal_actions', {
      ...entry,
      ownerId,
      id: newId(),
      workspaceId,
      opportunityId: room.opportunityId,
      roomId: id,
      position: count,
    });
    await tellOfRoom(room, 'plan_changed');
    return readRoom(id, caller);
  });
}

const requireAction = async (id: string) => {
  const action = await selectRow(
    'deal_actions',
    ['id', 'roomId', 'opportunityId', 'title', 'side', 'ownerId', 'doneAt', 'version'],
    { id, workspaceId: currentWorkspaceId() },
    { lock: 'update' },
  );
  if (!action) throw notFound('The action');
  return action;
};

/** @throws AppError `not_found`, `validation`, `stale` */
export function updateAction(
  id: string,
  { version, isDone, ...fields }: z.output<typeof PlanActionUpdate>,
  caller: Caller,
): Promise<DealRoom> {
  return transaction(async () => {
    const action = await requireAction(id);
    if (action.version !== version) throw new AppError('stale', 'Someone changed this action in the meantime.');
    await requireTeammate(fields.ownerId);
    const side = fields.side ?? action.side;
    const name = (await peopleNames([caller.userId])).get(caller.userId) ?? 'Our team';
    await updateRows(
      'deal_actions',
      {
        ...fields,
        ...(side === 'buyer' && { ownerId: null }),
        ...(isDone !== undefined && { doneAt: isDone ? NOW : null, doneBy: isDone ? name : '' }),
        version: version + 1,
      },
      { id },
    );
    const history = isDone ? `Action done: ${action.title}` : undefined;
    await tellOfRoom({ id: action.roomId, opportunityId: action.opportunityId }, 'plan_changed', history);
    return readRoom(action.roomId, caller);
  });
}

/** @throws AppError `not_found` */
export function removeAction(id: string, caller: Caller): Promise<DealRoom> {
  return transaction(async () => {
    const action = await requireAction(id);
    await deleteRows('deal_actions', { id });
    await tellOfRoom({ id: action.roomId, opportunityId: action.opportunityId }, 'plan_changed');
    return readRoom(action.roomId, caller);
  });
}

/** The buyer ticks off an action of their side, or takes that back. @returns whether it changed */
export function tickAction(roomId: string, id: string, isDone: boolean): Promise<boolean> {
  return transaction(async () => {
    const action = await selectRow(
      'deal_actions',
      ['id', 'roomId', 'opportunityId', 'title', 'doneAt', 'version'],
      { id, roomId, workspaceId: currentWorkspaceId(), side: 'buyer' },
      { lock: 'update' },
    );
    if (!action || (action.doneAt !== null) === isDone) return false;
    await updateRows(
      'deal_actions',
      { doneAt: isDone ? NOW : null, doneBy: isDone ? 'Buyer' : '', version: action.version + 1 },
      { id },
    );
    const history = `${isDone ? 'Buyer completed' : 'Buyer reopened'}: ${action.title}`;
    await tellOfRoom({ id: roomId, opportunityId: action.opportunityId }, 'plan_changed', history);
    return true;
  });
}
