/** Messages of one sender, such as a broadcast, that have not left: held back, let go, or withdrawn. */
import { currentWorkspaceId, execute, withAllRecords } from '../../../server/db/index.ts';
import { publishPaths } from '../../../server/events/emit.ts';
import { MESSAGING } from '../paths.ts';
import { wakeSender } from './deliver.ts';

/** The origin of messages: `origin` of `sendMessage()`. */
export interface Origin {
  type: string;
  id: string;
}

/** A message that is being handed over is `sending`: it goes its way. */
const WAITING = `workspace_id = $1 and state in ('queued', 'held') and origin ->> 'type' = $2 and origin ->> 'id' = $3`;

async function change(origin: Origin, set: string, where: string, values: readonly unknown[]): Promise<number> {
  const workspaceId = currentWorkspaceId();
  const changed = await withAllRecords(() =>
    execute(`update messages set ${set} where ${WAITING} ${where}`, [workspaceId, origin.type, origin.id, ...values]),
  );
  if (changed > 0) await publishPaths(workspaceId, [MESSAGING.messages]);
  return changed;
}

/** Keeps them until they are resumed. @param why the reason, as people read it */
export const pauseMessages = (origin: Origin, why: string): Promise<number> =>
  change(origin, `state = 'held', reason = 'paused', why = $4, due_at = '9999-01-01'`, `and reason <> 'paused'`, [why]);

/** Lets them go: each is decided on again before it leaves. */
export async function resumeMessages(origin: Origin): Promise<number> {
  const changed = await change(
    origin,
    `state = 'queued', reason = '', why = '', due_at = now()`,
    `and reason = 'paused'`,
    [],
  );
  if (changed > 0) await wakeSender();
  return changed;
}

/** They are never sent. @param why the reason, as people read it */
export const withdrawMessages = (origin: Origin, why: string): Promise<number> =>
  change(origin, `state = 'refused', reason = 'withdrawn_by_sender', why = $4, finished_at = now()`, '', [why]);
