/** Setting the workspace's policy for expenses. */
import { AppError, invalid } from '../../../../kernel/errors.ts';
import { audit } from '../../../../server/audit/audit.ts';
import { currentUserId, currentWorkspaceId, query, transaction } from '../../../../server/db/index.ts';
import { emit } from '../../../../server/events/emit.ts';
import type { ExpensePolicy, PolicyInput } from '../../contract.ts';
import { ROLES } from '../../engine/ledger/index.ts';
import { EXPENSES } from '../../paths.ts';
import { requireBooks } from '../books/books.ts';
import { chartOf, requireFree } from '../books/chart.ts';
import { moveOwed } from './books.ts';
import { baseCurrency, readPolicy } from './policy.ts';
import { requireExpenseManager } from './people.ts';

/**
 * Another ledger takes over what is owed.
 * @throws AppError `validation`, `not_found`, `forbidden`, `stale`; `conflict` for a personal ledger
 */
export function setPolicy({ version, ledgerId, ...definition }: PolicyInput): Promise<ExpensePolicy> {
  return transaction(async () => {
    await requireExpenseManager();
    const before = await readPolicy();
    const chosen = ledgerId === undefined ? before.ledgerId : ledgerId;
    if (chosen && chosen !== before.ledgerId) await requireUsableLedger(chosen);
    if (chosen) await requireAccounts(chosen, definition.categories);
    const values = [currentWorkspaceId(), JSON.stringify(definition), currentUserId(), version, chosen];
    const written = await query(
      `insert into expense_policies (workspace_id, version, definition, updated_by, ledger_id) select $1, 1, $2, $3, $5
        where $4::integer = 0
       on conflict (workspace_id) do nothing returning version`,
      values,
    );
    const changed =
      written.length > 0
        ? written
        : await query(
            'update expense_policies set definition = $2, updated_by = $3, ledger_id = $5, updated_at = now(), version = version + 1 where workspace_id = $1 and version = $4 returning version',
            values,
          );
    if (changed.length === 0)
      throw new AppError('stale', 'Someone else changed the policy in the meantime. Your changes were not saved.');
    await audit({ action: 'expenses.policy_changed', details: { ...definition, ledgerId: chosen } });
    await emit({ type: 'expenses.policy_changed', paths: [EXPENSES.list] });
    if (chosen !== before.ledgerId) await moveOwed();
    return readPolicy();
  });
}

async function requireUsableLedger(ledgerId: string): Promise<void> {
  const [{ currency }, base] = [await requireBooks(ledgerId, 'owner'), await baseCurrency()];
  if (currency !== base)
    throw invalid(
      'ledgerId',
      `This ledger is in ${currency}. Expenses are owed in ${base}, and can be posted to a ledger in ${base} only.`,
    );
}

async function requireAccounts(ledgerId: string, categories: PolicyInput['categories']): Promise<void> {
  const chart = await chartOf(ledgerId);
  categories.forEach(({ accountId }, at) => {
    const account = accountId ? chart.get(accountId) : undefined;
    const type = account && ROLES[account.role].type;
    if (accountId && type !== 'expense' && type !== 'asset')
      throw invalid(`categories.${at}.accountId`, 'Choose an account of costs, or of what is owned.');
  });
  await requireFree(
    ledgerId,
    categories.flatMap(({ accountId }, at) =>
      accountId ? [{ field: `categories.${at}.accountId`, id: accountId }] : [],
    ),
  );
}
