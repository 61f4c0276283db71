import Wallet from 'lucide-react/icons/wallet';
import { useQuery } from '@tanstack/react-query';
import { read } from '../../../../web/api/request.ts';
import { Link } from '../../../../web/router/link.tsx';
import { buttonClass } from '../../../../web/ui/button.tsx';
import { Card, CardHeader } from '../../../../web/ui/card.tsx';
import { Failure } from '../../../../web/ui/failure.tsx';
import { money } from '../../../../web/ui/format.ts';
import { Skeleton } from '../../../../web/ui/skeleton.tsx';
import { EmptyState } from '../../../../web/ui/states.tsx';
import { type Account, accounts } from '../../contract/accounts.ts';
import { FINANCE } from '../../paths.ts';
import { useFinance } from '../frame/use-finance.ts';
import { useHeldByAccount } from '../frame/use-net-worth.tsx';

const KINDS: Readonly<Record<Account['kind'], string>> = {
  checking: 'Checking',
  savings: 'Savings',
  card: 'Card',
  cash: 'Cash',
  loan: 'Loan',
  investment: 'Investment, cash',
  property: 'Property',
  vehicle: 'Vehicle',
  valuables: 'Valuables',
  other: 'Other',
};

/** Account balances, each linked to its transactions. */
export function AccountsList() {
  const { ledger, currency: own, linkSearch, canEdit } = useFinance();
  const held = useHeldByAccount();
  const { data, error, refetch } = useQuery({
    ...read(accounts.list, { query: { ledgerId: ledger.id } }),
    meta: { follows: [FINANCE.transactions] },
  });
  const open = data?.items.filter(({ archivedAt }) => !archivedAt);
  return (
    <Card aria-label="Accounts">
      <CardHeader title="Accounts" description="Current balances, excluding pending" />
      {error && !data && <Failure error={error} what="Accounts" onRetry={() => void refetch()} />}
      {!data && !error && (
        <div className="px-4 pb-4">
          <Skeleton className="h-40 w-full" />
        </div>
      )}
      {open?.length === 0 && (
        <EmptyState
          icon={<Wallet />}
          title="No accounts yet"
          className="py-6"
          action={
            canEdit && (
              <Link to="/personal-finance" search={{ ...linkSearch, tab: 'accounts' }} className={buttonClass()}>
                Add account
              </Link>
            )
          }
        >
          Connect a bank, or add an account and import bank files.
        </EmptyState>
      )}
      {open && open.length > 0 && (
        <ul className="divide-y divide-line border-t border-line">
          {open.map(({ id, name, kind, institution, balance, currency }) => (
            <li key={id} className="flex items-baseline gap-3 px-4 py-2 text-sm" data-testid="row">
              <span className="min-w-0 flex-1 truncate">
                <Link
                  to="/personal-finance"
                  search={{ ...linkSearch, tab: 'transactions', account: id }}
                  className="font-medium underline-offset-4 hover:underline"
                >
                  {name}
                </Link>
                <span className="text-muted"> · {[KINDS[kind], institution].filter(Boolean).join(', ')}</span>
              </span>
              <span className="shrink-0 text-right">
                <span className={`tabular block ${balance.startsWith('-') ? 'text-danger-ink' : ''}`}>
                  {money(balance, currency)}
                </span>
                {held.has(id) && (
                  <Link
                    to="/investments"
                    search={{ ...linkSearch, account: id }}
                    className="tabular block text-xs leading-6 text-muted underline-offset-4 hover:underline"
                  >
                    and {money(held.get(id)!, own)} invested
                  </Link>
                )}
              </span>
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}
