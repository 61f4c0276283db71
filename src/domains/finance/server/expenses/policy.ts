/** The workspace's policy for expenses. */
import { currentWorkspaceId, query } from '../../../../server/db/index.ts';
import type { ExpensePolicy } from '../../contract.ts';
import { DEFAULT_POLICY } from '../../engine/expenses/policy.ts';

type Definition = Omit<ExpensePolicy, 'version' | 'ledgerId' | 'updatedAt' | 'updatedBy'>;
interface Row {
  version: number;
  ledger_id: string | null;
  definition: Definition;
  updated_at: string;
  updated_by: string | null;
}

export async function readPolicy(): Promise<ExpensePolicy> {
  const [row] = await query<Row>(
    'select p.version, p.ledger_id, p.definition, p.updated_at, u.name as updated_by from expense_policies p left join workspace_people u on u.id = p.updated_by where p.workspace_id = $1',
    [currentWorkspaceId()],
  );
  if (!row)
    return {
      ...DEFAULT_POLICY,
      categories: DEFAULT_POLICY.categories.map((one) => ({ ...one, accountId: null })),
      mileageRates: [],
      ledgerId: null,
      version: 0,
      updatedAt: null,
      updatedBy: null,
    };
  // Categories that were set before there were books to post to name no account.
  return {
    ...row.definition,
    categories: row.definition.categories.map((one) => ({ ...one, accountId: one.accountId ?? null })),
    ledgerId: row.ledger_id,
    version: row.version,
    updatedAt: row.updated_at,
    updatedBy: row.updated_by,
  };
}

/** The workspace's own currency: limits and sums are in it. */
export async function baseCurrency(): Promise<string> {
  const [row] = await query<{ currency: string }>('select currency from present_workspace');
  return row!.currency;
}
