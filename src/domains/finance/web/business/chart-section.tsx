import { useQuery, useQueryClient } from '@tanstack/react-query';
import Archive from 'lucide-react/icons/archive';
import ArchiveRestore from 'lucide-react/icons/archive-restore';
import Pencil from 'lucide-react/icons/pencil';
import Plus from 'lucide-react/icons/plus';
import { lazy, Suspense, useState } from 'react';
import { decimal } from '../../../../kernel/money/index.ts';
import { call, read } from '../../../../web/api/request.ts';
import { Link } from '../../../../web/router/link.tsx';
import { toast } from '../../../../web/shell/toast.ts';
import { Badge } from '../../../../web/ui/badge.tsx';
import { Button } from '../../../../web/ui/button.tsx';
import { Card, CardBody, CardHeader } from '../../../../web/ui/card.tsx';
import { Failure } from '../../../../web/ui/failure.tsx';
import { counted, money } from '../../../../web/ui/format.ts';
import { IconButton } from '../../../../web/ui/icon-button.tsx';
import { Select } from '../../../../web/ui/select.tsx';
import { Skeleton } from '../../../../web/ui/skeleton.tsx';
import { Switch } from '../../../../web/ui/switch.tsx';
import { categories } from '../../contract/accounts.ts';
import { type BookAccount, books, BookType } from '../../contract/journal.ts';
import { isDebitNormal, ROLES } from '../../engine/ledger/accounts.ts';
import { FINANCE } from '../../paths.ts';
import { attempt } from '../accounts/run-action.ts';
import { useFinance } from '../frame/use-finance.ts';
import { takesEntries, useBusinessSearch, useChart, useRefresh } from './use-business.ts';
import { PAGE, TYPE_LABELS } from './labels.ts';

const AccountDialog = lazy(() => import('./account-dialog.tsx'));
const OpeningDialog = lazy(() => import('./opening-dialog.tsx'));

/** The chart of accounts, and which categories of the bank's lines are posted where. */
export default function ChartSection() {
  const { canEdit, ledger } = useFinance();
  const { items, error, isPending, refetch } = useChart();
  const [{ archived }, setSearch] = useBusinessSearch();
  const [dialog, setDialog] = useState<BookAccount | 'new' | 'opening'>();
  if (error && items.length === 0) return <Failure error={error} what="Accounts" onRetry={() => void refetch()} />;
  if (isPending) return <Skeleton className="h-96 w-full" />;
  const shown = items.filter((one) => archived || !one.archivedAt);
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
      <div className="flex flex-wrap items-center gap-3">
        <p className="text-sm text-muted">
          {counted(shown.length, 'account')}, balances in {ledger.currency}
        </p>
        <Switch label="Show archived" checked={archived} onCheckedChange={(value) => setSearch({ archived: value })} />
        {canEdit && (
          <span className="ml-auto flex gap-2">
            <Button onClick={() => setDialog('opening')}>Opening balances…</Button>
            <Button variant="primary" icon={<Plus />} onClick={() => setDialog('new')}>
              New account
            </Button>
          </span>
        )}
      </div>
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-5 xl:grid-cols-2">
        {BookType.options.map((type) => {
          const own = shown.filter((one) => one.type === type);
          return (
            own.length > 0 && (
              <Card key={type} className="min-w-0">
                <CardHeader title={TYPE_LABELS[type]} />
                <CardBody>
                  <ul className="divide-y divide-line">
                    {own.map((one) => (
                      <Row key={one.id} one={one} onEdit={() => setDialog(one)} />
                    ))}
                  </ul>
                </CardBody>
              </Card>
            )
          );
        })}
        <Mapping chart={items} />
      </div>
      {dialog === 'opening' && (
        <Suspense fallback={null}>
          <OpeningDialog onClose={() => setDialog(undefined)} />
        </Suspense>
      )}
      {dialog && dialog !== 'opening' && (
        <Suspense fallback={null}>
          <AccountDialog account={dialog === 'new' ? undefined : dialog} onClose={() => setDialog(undefined)} />
        </Suspense>
      )}
    </div>
  );
}

