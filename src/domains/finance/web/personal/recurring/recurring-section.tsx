import { useQuery } from '@tanstack/react-query';
import Plus from 'lucide-react/icons/plus';
import Repeat from 'lucide-react/icons/repeat';
import { lazy, Suspense, useState } from 'react';
import { call, read } from '../../../../../web/api/request.ts';
import { Link } from '../../../../../web/router/link.tsx';
import { offerUndo } from '../../../../../web/shell/undo.ts';
import { Badge } from '../../../../../web/ui/badge.tsx';
import { Button } from '../../../../../web/ui/button.tsx';
import { Card, CardBody, CardHeader } from '../../../../../web/ui/card.tsx';
import { Failure } from '../../../../../web/ui/failure.tsx';
import { counted, money, signedMoney } from '../../../../../web/ui/format.ts';
import { Menu, MenuItem } from '../../../../../web/ui/dropdown-menu.tsx';
import { IconButton } from '../../../../../web/ui/icon-button.tsx';
import Ellipsis from 'lucide-react/icons/ellipsis';
import { Skeleton } from '../../../../../web/ui/skeleton.tsx';
import { EmptyState } from '../../../../../web/ui/states.tsx';
import { DayText } from '../../../../../web/ui/time.tsx';
import { type Recurring, type RecurringSuggestion, recurring } from '../../../contract/recurring.ts';
import { FINANCE } from '../../../paths.ts';
import { attempt } from '../../accounts/run-action.ts';
import { FirstAccount } from '../../accounts/first-account.tsx';
import { useAccounts } from '../../accounts/use-ledger.ts';
import { Figure, FIGURES } from '../../frame/figure.tsx';
import { useFinance } from '../../frame/use-finance.ts';
import { PAGE } from '../overview/labels.ts';
import { FREQUENCIES, monthlyCost } from './frequencies.ts';
import { useRecurringActs } from './use-recurring-acts.ts';

const RecurringDialog = lazy(() => import('./recurring-dialog.tsx'));

/** Subscriptions, bills and income that come again: found, confirmed, watched for changes of price. */
export default function RecurringSection() {
  const { ledger, canEdit } = useFinance();
  const { items: accounts, isPending: accountsPending } = useAccounts();
  const { refresh } = useRecurringActs();
  const [dialog, setDialog] = useState<
    { kind: 'new'; from?: RecurringSuggestion } | { kind: 'change'; one: Recurring }
  >();
  const { data, error, refetch } = useQuery({
    ...read(recurring.list, { query: { ledgerId: ledger.id } }),
    meta: { follows: [FINANCE.transactions] },
  });
  if (!accountsPending && accounts.length === 0) return <FirstAccount />;
  if (error && !data) return <Failure error={error} what="Recurring payments" onRetry={() => void refetch()} />;
  if (!data) return <Skeleton className="h-96 w-full" />;
  const active = data.items
    .filter((one) => one.state === 'active')
    .sort((a, b) => ((a.nextDay ?? '9') < (b.nextDay ?? '9') ? -1 : 1));
  const ended = data.items.filter((one) => one.state === 'ended');
  const remove = async (one: Recurring) => {
    if (
      await attempt('Couldn’t delete the recurring payment', async () => {
        await call(recurring.remove, { params: { id: one.id } });
        return true;
      })
    )
      await refresh();
  };
  const setState = async (one: Recurring, state: Recurring['state']) => {
    const answer = await attempt('Couldn’t update the recurring payment', () =>
      call(recurring.update, { params: { id: one.id }, body: { version: one.version, state } }),
    );
    await refresh();
    if (answer)
      offerUndo({
        title: `${one.name} ${state === 'ended' ? 'ended' : 'resumed'}`,
        undo: async () => {
          await call(recurring.update, { params: { id: one.id }, body: { version: answer.version, state: one.state } });
          await refresh();
        },
      });
  };
  const row = (one: Recurring) => (
    <RecurringRow
      key={one.id}
      one={one}
      canEdit={canEdit}
      onChange={() => setDialog({ kind: 'change', one })}
      onState={(state) => void setState(one, state)}
      onRemove={() => void remove(one)}
    />
  );
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
      <Costs items={active} />
      {canEdit && <Suggestions onConfirm={(from) => setDialog({ kind: 'new', from })} />}
      <Card>
        <CardHeader
          title="Recurring payments"
          description="Used for upcoming dates and the forecast."
          actions={
            canEdit && (
              <Button size="sm" icon={<Plus />} onClick={() => setDialog({ kind: 'new' })}>
                Add recurring payment
              </Button>
            )
          }
        />
        <CardBody>
          {active.length === 0 ? (
            <EmptyState icon={<Repeat />} title="No recurring payments yet">
              Confirm suggestions, or add rent, salary, and subscriptions.
            </EmptyState>
          ) : (
            <ul className="divide-y divide-line">{active.map(row)}</ul>
          )}
        </CardBody>
      </Card>
      {ended.length > 0 && (
        <Card>
          <CardHeader title="Ended" />
          <CardBody>
            <ul className="divide-y divide-line">{ended.map(row)}</ul>
          </CardBody>
        </Card>
      )}
      <Suspense fallback={null}>
        {dialog?.kind === 'new' && <RecurringDialog from={dialog.from} onClose={() => setDialog(undefined)} />}
        {dialog?.kind === 'change' && <RecurringDialog one={dialog.one} onClose={() => setDialog(undefined)} />}
      </Suspense>
    </div>
  );
}

