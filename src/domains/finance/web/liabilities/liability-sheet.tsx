import { useQuery } from '@tanstack/react-query';
import Pencil from 'lucide-react/icons/pencil';
import { lazy, Suspense, useState } from 'react';
import { messageFor } from '../../../../web/api/error.ts';
import { call, download, read } from '../../../../web/api/request.ts';
import { BarChart, LineChart } from '../../../../web/charts/index.ts';
import { Link } from '../../../../web/router/link.tsx';
import { toast } from '../../../../web/shell/toast.ts';
import { offerUndo } from '../../../../web/shell/undo.ts';
import { Banner } from '../../../../web/ui/banner.tsx';
import { Button } from '../../../../web/ui/button.tsx';
import { Failure } from '../../../../web/ui/failure.tsx';
import { Field } from '../../../../web/ui/field.tsx';
import { money, shortMoney, signedMoney } from '../../../../web/ui/format.ts';
import { Input } from '../../../../web/ui/input.tsx';
import { Sheet } from '../../../../web/ui/sheet.tsx';
import { Skeleton } from '../../../../web/ui/skeleton.tsx';
import { Tabs } from '../../../../web/ui/tabs.tsx';
import { liabilities, type Liability, type LiabilitySchedule } from '../../contract/liabilities.ts';
import { FigureTable } from '../frame/chart-with-table.tsx';
import { saveCsv } from '../frame/save-csv.ts';
import { savePdf } from '../frame/save-pdf.ts';
import { useFinance } from '../frame/use-finance.ts';
import { chartDay, dayText } from '../investments/labels.ts';
import { FOLLOWS, liabilityRead, useLiabilitiesSearch, useRefresh } from './use-liabilities.ts';
import { FREQUENCY_LABELS, KIND_LABELS } from './labels.ts';

const LiabilityDialog = lazy(() => import('./liability-dialog.tsx'));

/** One loan or card: every payment, what more would save, and whether another loan would cost less. */
export default function LiabilitySheet({ id }: { id: string }) {
  const [{ view }, setSearch] = useLiabilitiesSearch();
  const { canEdit, linkSearch } = useFinance();
  const refresh = useRefresh();
  const [editing, setEditing] = useState(false);
  const params = { id };
  const { data, error, refetch } = useQuery(liabilityRead(id));
  const remove = async () => {
    try {
      await call(liabilities.remove, { params });
      setSearch({ open: '' });
      await refresh();
      offerUndo({
        title: `${data!.name} deleted`,
        description: 'The account and its transactions stay.',
        undo: async () => {
          await call(liabilities.restore, { params });
          await refresh();
        },
      });
    } catch (failure) {
      toast({
        type: 'error',
        title: 'Couldn’t delete the loan or card',
        description: messageFor(failure, 'Try again.'),
      });
    }
  };
  return (
    <Sheet
      open
      onOpenChange={() => setSearch({ open: '', view: 'schedule' })}
      title={data?.name ?? 'Loan or card'}
      description={
        data &&
        [
          KIND_LABELS[data.kind],
          data.lender,
          `${data.currentRatePercent}% per year`,
          data.frequency && FREQUENCY_LABELS[data.frequency].toLowerCase(),
        ]
          .filter(Boolean)
          .join(' · ')
      }
      footer={
        data && (
          <>
            <Link
              to="/personal-finance"
              search={{ ...linkSearch, tab: 'transactions', account: data.accountId }}
              className="mr-auto text-sm text-accent-ink underline underline-offset-2"
            >
              Transactions
            </Link>
            {canEdit && (
              <Button variant="link" onClick={() => void remove()}>
                Delete
              </Button>
            )}
            {canEdit && (
              <Button icon={<Pencil />} onClick={() => setEditing(true)}>
                Terms
              </Button>
            )}
          </>
        )
      }
    >
      <div data-testid="record" className="grid grid-cols-[minmax(0,1fr)] gap-4">
        {error && !data ? (
          <Failure error={error} what="Loan or card" onRetry={() => void refetch()} />
        ) : !data ? (
          <Skeleton className="h-80 w-full" />
        ) : (
          <>
            {data.problem && <Banner tone="warning">{data.problem}</Banner>}
            <Facts liability={data} />
            {data.kind === 'card' ? (
              <Schedule liability={data} />
            ) : (
              <Tabs
                label="Loan details"
                value={view}
                onValueChange={(value) => setSearch({ view: value === 'refinance' ? 'refinance' : 'schedule' })}
                items={[
                  { value: 'schedule', label: 'Payments', content: <Schedule liability={data} /> },
                  { value: 'refinance', label: 'Refinance', content: <Refinancing liability={data} /> },
                ]}
              />
            )}
          </>
        )}
      </div>
      {editing && data && (
        <Suspense fallback={null}>
          <LiabilityDialog liability={data} onClose={() => setEditing(false)} />
        </Suspense>
      )}
    </Sheet>
  );
}