function Row({ one, onEdit }: { one: BookAccount; onEdit: () => void }) {
  const { canEdit, ledger, linkSearch } = useFinance();
  const refresh = useRefresh();
  const natural = isDebitNormal(one.type) ? one.balance : decimal(one.balance).negated().toFixed();
  const archive = async (archived: boolean) => {
    await attempt(archived ? 'Couldn’t archive the account' : 'Couldn’t restore the account', () =>
      call(books.updateAccount, { params: { id: one.id }, body: { version: one.version, archived } }),
    );
    await refresh();
  };
  return (
    <li data-testid="row" className="flex flex-wrap items-center gap-x-3 py-1.5 text-sm sm:flex-nowrap">
      <span className="tabular w-12 text-muted max-sm:w-10">{one.code}</span>
      <span className="min-w-0 flex-1">
        <span className="flex flex-wrap items-center gap-x-1.5">
          <span className="min-w-0 break-words">{one.name}</span>
          {one.archivedAt && <Badge>Archived</Badge>}
        </span>
        <span className="block text-xs text-muted">
          {ROLES[one.role].label}
          {one.accountId ? ' · from the bank' : ''}
        </span>
      </span>
      <Link
        to={PAGE}
        search={{ ...linkSearch, tab: 'journal', period: 'all', account: one.id }}
        className="tabular underline-offset-2 hover:underline"
      >
        {money(natural, ledger.currency)}
      </Link>
      {canEdit && (
        <span className="flex w-16 shrink-0 max-sm:w-full max-sm:justify-end max-sm:empty:hidden pointer-coarse:sm:w-24">
          <IconButton size="sm" label={`Edit ${one.name}`} icon={<Pencil />} onClick={onEdit} />
          {!one.system && !one.accountId && (
            <IconButton
              size="sm"
              label={`${one.archivedAt ? 'Restore' : 'Archive'} ${one.name}`}
              icon={one.archivedAt ? <ArchiveRestore /> : <Archive />}
              onClick={() => void archive(!one.archivedAt)}
            />
          )}
        </span>
      )}
    </li>
  );
}

function Mapping({ chart }: { chart: readonly BookAccount[] }) {
  const { ledger, canEdit } = useFinance();
  const client = useQueryClient();
  const refresh = useRefresh();
  const { data } = useQuery({
    ...read(categories.list, { query: { ledgerId: ledger.id } }),
    meta: { follows: [FINANCE.categories] },
  });
  const of = new Map(chart.flatMap((one) => one.categories.map((category) => [category.id, one.id] as const)));
  const options = chart.filter(takesEntries).map((one) => ({ value: one.id, label: `${one.code} ${one.name}` }));
  const map = async (categoryId: string, accountId: string) => {
    const done = await attempt('Couldn’t move the category', () =>
      call(books.mapCategory, { params: { id: ledger.id, categoryId }, body: { accountId } }),
    );
    await Promise.all([refresh(), client.invalidateQueries({ queryKey: [FINANCE.categories] })]);
    if (done) toast({ type: 'success', title: `Category moved. ${counted(done.posted, 'bank transaction')} reposted` });
  };
  if (!data) return null;
  return (
    <Card className="min-w-0">
      <CardHeader
        title="Categories"
        description="Bank transactions in each category post to these accounts. Closed periods do not change."
      />
      <CardBody>
        <ul className="divide-y divide-line">
          {data.items.map((one) => (
            <li key={one.id} className="flex items-center gap-3 py-1 text-sm">
              <span className="min-w-0 flex-1 truncate">{one.name}</span>
              <Select
                aria-label={`Account for ${one.name}`}
                className="w-56"
                options={options}
                value={of.get(one.id) ?? ''}
                disabled={!canEdit}
                onChange={(event) => void map(one.id, event.target.value)}
              />
            </li>
          ))}
        </ul>
      </CardBody>
    </Card>
  );
}
