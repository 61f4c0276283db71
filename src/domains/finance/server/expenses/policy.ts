/** The workspace's policy for expenses. */
import { AppError } from '../../../../kernel/errors.ts';
import { audit } from '../../../../server/audit/audit.ts';
import { currentUserId, currentWorkspaceId, query, transaction } from '../../../../server/db/index.ts';
import { emit } from '../../../../server/events/emit.ts';
import type { ExpensePolicy, PolicyInput } from '../../contract.ts';
import { DEFAULT_POLICY } from '../../engine/expenses/policy.ts';
import { EXPENSES } from '../../paths.ts';
import { requireExpenseManager } from './who.ts';

interface Row { version: number; definition: Omit<ExpensePolicy, 'version' | 'updatedAt' | 'updatedBy'>; updated_at: string; updated_by: string | null }

export async function readPolicy(): Promise<ExpensePolicy> {
  const [row] = await query<Row>('select p.version, p.definition, p.updated_at, u.name as updated_by from expense_policies p left join workspace_people u on u.id = p.updated_by where p.workspace_id = $1', [currentWorkspaceId()]);
  if (!row) return { ...DEFAULT_POLICY, categories: DEFAULT_POLICY.categories.map((one) => ({ ...one })), mileageRates: [], version: 0, updatedAt: null, updatedBy: null };
  return { ...row.definition, version: row.version, updatedAt: row.updated_at, updatedBy: row.updated_by };
}

/** @throws AppError `forbidden`, `stale` */
export function setPolicy({ version, ...definition }: PolicyInput): Promise<ExpensePolicy> {
  return transaction(async () => {
    await requireExpenseManager();
    const written = await query(
      `insert into expense_policies (workspace_id, version, definition, updated_by) select $1, 1, $2, $3 where $4::integer = 0
       on conflict (workspace_id) do nothing returning version`,
      [currentWorkspaceId(), JSON.stringify(definition), currentUserId(), version],
    );
    const changed = written.length > 0 ? written : await query('update expense_policies set definition = $2, updated_by = $3, updated_at = now(), version = version + 1 where workspace_id = $1 and version = $4 returning version', [currentWorkspaceId(), JSON.stringify(definition), currentUserId(), version]);
    if (changed.length === 0) throw new AppError('stale', 'Someone else changed the policy meanwhile. Nothing of yours was saved yet.');
    await audit({ action: 'expenses.policy_changed', details: { ...definition } });
    await emit({ type: 'expenses.policy_changed', paths: [EXPENSES.list] });
    return readPolicy();
  });
}

/** The workspace's own currency: limits and sums are in it. */
export async function baseCurrency(): Promise<string> {
  const [row] = await query<{ currency: string }>('select currency from present_workspace');
  return row!.currency;
}
