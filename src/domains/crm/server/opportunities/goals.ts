/** Monthly sales goals of a person or the whole workspace. */
import { monthStart } from '../../../../kernel/days.ts';
import { AppError, type FieldError } from '../../../../kernel/errors.ts';
import { newId } from '../../../../kernel/ids.ts';
import { currentUserId, currentWorkspaceId, execute, query, transaction } from '../../../../server/db/index.ts';
import { emit } from '../../../../server/events/emit.ts';
import type { Caller } from '../../../../server/http/caller.ts';
import type { SalesGoal } from '../../contract/forecast.ts';
import { CRM } from '../../paths.ts';
import { mayManage } from '../../../../records/server/access/managers.ts';
import { workspaceSettings } from '../../../../records/server/workspace.ts';
import { OPPORTUNITIES_CHANGED } from './kind.ts';

/** Goals of the months from the one of `day` on, in the present reporting currency. */
export async function listGoals(day: string, months: number): Promise<SalesGoal[]> {
  const { currency } = await workspaceSettings();
  return query<SalesGoal>(
    `select owner_id as "ownerId", month, trim_scale(amount)::text as amount, currency from sales_goals
     where workspace_id = $1 and currency = $2 and month >= $3 and month < $4
        order by month, owner_id nulls first limit 20000`,
    [currentWorkspaceId(), currency, monthStart(day), monthStart(day, months)],
  );
}

interface GoalEntry {
  ownerId: string | null;
  month: string;
  /** Null takes the goal away. */
  amount: string | null;
}

/**
 * Sets goals. People set their own; those of others and of the workspace are a manager's.
 * @throws AppError `validation`, `forbidden`
 */
export function saveGoals(goals: readonly GoalEntry[], caller: Caller): Promise<void> {
  return transaction(async () => {
    if (goals.some((goal) => goal.ownerId !== caller.userId) && !(await mayManage(caller))) {
      throw new AppError('forbidden', 'Only workspace administrators and owners can set goals for others.');
    }
    await requirePeople(goals);
    const { currency } = await workspaceSettings();
    const rows = goals.map((goal) => ({ id: newId(), owner: goal.ownerId, month: goal.month, amount: goal.amount }));
    await execute(
      `delete from sales_goals g using jsonb_to_recordset($2::jsonb) as r(owner uuid, month date)
        where g.workspace_id = $1 and g.month = r.month and g.owner_id is not distinct from r.owner`,
      [currentWorkspaceId(), JSON.stringify(rows)],
    );
    await execute(
      `insert into sales_goals (id, workspace_id, owner_id, month, amount, currency, updated_by)
       select r.id, $1, r.owner, r.month, r.amount, $3, $4
          from jsonb_to_recordset($2::jsonb) as r(id uuid, owner uuid, month date, amount numeric)
          where r.amount is not null
       on conflict (workspace_id, month, owner_id) do update set amount = excluded.amount`,
      [currentWorkspaceId(), JSON.stringify(rows), currency, currentUserId()],
    );
    await emit({ type: 'sales_goals.saved', paths: [CRM.salesGoals, ...OPPORTUNITIES_CHANGED] });
  });
}

async function requirePeople(goals: readonly GoalEntry[]): Promise<void> {
  const ids = [...new Set(goals.flatMap((goal) => goal.ownerId ?? []))];
  const known = new Set(
    (await query<{ id: string }>('select id from workspace_people where id = any($1)', [ids])).map((row) => row.id),
  );
  const errors: FieldError[] = goals.flatMap((goal, i) =>
    goal.ownerId === null || known.has(goal.ownerId)
      ? []
      : [{ field: `goals.${i}.ownerId`, message: 'This person is not in the workspace.' }],
  );
  if (errors.length > 0) throw new AppError('validation', errors[0]!.message, { fields: errors });
}
