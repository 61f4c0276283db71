/** Goals: what is to be saved until when, and how far it is. */
import { AppError, notFound } from '../../../../kernel/errors.ts';
import { addDays, monthStart } from '../../../../kernel/days.ts';
import { newId } from '../../../../kernel/ids.ts';
import { type Decimal, decimal, roundMoney, sumOf, ZERO } from '../../../../kernel/money/index.ts';
import { currentUserId, currentWorkspaceId, query, transaction } from '../../../../server/db/index.ts';
import { emit } from '../../../../server/events/emit.ts';
import type { Contribution, Goal, GoalUpdate, NewContribution, NewGoal } from '../../contract.ts';
import { PACE_MONTHS, progressOf } from '../../engine/goal-progress.ts';
import { FINANCE } from '../../paths.ts';
import { requireLedger, requireRecord, requireVersion } from '../ledgers/access.ts';
import { type HeldWorth, heldWorth } from '../investments/held-worth.ts';
import { rateTable } from '../rates/rates.ts';
import { todayHere } from '../ledgers/workspace-day.ts';
import { accountBases, balancesAt } from '../reports/balances.ts';

interface Row {
  id: string;
  version: number;
  ledger_id: string;
  name: string;
  target: string;
  currency: string;
  target_day: string | null;
  account_id: string | null;
  deleted_at: string | null;
  created_at: string;
}

const NOUN = 'The goal';
const CHANGED = [FINANCE.goals];
const SELECT =
  'select id, version, ledger_id, name, target, currency, target_day, account_id, deleted_at, created_at from finance_goals where workspace_id = $1';

/** @throws AppError `not_found` */
export async function listGoals(ledgerId: string): Promise<{ items: Goal[] }> {
  await requireLedger(ledgerId);
  const rows = await query<Row>(
    `${SELECT} and ledger_id = $2 and deleted_at is null order by target_day nulls last, created_at, id`,
    [currentWorkspaceId(), ledgerId],
  );
  return { items: await toGoals(ledgerId, rows) };
}

interface Saved {
  amounts: Decimal[];
  missingRates: string[];
}

/** Savings at the end of each day. */
async function savedAt(ledgerId: string, rows: readonly Row[], days: readonly string[]): Promise<Map<string, Saved>> {
  const saved = new Map<string, Saved>();
  const accounts = (await accountBases(ledgerId)).filter((account) =>
    rows.some((row) => row.account_id === account.id),
  );
  const balances = accounts.length > 0 ? await balancesAt(ledgerId, accounts, days) : new Map<string, Decimal[]>();
  const rates = await rateTable(
    [...rows.map((row) => row.currency), ...accounts.map((account) => account.currency)],
    days[0]!,
  );
  const held = new Map<string, HeldWorth>();
  for (const currency of new Set(rows.filter((row) => row.account_id).map((row) => row.currency)))
    held.set(currency, await heldWorth(ledgerId, days, currency));
  const contributions = await query<{ goal_id: string; day: string; amount: string }>(
    'select goal_id, day, amount from finance_goal_contributions where workspace_id = $1 and goal_id = any($2)',
    [currentWorkspaceId(), rows.map((row) => row.id)],
  );
  for (const row of rows) {
    const account = accounts.find((one) => one.id === row.account_id);
    const own = contributions.filter((one) => one.goal_id === row.id);
    if (!account) {
      saved.set(row.id, {
        amounts: days.map((day) =>
          sumOf(
            own.filter((one) => one.day <= day),
            (one) => decimal(one.amount),
          ),
        ),
        missingRates: [],
      });
      continue;
    }
    const latest = rates.rate(account.currency, row.currency, days.at(-1)!);
    const { accounts: heldIn, missing } = held.get(row.currency)!;
    const worth = heldIn.get(account.id);
    // Investments count like cash. Days before the first rate use the latest one, because exchange rates are irrelevant
    // to the pace.
    const balanceByDay = balances.get(account.id)!;
    const amounts = days.map((day, index) =>
      balanceByDay[index]!.times(rates.rate(account.currency, row.currency, day) ?? latest ?? ZERO).plus(
        worth?.[index] ?? ZERO,
      ),
    );
    saved.set(row.id, {
      amounts,
      missingRates: [...new Set([...(latest ? [] : [account.currency]), ...(worth ? missing : [])])].sort(),
    });
  }
  return saved;
}

