import Pencil from 'lucide-react/icons/pencil';
import Plus from 'lucide-react/icons/plus';
import Scale from 'lucide-react/icons/scale';
import TrendingUp from 'lucide-react/icons/trending-up';
import { lazy, Suspense, useState } from 'react';
import { Link } from '../../../../web/router/link.tsx';
import { Badge } from '../../../../web/ui/badge.tsx';
import { Button } from '../../../../web/ui/button.tsx';
import { Card, CardBody, CardHeader } from '../../../../web/ui/card.tsx';
import { cx } from '../../../../web/ui/cx.ts';
import { Failure } from '../../../../web/ui/failure.tsx';
import { money } from '../../../../web/ui/format.ts';
import { IconButton } from '../../../../web/ui/icon-button.tsx';
import { Skeleton } from '../../../../web/ui/skeleton.tsx';
import { type Account, isValued, VALUED_KINDS } from '../../contract/accounts.ts';
import { accountKind } from '../accounts/account-kinds.ts';
import { FirstAccount } from '../accounts/first-account.tsx';
import { useAccounts } from '../accounts/use-ledger.ts';
import { useFinance } from '../frame/use-finance.ts';
import { useHeldByAccount } from '../frame/use-net-worth.tsx';
import { ClosedPeriods } from './closed-periods.tsx';
import { dayText, PAGE } from './overview/labels.ts';

const AccountDialog = lazy(() => import('../accounts/account-dialog.tsx'));
const ReconcileDialog = lazy(() => import('./reconcile-dialog.tsx'));
const ValueDialog = lazy(() => import('./value-dialog.tsx'));

const GROUPS: readonly { title: string; kinds: readonly Account['kind'][] }[] = [
  { title: 'Everyday accounts', kinds: ['checking', 'cash', 'card'] },
  { title: 'Savings and investments', kinds: ['savings', 'investment', 'other'] },
  { title: 'Property and valuables', kinds: VALUED_KINDS },
  { title: 'Loans', kinds: ['loan'] },
];

/** Accounts with what they hold, worked out of their transactions; and up to which day the books are closed. */
export default function AccountsSection() {
  const { canEdit } = useFinance();
  const held = useHeldByAccount();
  const { items, open, error, isPending, refetch } = useAccounts();
  const [dialog, setDialog] = useState<{ kind: 'new' } | { kind: 'change' | 'reconcile'; account: Account }>();
  if (error && items.length === 0) return <Failure error={error} what="Accounts" onRetry={() => void refetch()} />;
  if (isPending) return <Skeleton className="h-96 w-full" />;
  if (items.length === 0) return <FirstAccount />;
  const archived = items.filter((account) => account.archivedAt);
  const groups = [
    ...GROUPS.map(({ title, kinds }) => ({ title, accounts: open.filter((account) => kinds.includes(account.kind)) })),
    { title: 'Archived', accounts: archived },
  ].filter((group) => group.accounts.length > 0);
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
      {groups.map(({ title, accounts }, index) => (
        <Card key={title}>
          <CardHeader
            title={title}
            actions={
              index === 0 &&
              canEdit && (
                <Button size="sm" icon={<Plus />} onClick={() => setDialog({ kind: 'new' })}>
                  New account
                </Button>
              )
            }
          />
          <CardBody>
            <ul className="divide-y divide-line">
              {accounts.map((account) => (
                <AccountRow
                  key={account.id}
                  account={account}
                  held={held.get(account.id)}
                  canEdit={canEdit}
                  onChange={() => setDialog({ kind: 'change', account })}
                  onReconcile={() => setDialog({ kind: 'reconcile', account })}
                />
              ))}
            </ul>
          </CardBody>
        </Card>
      ))}
      <ClosedPeriods />
      <Suspense fallback={null}>
        {dialog?.kind === 'new' && <AccountDialog onClose={() => setDialog(undefined)} />}
        {dialog?.kind === 'change' && <AccountDialog account={dialog.account} onClose={() => setDialog(undefined)} />}
        {dialog?.kind === 'reconcile' && isValued(dialog.account.kind) && (
          <ValueDialog account={dialog.account} onClose={() => setDialog(undefined)} />
        )}
        {dialog?.kind === 'reconcile' && !isValued(dialog.account.kind) && (
          <ReconcileDialog account={dialog.account} onClose={() => setDialog(undefined)} />
        )}
      </Suspense>
    </div>
  );
}

/** @param held what is invested in it, in the page's currency */
function AccountRow({
  account,
  held,
  canEdit,
  onChange,
  onReconcile,
}: {
  account: Account;
  held: string | undefined;
  canEdit: boolean;
  onChange: () => void;
  onReconcile: () => void;
}) {
  const { currency, linkSearch } = useFinance();
  const pending = account.balance !== account.balanceWithPending;
  const isThing = isValued(account.kind);
  return (
    <li data-testid="row" className="flex flex-wrap items-center gap-x-3 gap-y-1 py-2.5">
      <span className="min-w-0 flex-1 basis-44">
        <Link
          to={PAGE}
          search={{ ...linkSearch, tab: 'transactions', period: 'all', account: account.id }}
          className="block truncate font-medium underline-offset-2 hover:underline"
        >
          {account.name}
        </Link>
        <span className="flex flex-wrap items-center gap-x-2 text-xs text-muted">
          <span>{[accountKind(account.kind), account.institution].filter(Boolean).join(', ')}</span>
          <Standing account={account} />
        </span>
      </span>
      <span className="ml-auto text-right">
        <span className={cx('tabular block font-semibold', account.balance.startsWith('-') && 'text-danger-ink')}>
          {money(account.balance, account.currency)}
        </span>
        {pending && (
          <span className="tabular block text-xs text-muted">
            {money(account.balanceWithPending, account.currency)} with pending
          </span>
        )}
        {held && (
          <Link
            to="/investments"
            search={{ ...linkSearch, account: account.id }}
            className="tabular block text-xs text-muted underline-offset-2 hover:underline"
          >
            and {money(held, currency)} invested
          </Link>
        )}
      </span>
      {canEdit && (
        <span className="flex gap-1 max-sm:w-full">
          <Button size="sm" icon={isThing ? <TrendingUp /> : <Scale />} onClick={onReconcile}>
            {isThing ? 'Update value' : 'Reconcile'}
          </Button>
          <IconButton size="sm" label={`Edit ${account.name}`} icon={<Pencil />} onClick={onChange} />
        </span>
      )}
    </li>
  );
}

/** How far what it holds can be trusted. */
function Standing({ account: { kind, reconciledThrough, openingDay } }: { account: Account }) {
  if (isValued(kind)) {
    const since = reconciledThrough ?? openingDay;
    return since && <span>valued on {dayText(since)}</span>;
  }
  return reconciledThrough ? (
    <Badge tone="success">Reconciled through {dayText(reconciledThrough)}</Badge>
  ) : (
    <span>Never reconciled</span>
  );
}