function Facts({ liability: one }: { liability: Liability }) {
  const facts: [string, string][] = [
    ['Current balance', money(one.owed, one.currency)],
    [
      'Next payment',
      one.nextDue ? `${money(one.nextDue.amount, one.currency)} on ${dayText(one.nextDue.day)}` : 'None',
    ],
    ...(one.plan
      ? ([
          ['Balance per terms', money(one.plan.balance, one.currency)],
          ['Remaining interest', money(one.plan.interestLeft, one.currency)],
        ] satisfies [string, string][])
      : []),
    ...(one.creditLimit ? ([['Credit limit', money(one.creditLimit, one.currency)]] satisfies [string, string][]) : []),
  ];
  return (
    <dl className="grid grid-cols-2 gap-x-4 gap-y-3 text-sm">
      {facts.map(([name, value]) => (
        <div key={name} className="min-w-0">
          <dt className="text-xs text-muted">{name}</dt>
          <dd className="tabular truncate font-medium" title={value}>
            {value}
          </dd>
        </div>
      ))}
    </dl>
  );
}

const AMOUNT = /^\d{1,12}(\.\d{1,2})?$/;
const MAX_POINTS = 200;

function Schedule({ liability }: { liability: Liability }) {
  const [extra, setExtra] = useState('');
  const asked = AMOUNT.test(extra.trim()) && Number(extra) > 0 ? extra.trim() : undefined;
  const { data, error, refetch } = useQuery({
    ...read(liabilities.schedule, { params: { id: liability.id }, query: { extra: asked } }),
    meta: { follows: FOLLOWS },
    placeholderData: (previous) => previous,
  });
  if (error && !data) return <Failure error={error} what="Payments" onRetry={() => void refetch()} />;
  if (!data) return <Skeleton className="h-80 w-full" />;
  if (data.reason) return <p className="text-sm text-muted">{data.reason}</p>;
  const { currency } = data;
  const save = () =>
    saveCsv(
      `payments-${liability.name}`,
      ['Number', 'Date', 'Payment', 'Interest', 'Principal', 'Extra', 'Balance'],
      data.rows.map((row) => [
        String(row.number),
        row.day,
        row.payment,
        row.interest,
        row.principal,
        row.extra,
        row.balance,
      ]),
    );
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <Field
        label={`Extra per payment (${currency})`}
        hint={liability.kind === 'card' ? 'In addition to the current minimum.' : 'Starting with the next payment.'}
      >
        {(control) => (
          <Input
            {...control}
            inputMode="decimal"
            placeholder="100"
            autoComplete="off"
            value={extra}
            onChange={(event) => setExtra(event.target.value)}
          />
        )}
      </Field>
      {asked && data.whatIf && (
        <p className="rounded-md bg-success-soft px-3 py-2 text-sm text-success-ink" role="status">
          {money(data.whatIf.extra, currency)} more per payment pays it off on {dayText(data.whatIf.lastDay)},{' '}
          {data.whatIf.paymentsSaved} {data.whatIf.paymentsSaved === 1 ? 'payment' : 'payments'} sooner, and saves{' '}
          {money(data.whatIf.interestSaved, currency)} of interest.
        </p>
      )}
      <BalanceChart data={data} name={liability.name} />
      <div className="flex items-center justify-between gap-3 text-sm text-muted">
        <span>
          {data.lastDay && (
            <>
              Paid off on {dayText(data.lastDay)}. Total interest: {money(data.totalInterest, currency)}.
            </>
          )}
        </span>
        <span className="flex gap-2">
          <Button size="sm" onClick={save}>
            CSV
          </Button>
          <Button
            size="sm"
            onClick={() =>
              savePdf(() =>
                download(liabilities.schedulePdf, `payments-${liability.name}.pdf`, {
                  params: { id: liability.id },
                  query: { extra: asked },
                }),
              )
            }
          >
            PDF
          </Button>
        </span>
      </div>
      <FigureTable
        label="Payments"
        columns={[
          { key: 'day', label: 'Date' },
          { key: 'payment', label: 'Payment', numeric: true },
          { key: 'interest', label: 'Interest', numeric: true },
          { key: 'principal', label: 'Principal', numeric: true },
          ...(data.rows.some((row) => row.extra !== '0') ? [{ key: 'extra', label: 'Extra', numeric: true }] : []),
          { key: 'balance', label: 'Balance', numeric: true },
        ]}
        rows={data.rows
          .filter((row) => !row.past)
          .map((row) => ({
            key: String(row.number),
            cells: {
              day: dayText(row.day),
              payment: money(row.payment, currency),
              interest: money(row.interest, currency),
              principal: money(row.principal, currency),
              extra: money(row.extra, currency),
              balance: money(row.balance, currency),
            },
          }))}
      />
    </div>
  );
}