async function toGoals(ledgerId: string, rows: readonly Row[]): Promise<Goal[]> {
  const today = await todayHere();
  if (rows.length === 0) return [];
  // The end of the month before the months whose pace is looked at, the end of the last of them, and today.
  const days = [addDays(monthStart(today, -PACE_MONTHS), -1), addDays(monthStart(today), -1), today];
  const saved = await savedAt(ledgerId, rows, days);
  return rows.map((row): Goal => {
    const { amounts, missingRates } = saved.get(row.id)!;
    const [before, after, now] = amounts as [Decimal, Decimal, Decimal];
    const progress = progressOf({
      target: decimal(row.target),
      saved: now,
      past: after.minus(before),
      targetDay: row.target_day,
      today,
    });
    const text = (value: Decimal): string => roundMoney(value, row.currency).toFixed();
    return {
      id: row.id,
      version: row.version,
      ledgerId: row.ledger_id,
      name: row.name,
      target: decimal(row.target).toFixed(),
      currency: row.currency,
      targetDay: row.target_day,
      accountId: row.account_id,
      saved: text(now),
      missingRates,
      pace: text(progress.pace),
      needed: progress.needed ? text(progress.needed) : null,
      expectedDay: progress.expectedDay,
      createdAt: row.created_at,
    };
  });
}

async function readGoal(id: string): Promise<Goal> {
  const [row] = await query<Row>(`${SELECT} and id = $2`, [currentWorkspaceId(), id]);
  return (await toGoals(row!.ledger_id, [row!]))[0]!;
}

async function requireAccount(ledgerId: string, accountId: string | null | undefined): Promise<void> {
  if (accountId && !(await accountBases(ledgerId)).some((account) => account.id === accountId))
    throw new AppError('validation', 'This account is not in the ledger.', { field: 'accountId' });
}

/** @throws AppError `validation`, `not_found`, `forbidden` */
export function createGoal({ ledgerId, name, target, currency, targetDay, accountId }: NewGoal): Promise<Goal> {
  return transaction(async () => {
    await requireLedger(ledgerId, 'editor');
    await requireAccount(ledgerId, accountId);
    const id = newId();
    await query(
      'insert into finance_goals (id, workspace_id, ledger_id, name, target, currency, target_day, account_id, created_by) values ($1, $2, $3, $4, $5, $6, $7, $8, $9)',
      [
        id,
        currentWorkspaceId(),
        ledgerId,
        name,
        target,
        currency,
        targetDay ?? null,
        accountId ?? null,
        currentUserId(),
      ],
    );
    await emit({ type: 'finance.goal.created', subject: { type: 'goal', id }, paths: CHANGED });
    return readGoal(id);
  });
}

async function lockGoal(id: string, deleted = false): Promise<Row> {
  const [row] = await query<Row>(`${SELECT} and id = $2 for update`, [currentWorkspaceId(), id]);
  const goal = await requireRecord(row, 'editor', NOUN);
  if (goal.deleted_at && !deleted) throw notFound(NOUN);
  return goal;
}

