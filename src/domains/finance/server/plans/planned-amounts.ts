/** Plans by month, of whatever is planned: an amount stands from its month on, until another one does. */
import { monthStart } from '../../../../kernel/days.ts';
import { AppError } from '../../../../kernel/errors.ts';
import { decimal } from '../../../../kernel/money/index.ts';
import { currentUserId, currentWorkspaceId, execute, query } from '../../../../server/db/index.ts';
import type { PlanChange, PlannedMonth } from '../../contract.ts';

/** Where plans of a kind are kept, and what they are of. */
const PLANS = {
  category: { table: 'finance_budgets', of: 'category_id' },
  account: { table: 'finance_book_budgets', of: 'account_id' },
} as const;
type PlanKind = keyof typeof PLANS;

export interface Plan {
  /** The planned item. */
  id: string;
  /** First day of the month. */
  month: string;
  amount: string;
}

/** All up to a month, by what they are for and in order. @param until first day of a month */
export async function plansOf(kind: PlanKind, ledgerId: string, until: string): Promise<Map<string, Plan[]>> {
  const { table, of } = PLANS[kind];
  return Map.groupBy(
    await query<Plan>(
      `select ${of} as id, month, amount from ${table}
        where workspace_id = $1 and ledger_id = $2 and month <= $3::date order by ${of}, month`,
      [currentWorkspaceId(), ledgerId, until],
    ),
    (plan) => plan.id,
  );
}

type Role = PlannedMonth['role'];

interface Planned {
  ledgerId: string;
  /** The planned item. */
  id: string;
}

/**
 * All that is planned for one thing, the earliest first. No one else plans in the ledger until the transaction ends.
 */
async function monthsOf(kind: PlanKind, { ledgerId, id }: Planned): Promise<PlannedMonth[]> {
  const { table, of } = PLANS[kind];
  await query('select 1 from finance_ledgers where workspace_id = $1 and id = $2 for no key update', [
    currentWorkspaceId(),
    ledgerId,
  ]);
  const rows = await query<PlannedMonth>(
    `select to_char(month, 'YYYY-MM') as month, amount, role from ${table}
      where workspace_id = $1 and ledger_id = $2 and ${of} = $3 order by ${table}.month`,
    [currentWorkspaceId(), ledgerId, id],
  );
  return rows.map(({ month, amount, role }) => ({ month, amount: decimal(amount).toFixed(), role }));
}

/** A plan's changes to all months of an item, for undo. */
export async function planned(
  kind: PlanKind,
  of: Planned,
  plan: Omit<Parameters<typeof setPlan>[1], keyof Planned>,
): Promise<PlanChange> {
  const before = await monthsOf(kind, of);
  await setPlan(kind, { ...of, ...plan });
  return { before, after: await monthsOf(kind, of) };
}

/**
 * Puts back what stood before a change of a plan: not its amount alone, but the months after it that it ended or moved.
 * @throws AppError `stale` where it was planned again since
 */
export async function takePlanBack(kind: PlanKind, planFor: Planned, { before, after }: PlanChange): Promise<void> {
  const { table, of } = PLANS[kind];
  if (
    JSON.stringify(await monthsOf(kind, planFor)) !==
    JSON.stringify(after.map(({ month, amount, role }) => ({ month, amount: decimal(amount).toFixed(), role })))
  ) {
    throw new AppError('stale', 'It was planned anew since, and stays as it is now.');
  }
  await execute(`delete from ${table} where workspace_id = $1 and ledger_id = $2 and ${of} = $3`, [
    currentWorkspaceId(),
    planFor.ledgerId,
    planFor.id,
  ]);
  await execute(
    `insert into ${table} (workspace_id, ledger_id, ${of}, month, amount, role, set_by)
     select $1, $2, $3, (month || '-01')::date, amount, role, $7
        from unnest($4::text[], $5::numeric[], $6::text[]) as back (month, amount, role)`,
    [
      currentWorkspaceId(),
      planFor.ledgerId,
      planFor.id,
      before.map((one) => one.month),
      before.map((one) => one.amount),
      before.map((one) => one.role),
      currentUserId(),
    ],
  );
}

/**
 * @param first first day of the month
 * @param amount null ends the plan
 */
async function setPlan(
  kind: PlanKind,
  {
    ledgerId,
    id,
    first,
    amount,
    onlyThisMonth,
  }: { ledgerId: string; id: string; first: string; amount: string | null; onlyThisMonth: boolean },
): Promise<void> {
  const { table, of } = PLANS[kind];
  const own = `from ${table} where workspace_id = $1 and ${of} = $2`;
  const values = [currentWorkspaceId(), id];
  const put = (month: string, planned: string, role: Role) =>
    query(
      `insert into ${table} (workspace_id, ledger_id, ${of}, month, amount, role, set_by)
        values ($1, $2, $3, $4, $5, $6, $7)
     on conflict (${of}, month) do update
        set amount = excluded.amount, role = excluded.role, set_by = excluded.set_by, set_at = now()`,
      [currentWorkspaceId(), ledgerId, id, month, planned, role, currentUserId()],
    );
  const [before] = await query<{ month: string; amount: string; role: Role }>(
    `select month, amount, role ${own} and month <= $3::date order by month desc limit 1`,
    [...values, first],
  );
  const [next] = await query(`select 1 ${own} and month = $3::date`, [...values, monthStart(first, 1)]);
  // After a month of its own, what was planned before goes on; what began with this very month begins with the next.
  if (onlyThisMonth && !next)
    await put(
      monthStart(first, 1),
      before?.amount ?? '0',
      before?.month === first && before.role === 'standing' ? 'standing' : 'back',
    );
  if (amount === null && !onlyThisMonth) await query(`delete ${own} and month >= $3::date`, [...values, first]);
  const [earlier] = await query(`select 1 ${own} and month < $3::date limit 1`, [...values, first]);
  // Without a plan before there is none to end.
  if (amount !== null || onlyThisMonth || earlier) await put(first, amount ?? '0', onlyThisMonth ? 'once' : 'standing');
  if (onlyThisMonth || amount === null) return;
  await query(
    `update ${table} set amount = $4 where workspace_id = $1 and ${of} = $2 and role = 'back' and month > $3::date
       and month < coalesce((select min(month) ${own} and role = 'standing' and month > $3::date), 'infinity')`,
    [...values, first, amount],
  );
}