function BalanceChart({ data, name }: { data: LiabilitySchedule; name: string }) {
  const step = Math.max(1, Math.ceil(data.rows.length / MAX_POINTS));
  const rows = data.rows.filter((_, index) => (data.rows.length - 1 - index) % step === 0);
  const faster = new Map(data.whatIf?.balances.map((one) => [one.day, Number(one.balance)]));
  const firstDay = data.whatIf?.balances[0]?.day ?? '';
  return (
    <LineChart
      label={`Balance of ${name}`}
      height={180}
      categories={rows.map((row) => chartDay(row.day))}
      format={(value, short) => (short ? shortMoney(value, data.currency) : money(String(value), data.currency))}
      series={[
        { key: 'balance', label: 'Balance', values: rows.map((row) => Number(row.balance)) },
        ...(data.whatIf
          ? [
              {
                key: 'faster',
                label: 'With extra payments',
                values: rows.map((row) => (row.day < firstDay ? null : (faster.get(row.day) ?? 0))),
              },
            ]
          : []),
      ]}
    />
  );
}

function Refinancing({ liability }: { liability: Liability }) {
  const [rate, setRate] = useState('');
  const [payments, setPayments] = useState(String(liability.plan?.paymentsLeft || liability.payments || ''));
  const [costs, setCosts] = useState('0');
  const fits =
    /^\d{1,3}(\.\d{1,6})?$/.test(rate.trim()) && /^[1-9]\d{0,3}$/.test(payments.trim()) && AMOUNT.test(costs.trim());
  const { data, error, refetch } = useQuery({
    ...read(liabilities.refinance, {
      params: { id: liability.id },
      query: { ratePercent: rate.trim(), payments: Number(payments), costs: costs.trim() },
    }),
    meta: { follows: FOLLOWS },
    enabled: fits,
    placeholderData: (previous) => previous,
  });
  const currency = liability.currency;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <div className="grid gap-3 sm:grid-cols-3">
        <Field label="New rate, % per year">
          {(control) => (
            <Input
              {...control}
              inputMode="decimal"
              autoComplete="off"
              placeholder={liability.currentRatePercent}
              value={rate}
              onChange={(event) => setRate(event.target.value)}
            />
          )}
        </Field>
        <Field label="Payments">
          {(control) => (
            <Input
              {...control}
              inputMode="numeric"
              autoComplete="off"
              value={payments}
              onChange={(event) => setPayments(event.target.value)}
            />
          )}
        </Field>
        <Field label={`Closing costs (${currency})`}>
          {(control) => (
            <Input
              {...control}
              inputMode="decimal"
              autoComplete="off"
              value={costs}
              onChange={(event) => setCosts(event.target.value)}
            />
          )}
        </Field>
      </div>
      {!fits ? (
        <p className="text-sm text-muted">
          Enter the terms of the new loan for the {money(liability.owed, currency)} balance.
        </p>
      ) : error && !data ? (
        <Failure error={error} what="Comparison" onRetry={() => void refetch()} />
      ) : !data ? (
        <Skeleton className="h-40 w-full" />
      ) : data.reason ? (
        <p className="text-sm text-muted">{data.reason}</p>
      ) : (
        <>
          <p className="text-sm" role="status">
            {Number(data.netSaving) > 0 ? (
              <>
                Over the full term, you save <strong className="tabular">{money(data.netSaving, currency)}</strong>{' '}
                after costs.
              </>
            ) : (
              <>
                Over the full term, it costs{' '}
                <strong className="tabular">{money(data.netSaving.replace('-', ''), currency)}</strong> more.
              </>
            )}{' '}
            {data.breakEvenDay
              ? `You break even on ${dayText(data.breakEvenDay)}, payment ${data.breakEvenPayment}.`
              : 'You never break even.'}
            {data.aprPercent !== null && ` APR including costs: ${data.aprPercent.toFixed(2)}%.`}
          </p>
          <FigureTable
            label="Comparison"
            columns={[
              { key: 'what', label: '' },
              { key: 'now', label: 'Current', numeric: true },
              { key: 'changed', label: 'New', numeric: true },
              { key: 'saving', label: 'Saved', numeric: true },
            ]}
            rows={[
              {
                key: 'payment',
                cells: {
                  what: 'Payment',
                  now: money(data.currentPayment, currency),
                  changed: money(data.newPayment, currency),
                  saving: signedMoney(data.paymentSaving, currency),
                },
              },
              {
                key: 'interest',
                cells: {
                  what: 'Remaining interest',
                  now: money(data.currentInterest, currency),
                  changed: money(data.newInterest, currency),
                  saving: signedMoney(data.interestSaving, currency),
                },
              },
              {
                key: 'payments',
                cells: {
                  what: 'Payments',
                  now: String(data.paymentsLeft),
                  changed: payments,
                  saving: String(data.paymentsLeft - Number(payments)),
                },
              },
            ]}
          />
          <BarChart
            label="Savings if repaid after each payment"
            height={180}
            categories={data.points.map((point) => chartDay(point.day))}
            format={(value, short) => (short ? shortMoney(value, currency) : money(String(value), currency))}
            series={[{ key: 'saving', label: 'Savings', values: data.points.map((point) => Number(point.saving)) }]}
          />
          <p className="text-xs text-muted">
            Your savings from refinancing if you repay the full balance after that payment.
          </p>
        </>
      )}
    </div>
  );
}
