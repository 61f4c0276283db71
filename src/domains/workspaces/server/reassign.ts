/** Records of someone who leaves, given to teammates kind by kind: a job that goes on where it stopped. */
import * as z from 'zod';
import { AppError } from '../../../kernel/errors.ts';
import { currentWorkspaceId, query, transaction } from '../../../server/db/index.ts';
import { emit } from '../../../server/events/emit.ts';
import { defineJob } from '../../../server/jobs/define.ts';
import { enqueue } from '../../../server/jobs/jobs.ts';
import { countOwned, handOver, handOverTrash, ownedKinds, ownsTrash } from '../../../server/ownership/ownership.ts';
import type { Receivers } from '../contract.ts';
import { TEAM } from '../paths.ts';

/** Records in one transaction. */
const STEP = 500;

const Payload = z.object({
  from: z.uuid(),
  name: z.string(),
  receivers: z.record(z.string(), z.uuid().nullable()),
  total: z.number(),
});
type Moved = Record<string, number>;

export const handOverJob = defineJob<z.infer<typeof Payload>, Moved, Moved>({
  name: 'workspaces.hand_over',
  payload: Payload,
  title: ({ name }) => `Reassign the records of ${name}`,
  handler: async ({ payload: { from, receivers, total }, state, signal, progress, checkpoint }) => {
    const moved: Moved = { ...state };
    /** Reassigned records and progress are committed together. Remaining work is whatever the old owner still has. */
    const step = (kind: string) =>
      transaction(async () => {
        const count = await handOver(kind, from, await present(receivers[kind]), STEP);
        moved[kind] = (moved[kind] ?? 0) + count;
        await checkpoint(moved);
        return count;
      });
    for (const { kind } of ownedKinds()) {
      for (;;) {
        signal.throwIfAborted();
        const count = await step(kind);
        const done = Object.values(moved).reduce((sum, one) => sum + one, 0);
        progress(done, Math.max(done, total));
        if (count < STEP) break;
      }
      while ((await handOverTrash(kind, from, await present(receivers[kind]), STEP)) === STEP) signal.throwIfAborted();
    }
    await emit({
      type: 'member.handed_over',
      subject: { type: 'user', id: from },
      data: { moved },
      paths: [TEAM.members],
    });
    return moved;
  },
});

/** A receiver may have left in the meantime and would keep these records forever. They get no owner instead. */
async function present(receiver: string | null | undefined): Promise<string | null> {
  if (!receiver) return null;
  const [there] = await query('select 1 from workspace_people where workspace_id = $1 and id = $2 and active', [
    currentWorkspaceId(),
    receiver,
  ]);
  return there ? receiver : null;
}

/**
 * Starts the hand-over in the ambient transaction.
 * @returns the job's id; null when there is nothing to hand over.
 * @throws AppError validation for a kind that does not exist, or a receiver who is not an active member.
 */
export async function startHandOver(
  from: { id: string; name: string },
  receivers: z.output<typeof Receivers>,
): Promise<string | null> {
  await checkReceivers(from.id, receivers);
  const owned = (await countOwned([from.id])).get(from.id)!;
  const total = Object.values(owned).reduce((sum, count) => sum + count, 0);
  if (total === 0 && !(await ownsTrash(from.id))) return null;
  return enqueue(handOverJob, { from: from.id, name: from.name, receivers, total });
}

async function checkReceivers(from: string, receivers: z.output<typeof Receivers>): Promise<void> {
  const known = new Set(ownedKinds().map(({ kind }) => kind));
  const wanted = [...new Set(Object.values(receivers).filter((id) => id !== null))];
  const people = await query<{ id: string }>(
    'select id from workspace_people where workspace_id = $1 and active and id = any($2) and id <> $3',
    [currentWorkspaceId(), wanted, from],
  );
  const fields = Object.entries(receivers).flatMap(([kind, id]) => {
    if (!known.has(kind)) return { field: `receivers.${kind}`, message: 'There are no such records.' };
    if (id !== null && !people.some((person) => person.id === id))
      return { field: `receivers.${kind}`, message: 'Choose an active member of this workspace.' };
    return [];
  });
  if (fields.length > 0) throw new AppError('validation', fields[0]!.message, { fields });
}
