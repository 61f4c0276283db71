/** Handing in, taking back, deciding: on many at once, each by itself. */
import { AppError } from '../../../../kernel/errors.ts';
import { currentWorkspaceId, query, savepoint, transaction } from '../../../../server/db/index.ts';
import { emit } from '../../../../server/events/emit.ts';
import { approve, reject, undoApproval, withdrawApproval } from '../../../approvals/index.ts';
import type { ExpenseDecision, ManyDone } from '../../contract.ts';
import { ask, RETURN } from './approval-kinds.ts';
import { readPolicy } from './policy.ts';
import { EXPENSES_CHANGED, readExpense } from './rows.ts';
import { requireExpenseManager, viewer } from './people.ts';
import { atRate, lockOwn, violationsOf } from './write.ts';

async function each(ids: readonly string[], act: (id: string) => Promise<unknown>): Promise<ManyDone> {
  const done: string[] = [];
  const skipped: ManyDone['skipped'] = [];
  for (const id of new Set(ids)) {
    try {
      await savepoint(() => act(id));
      done.push(id);
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      skipped.push({ id, why: error.message });
    }
  }
  return { done, skipped };
}

/** Expenses that the policy does not allow are skipped with the reason. */
export function submitExpenses(ids: readonly string[]): Promise<ManyDone> {
  return transaction(() => each(ids, submitOne));
}

async function submitOne(id: string): Promise<void> {
  const row = await atRate(await lockOwn(id, ['draft', 'returned']));
  const violations = await violationsOf(row, await readPolicy());
  const blocking = violations.find((one) => one.blocks);
  if (blocking) throw new AppError('conflict', blocking.message);
  await query(
    `update expenses set state = 'submitted', violations = $3, base_amount = $4, rate = $5, submitted_at = now(),
      decided_at = null, decided_by = null, first_approved_by = null, reason = '', version = version + 1,
      updated_at = now() where id = $1 and workspace_id = $2`,
    [id, currentWorkspaceId(), JSON.stringify(violations), row.base_amount, row.rate],
  );
  await emit({ type: 'expense.submitted', subject: { type: 'expense', id }, paths: EXPENSES_CHANGED });
  await ask({ ...row, violations }, 'first');
}

/** They are drafts again. */
export function withdrawExpenses(ids: readonly string[]): Promise<ManyDone> {
  return transaction(() =>
    each(ids, async (id) => {
      const row = await lockOwn(id, ['submitted']);
      if (row.approval_id) await withdrawApproval(row.approval_id, 'Withdrawn by the submitter.');
      await query(
        `update expenses set state = 'draft', submitted_at = null, approval_id = null, first_approved_by = null,
          version = version + 1, updated_at = now() where id = $1 and workspace_id = $2`,
        [id, currentWorkspaceId()],
      );
      await emit({ type: 'expense.withdrawn', subject: { type: 'expense', id }, paths: EXPENSES_CHANGED });
    }),
  );
}

/** Through the approval queue, where an approval is carried out exactly once. @throws AppError `forbidden` */
export async function decideOnExpenses(decision: ExpenseDecision): Promise<ManyDone> {
  await requireExpenseManager();
  return transaction(() =>
    each(decision.ids, async (id) => {
      const { approval_id } = await readExpense(id, await viewer());
      if (!approval_id) throw new AppError('conflict', 'This expense was not handed in.');
      switch (decision.act) {
        case 'approve':
          return approve(approval_id, undefined);
        case 'return':
          return reject(
            approval_id,
            undefined,
            decision.reason.startsWith(RETURN) ? decision.reason : `${RETURN}: ${decision.reason}`,
          );
        case 'reject':
          return reject(approval_id, undefined, decision.reason);
        case 'undo':
          return undoApproval(approval_id);
      }
    }),
  );
}
