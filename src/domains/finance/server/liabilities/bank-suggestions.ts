/** Debts without terms, with what connected banks tell of them: suggested, never entered by themselves. */
import type { ResponseOf } from '../../../../kernel/endpoint.ts';
import { decimal } from '../../../../kernel/money/index.ts';
import { currentWorkspaceId, query } from '../../../../server/db/index.ts';
import type { Account, liabilities, ToldLiability } from '../../contract.ts';
import { termsTold } from '../../engine/loans/index.ts';
import { listAccounts } from '../accounts/accounts.ts';
import { bankAccounts, bankLiabilities } from '../bank/plaid-reads.ts';

/** Cards and loans of a ledger that have no terms. @throws AppError `not_found` */
export async function accountsWithoutTerms(ledgerId: string): Promise<Account[]> {
  const entered = await query<{ account_id: string }>(
    'select account_id from finance_liabilities where workspace_id = $1 and ledger_id = $2 and deleted_at is null',
    [currentWorkspaceId(), ledgerId],
  );
  const taken = new Set(entered.map((row) => row.account_id));
  return (await listAccounts(ledgerId)).items.filter(
    (one) => (one.kind === 'card' || one.kind === 'loan') && one.archivedAt === null && !taken.has(one.id),
  );
}

/** Debt of an account; zero if it has none. */
export const owedBy = ({ balance }: Pick<Account, 'balance'>): string =>
  balance.startsWith('-') ? decimal(balance).negated().toFixed() : '0';

/** @throws AppError `not_found` */
export async function toldLiabilities(ledgerId: string): Promise<ResponseOf<typeof liabilities.told>> {
  const free = await accountsWithoutTerms(ledgerId);
  if (free.length === 0) return { items: [] };
  const told = new Map((await bankLiabilities(ledgerId)).items.map((one) => [one.accountId, one]));
  const known = new Map((await bankAccounts(ledgerId)).items.map((one) => [one.id, one]));
  return {
    items: free.flatMap((account): ToldLiability[] => {
      const debt = told.get(account.id);
      const terms = debt && termsTold(debt, known.get(account.id)?.limit ?? null);
      const { id: accountId, name, currency } = account;
      // The account's kind decides which terms it can have.
      if (debt && terms && (terms.kind === 'card') === (account.kind === 'card')) {
        return [
          {
            accountId,
            name,
            currency,
            owed: debt.owed,
            nextPayment: debt.nextPayment,
            nextDueDay: debt.nextDueDay,
            lender: known.get(accountId)?.institutionName ?? '',
            fromBank: true,
            isReal: known.get(accountId)?.isReal ?? true,
            ...terms,
          },
        ];
      }
      return owedBy(account) === '0' ? [] : [unknownTerms(account)];
    }),
  };
}

function unknownTerms(account: Account): ToldLiability {
  const isCard = account.kind === 'card';
  return {
    accountId: account.id,
    name: account.name,
    currency: account.currency,
    owed: owedBy(account),
    nextPayment: null,
    nextDueDay: null,
    lender: account.institution,
    fromBank: false,
    isReal: true,
    kind: isCard ? 'card' : 'other',
    ratePercent: null,
    principal: null,
    startedOn: isCard ? null : account.openingDay,
    payments: null,
    creditLimit: null,
    minimumAmount: null,
    dueDay: null,
    missing: isCard ? ['rate', 'minimum'] : ['rate', 'amount', 'payments'],
    remarks: [],
  };
}