function Costs({ items }: { items: readonly Recurring[] }) {
  const { ledger } = useFinance();
  const own = items.filter((one) => one.currency === ledger.currency);
  if (own.length === 0) return null;
  const total = (side: readonly Recurring[]) =>
    side.reduce((sum, one) => sum + monthlyCost(Number(one.amount), one.frequency), 0);
  const [out, into] = [
    own.filter((one) => one.amount.startsWith('-')),
    own.filter((one) => !one.amount.startsWith('-')),
  ];
  const text = (value: number) => money(value.toFixed(2), ledger.currency);
  return (
    <dl className={FIGURES}>
      <Figure label="Monthly expenses" value={text(total(out))} note={counted(out.length, 'payment')} />
      <Figure label="Monthly income" value={text(total(into))} note={counted(into.length, 'source')} />
      <Figure label="Yearly expenses" value={text(total(out) * 12)} />
      <Figure label="Remaining" value={text(total(own))} note="per month" tone={total(own) < 0 ? 'bad' : undefined} />
    </dl>
  );
}

function RecurringRow({
  one,
  canEdit,
  onChange,
  onState,
  onRemove,
}: {
  one: Recurring;
  canEdit: boolean;
  onChange: () => void;
  onState: (state: Recurring['state']) => void;
  onRemove: () => void;
}) {
  const { nameOf } = useAccounts();
  const { linkSearch } = useFinance();
  return (
    <li data-testid="row" className="flex flex-wrap items-center gap-x-3 gap-y-1 py-2.5 text-sm">
      <span className="min-w-0 flex-1 basis-52">
        <span className="flex flex-wrap items-center gap-2 font-medium">
          {one.name}
          {one.priceChange && (
            <Badge tone={one.priceChange.startsWith('-') === one.amount.startsWith('-') ? 'warning' : 'success'}>
              Last time {money(one.last!.amount, one.currency)}
            </Badge>
          )}
        </span>
        <span className="block truncate text-xs text-muted">
          {FREQUENCIES[one.frequency]}, {nameOf(one.accountId)}
          {one.last && (
            <>
              {' '}
              ·{' '}
              <Link
                to={PAGE}
                search={{ ...linkSearch, tab: 'transactions', period: 'all', open: one.last.transactionId }}
                className="underline underline-offset-2"
              >
                last on <DayText value={one.last.day} />
              </Link>
            </>
          )}
        </span>
      </span>
      <span className="text-right">
        <span className="tabular block font-medium">{signedMoney(one.amount, one.currency)}</span>
        {one.nextDay && (
          <span className="block text-xs text-muted">
            next on <DayText value={one.nextDay} />
          </span>
        )}
      </span>
      {canEdit && (
        <Menu
          label={`Actions for ${one.name}`}
          trigger={<IconButton size="sm" label={`More actions for ${one.name}`} icon={<Ellipsis />} />}
        >
          <MenuItem onSelect={onChange}>Edit…</MenuItem>
          <MenuItem onSelect={() => onState(one.state === 'active' ? 'ended' : 'active')}>
            {one.state === 'active' ? 'Mark as ended' : 'Resume'}
          </MenuItem>
          <MenuItem tone="danger" onSelect={onRemove}>
            Delete
          </MenuItem>
        </Menu>
      )}
    </li>
  );
}

function Suggestions({ onConfirm }: { onConfirm: (from: RecurringSuggestion) => void }) {
  const { ledger } = useFinance();
  const { nameOf } = useAccounts();
  const { refresh } = useRecurringActs();
  const { data } = useQuery({
    ...read(recurring.suggestions, { query: { ledgerId: ledger.id } }),
    meta: { follows: [FINANCE.transactions] },
    staleTime: 30_000,
  });
  if (!data || data.items.length === 0) return null;
  const dismiss = async ({ accountId, merchant, payee }: RecurringSuggestion) => {
    const answer = await attempt('Couldn’t save the change', () =>
      call(recurring.dismiss, { body: { ledgerId: ledger.id, accountId, merchant } }),
    );
    await refresh();
    if (answer)
      offerUndo({
        title: `${payee} marked as not recurring`,
        undo: async () => {
          await call(recurring.remove, { params: { id: answer.id } });
          await refresh();
        },
      });
  };
  return (
    <Card>
      <CardHeader
        title={counted(data.items.length, 'possible recurring payment')}
        description={`Found in the latest ${counted(data.looked, 'transaction')} by payee, frequency, and amount. Nothing is added until you confirm.`}
      />
      <CardBody>
        <ul className="divide-y divide-line">
          {data.items.slice(0, 12).map((one) => (
            <li
              key={`${one.accountId}/${one.merchant}/${one.averageAmount}`}
              data-testid="row"
              className="flex flex-wrap items-center gap-x-3 gap-y-1.5 py-2 text-sm"
            >
              <span className="min-w-0 flex-1 basis-52">
                <span className="block truncate font-medium">{one.payee}</span>
                <span className="block truncate text-xs text-muted">
                  {FREQUENCIES[one.frequency]}, {counted(one.times, 'time')} since <DayText value={one.firstDay} />,{' '}
                  {one.fixed ? 'same amount' : 'varying'}, {nameOf(one.accountId)}
                </span>
              </span>
              <span className="tabular">
                {signedMoney(one.fixed ? one.lastAmount : one.averageAmount, one.currency)}
              </span>
              <span className="flex gap-1.5">
                <Button size="sm" onClick={() => onConfirm(one)}>
                  Confirm…
                </Button>
                <Button size="sm" variant="ghost" onClick={() => void dismiss(one)}>
                  Not recurring
                </Button>
              </span>
            </li>
          ))}
        </ul>
      </CardBody>
    </Card>
  );
}