/** @throws AppError `validation`, `not_found`, `forbidden`, `stale` */
export function updateGoal(id: string, { version, ...fields }: GoalUpdate): Promise<Goal> {
  return transaction(async () => {
    const row = await lockGoal(id);
    requireVersion(row, version, 'this goal');
    await requireAccount(row.ledger_id, fields.accountId);
    await query(
      `update finance_goals set name = coalesce($3, name), target = coalesce($4, target), target_day = case when $5
        then $6::date else target_day end, account_id = case when $7 then $8::uuid else account_id end,
         version = version + 1, updated_at = now() where id = $1 and workspace_id = $2`,
      [
        id,
        currentWorkspaceId(),
        fields.name ?? null,
        fields.target ?? null,
        fields.targetDay !== undefined,
        fields.targetDay ?? null,
        fields.accountId !== undefined,
        fields.accountId ?? null,
      ],
    );
    await emit({ type: 'finance.goal.updated', subject: { type: 'goal', id }, paths: CHANGED });
    return readGoal(id);
  });
}

/** @throws AppError `not_found`, `forbidden` */
export function removeGoal(id: string): Promise<void> {
  return transaction(async () => {
    await lockGoal(id);
    await query(
      'update finance_goals set deleted_at = now(), version = version + 1 where id = $1 and workspace_id = $2',
      [id, currentWorkspaceId()],
    );
    await emit({ type: 'finance.goal.deleted', subject: { type: 'goal', id }, paths: CHANGED });
  });
}

/** @throws AppError `not_found`, `forbidden` */
export function restoreGoal(id: string): Promise<Goal> {
  return transaction(async () => {
    await lockGoal(id, true);
    await query(
      'update finance_goals set deleted_at = null, version = version + 1 where id = $1 and workspace_id = $2',
      [id, currentWorkspaceId()],
    );
    await emit({ type: 'finance.goal.restored', subject: { type: 'goal', id }, paths: CHANGED });
    return readGoal(id);
  });
}

const SHOWN = 200;
const CONTRIBUTION =
  'select id, goal_id as "goalId", day, amount, note from finance_goal_contributions where workspace_id = $1 and goal_id = $2';
const toContribution = (row: Contribution): Contribution => ({ ...row, amount: decimal(row.amount).toFixed() });

/** @throws AppError `not_found` */
export async function listContributions(goalId: string): Promise<{ items: Contribution[] }> {
  const [row] = await query<Row>(`${SELECT} and id = $2 and deleted_at is null`, [currentWorkspaceId(), goalId]);
  await requireRecord(row, 'viewer', NOUN);
  return {
    items: (
      await query<Contribution>(`${CONTRIBUTION} order by day desc, id desc limit ${SHOWN}`, [
        currentWorkspaceId(),
        goalId,
      ])
    ).map(toContribution),
  };
}

/** @throws AppError `not_found`, `forbidden`; `conflict` where an account says what is saved */
export function contribute(goalId: string, { day, amount, note = '' }: NewContribution): Promise<Contribution> {
  return transaction(async () => {
    const goal = await lockGoal(goalId);
    if (goal.account_id) throw new AppError('conflict', 'What is saved for this goal is the balance of its account.');
    const id = newId();
    await query(
      'insert into finance_goal_contributions (id, workspace_id, goal_id, day, amount, note, created_by) values ($1, $2, $3, $4, $5, $6, $7)',
      [id, currentWorkspaceId(), goalId, day, amount, note, currentUserId()],
    );
    await emit({
      type: 'finance.goal.contributed',
      subject: { type: 'goal', id: goalId },
      data: { amount },
      paths: CHANGED,
    });
    const [row] = await query<Contribution>(`${CONTRIBUTION} and id = $3`, [currentWorkspaceId(), goalId, id]);
    return toContribution(row!);
  });
}

/** @throws AppError `not_found`, `forbidden` */
export function removeContribution(goalId: string, id: string): Promise<void> {
  return transaction(async () => {
    await lockGoal(goalId);
    const gone = await query(
      'delete from finance_goal_contributions where workspace_id = $1 and goal_id = $2 and id = $3 returning id',
      [currentWorkspaceId(), goalId, id],
    );
    if (gone.length === 0) throw notFound('The contribution');
    await emit({ type: 'finance.goal.contribution_removed', subject: { type: 'goal', id: goalId }, paths: CHANGED });
  });
}
