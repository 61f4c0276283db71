import { useQuery } from '@tanstack/react-query';
import FileText from 'lucide-react/icons/file-text';
import { lazy, Suspense, useState } from 'react';
import { LineChart } from '../../../../web/charts/index.ts';
import { messageFor } from '../../../../web/api/error.ts';
import { call, download, read } from '../../../../web/api/request.ts';
import { toast } from '../../../../web/shell/toast.ts';
import { Banner } from '../../../../web/ui/banner.tsx';
import { Button } from '../../../../web/ui/button.tsx';
import { Card, CardBody, CardHeader } from '../../../../web/ui/card.tsx';
import { Failure } from '../../../../web/ui/failure.tsx';
import { money, shortMoney, signedMoney, wholeMoney } from '../../../../web/ui/format.ts';
import { Select } from '../../../../web/ui/select.tsx';
import { Skeleton } from '../../../../web/ui/skeleton.tsx';
import { type LotMethod, type Performance, portfolio, type PortfolioSummary } from '../../contract/portfolio.ts';
import { useAccounts } from '../accounts/use-ledger.ts';
import { ChartWithTable } from '../frame/chart-with-table.tsx';
import { Figure, FIGURES } from '../frame/figure.tsx';
import { savePdf } from '../frame/save-pdf.ts';
import { useFinance } from '../frame/use-finance.ts';
import { FOLLOWS, usePortfolioQuestion, useInvestmentsSearch, useRefresh, useSummary } from './use-portfolio.ts';
import { chartDay, dayText, METHOD_LABELS, optionsOf, percent, toneOf } from './labels.ts';

const CashDialog = lazy(() => import('./cash-dialog.tsx'));

const PAGE = '/investments';

/** The portfolio at a glance: totals, returns, charts, accounts. */
export default function Overview() {
  const { data, error, refetch } = useSummary();
  if (error && !data) return <Failure error={error} what="Portfolio" onRetry={() => void refetch()} />;
  if (!data)
    return (
      <div role="status" aria-busy="true" aria-label="Loading" className="grid gap-4">
        <Skeleton className="h-40 w-full" />
        <Skeleton className="h-80 w-full" />
      </div>
    );
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
      <Notices summary={data} stale={error !== null} />
      <Totals summary={data} />
      <Returns />
      <Accounts summary={data} />
    </div>
  );
}

/** Reasons why the figures are incomplete. */
function Notices({ summary, stale }: { summary: PortfolioSummary; stale: boolean }) {
  const [, setSearch] = useInvestmentsSearch();
  const [problem] = summary.problems;
  return (
    <>
      {stale && <Banner tone="warning">The figures could not be updated.</Banner>}
      {summary.exampleData && <Banner tone="info">Sample prices</Banner>}
      {summary.missingRates.length > 0 && (
        <Banner tone="warning">
          Amounts in {summary.missingRates.join(', ')} are excluded from totals. No exchange rate to {summary.currency}.
          Add one in the ledger menu under Exchange rates.
        </Banner>
      )}
      {problem && (
        <Banner
          tone="warning"
          action={
            problem.securityId ? (
              <button
                type="button"
                className="text-sm underline underline-offset-2"
                onClick={() => setSearch({ open: problem.securityId! })}
              >
                Open
              </button>
            ) : undefined
          }
        >
          {problem.message}
          {summary.problems.length > 1 && ` ${summary.problems.length - 1} more.`}
        </Banner>
      )}
    </>
  );
}

function Totals({ summary: { totals, currency } }: { summary: PortfolioSummary }) {
  const { linkSearch } = useFinance();
  const [{ account }] = useInvestmentsSearch();
  const to = (tab: string, more: object = {}) => ({
    to: PAGE,
    search: { ...linkSearch, tab, account: account || undefined, ...more },
  });
  const all = { period: 'all' };
  return (
    <dl className={FIGURES}>
      <Figure
        label="Value"
        value={money(totals.value, currency)}
        {...to('holdings')}
        note={`${signedMoney(totals.dayChange, currency)} since previous prices`}
      />
      <Figure
        label="Unrealized gain"
        value={signedMoney(totals.unrealised, currency)}
        tone={toneOf(totals.unrealised)}
        {...to('holdings')}
        note={`${percent(totals.gainRatio, { sign: true })} on a cost of ${wholeMoney(totals.cost, currency)}`}
      />
      <Figure
        label="Total realized gain"
        value={signedMoney(totals.realised, currency)}
        tone={toneOf(totals.realised)}
        {...to('income', all)}
        note={`Short-term ${wholeMoney(totals.realisedShort, currency)}, long-term ${wholeMoney(totals.realisedLong, currency)}`}
      />
      <Figure
        label="Total income"
        value={money(totals.income, currency)}
        {...to('income', all)}
        note={`${wholeMoney(totals.taxWithheld, currency)} withheld at source`}
      />
      <Figure
        label="Cash"
        value={money(totals.cash, currency)}
        to="/personal-finance"
        search={linkSearch}
        note="Excluded from returns"
      />
      <Figure
        label="Total fees"
        value={money(totals.fees, currency)}
        {...to('activities', { ...all, kind: 'fee' })}
        note="Trades and accounts"
      />
    </dl>
  );
}

/** Three returns side by side, and what they are drawn from. */
function Returns() {
  const { period } = useFinance();
  const question = usePortfolioQuestion();
  const { data, error, refetch } = useQuery({
    ...read(portfolio.performance, { query: { ...question, from: period.from ?? undefined, to: period.to } }),
    meta: { follows: FOLLOWS },
    placeholderData: (previous) => previous,
  });
  if (error && !data) return <Failure error={error} what="Performance" onRetry={() => void refetch()} />;
  // As high as the card and the charts, so that the accounts below do not run away.
  if (!data)
    return (
      <>
        {['h-56', 'h-96', 'h-80'].map((height) => (
          <Skeleton key={height} className={`${height} w-full`} />
        ))}
      </>
    );
  if (data.reason)
    return (
      <Card>
        <CardHeader title="Performance" />
        <CardBody>
          <p className="py-4 text-center text-sm text-muted">{data.reason}</p>
        </CardBody>
      </Card>
    );
  return (
    <>
      <Card>
        <CardHeader
          title="Performance"
          description={`${dayText(data.from)} to ${dayText(data.to)}. Income counts as a withdrawal on its date. Transfers count at market price.`}
        />
        <CardBody>
          <dl className="grid gap-4 sm:grid-cols-3">
            <ReturnFigure
              name="Simple return"
              value={data.simple}
              words={`Gain of ${signedMoney(data.gain, data.currency)} on the starting value and later deposits.`}
            />
            <ReturnFigure
              name="Time-weighted (TWR)"
              value={data.timeWeighted}
              aside={
                data.timeWeightedAnnual === null
                  ? undefined
                  : `${percent(data.timeWeightedAnnual, { sign: true })} a year`
              }
              words="Growth of money that stayed invested, regardless of deposits and withdrawals. Measures the investments and is compared to the benchmark."
            />
            <ReturnFigure
              name="Money-weighted (XIRR)"
              value={data.moneyWeighted}
              aside={data.moneyWeighted === null ? undefined : 'a year'}
              words={
                data.moneyWeightedRoots.length > 1
                  ? `The rate at which your deposits would have grown to the current value. ${data.moneyWeightedRoots.length} rates fit, so interpret with care.`
                  : data.moneyWeighted === null
                    ? 'Available after 30 days.'
                    : 'The annual rate at which your deposits would have grown to the current value. Includes the effect of timing.'
              }
            />
          </dl>
        </CardBody>
      </Card>
      <ValueChart data={data} />
      <div className="grid grid-cols-[minmax(0,1fr)] gap-5 lg:grid-cols-2">
        <GrowthChart data={data} />
        <DrawdownChart data={data} />
      </div>
    </>
  );
}

function ReturnFigure({
  name,
  value,
  aside,
  words,
}: {
  name: string;
  value: number | null;
  aside?: string | undefined;
  words: string;
}) {
  const tone = toneOf(value);
  return (
    <div>
      <dt className="text-sm font-medium">{name}</dt>
      <dd>
        <span
          className={
            tone === 'good'
              ? 'tabular text-xl font-semibold text-success-ink'
              : tone === 'bad'
                ? 'tabular text-xl font-semibold text-danger-ink'
                : 'tabular text-xl font-semibold'
          }
        >
          {percent(value, { sign: true, digits: 2 })}
        </span>
        {aside && <span className="tabular ml-2 text-sm text-muted">{aside}</span>}
        <span className="mt-1 block text-xs text-muted">{words}</span>
      </dd>
    </div>
  );
}

const chartPercent = (value: number) => percent(value, { sign: true });

function ValueChart({ data: { points, currency } }: { data: Performance }) {
  return (
    <ChartWithTable
      title="Value and net deposits"
      fileName="portfolio-value"
      columns={[
        { key: 'day', label: 'Date' },
        { key: 'value', label: 'Value', numeric: true },
        { key: 'invested', label: 'Net deposits', numeric: true },
      ]}
      rows={points
        .toReversed()
        .map((point) => ({
          key: point.day,
          cells: {
            day: dayText(point.day),
            value: money(point.value, currency),
            invested: money(point.invested, currency),
          },
          raw: { day: point.day, value: point.value, invested: point.invested },
        }))}
    >
      <LineChart
        label="Value and net deposits"
        categories={points.map((point) => chartDay(point.day))}
        filled
        format={(value, short) => (short ? shortMoney(value, currency) : money(String(value), currency))}
        series={[
          { key: 'value', label: 'Value', values: points.map((point) => Number(point.value)) },
          { key: 'invested', label: 'Net deposits', values: points.map((point) => Number(point.invested)) },
        ]}
      />
    </ChartWithTable>
  );
}

function GrowthChart({ data: { points, benchmark } }: { data: Performance }) {
  const { linkSearch } = useFinance();
  return (
    <ChartWithTable
      title={benchmark ? `Compared to ${benchmark.name}` : 'Time-weighted growth'}
      fileName="portfolio-growth"
      note={
        benchmark
          ? benchmark.total === null
            ? `No prices for ${benchmark.name} in this period.`
            : `${benchmark.name}: ${percent(benchmark.total, { sign: true, digits: 2 })}`
          : 'Choose a benchmark under Risk to compare.'
      }
      columns={[
        { key: 'day', label: 'Date' },
        { key: 'growth', label: 'Portfolio', numeric: true },
        ...(benchmark ? [{ key: 'benchmark', label: benchmark.name, numeric: true }] : []),
      ]}
      rows={points
        .toReversed()
        .map((point) => ({
          key: point.day,
          cells: {
            day: dayText(point.day),
            growth: percent(point.growth, { sign: true, digits: 2 }),
            benchmark: percent(point.benchmark, { sign: true, digits: 2 }),
          },
          raw: { day: point.day, growth: String(point.growth), benchmark: String(point.benchmark ?? '') },
          to: PAGE,
          search: { ...linkSearch, tab: 'activities', period: 'custom', from: point.day, to: point.day },
        }))}
    >
      <LineChart
        label="Time-weighted growth"
        categories={points.map((point) => chartDay(point.day))}
        format={chartPercent}
        series={[
          { key: 'own', label: 'Portfolio', values: points.map((point) => point.growth) },
          ...(benchmark
            ? [{ key: 'benchmark', label: benchmark.name, values: points.map((point) => point.benchmark) }]
            : []),
        ]}
      />
    </ChartWithTable>
  );
}

function DrawdownChart({ data: { points } }: { data: Performance }) {
  return (
    <ChartWithTable
      title="Drawdown"
      note="Decline from the previous peak, excluding deposits."
      fileName="drawdown"
      columns={[
        { key: 'day', label: 'Date' },
        { key: 'drawdown', label: 'Below peak', numeric: true },
      ]}
      rows={points
        .toReversed()
        .map((point) => ({
          key: point.day,
          cells: { day: dayText(point.day), drawdown: percent(point.drawdown, { digits: 2 }) },
          raw: { day: point.day, drawdown: String(point.drawdown) },
        }))}
    >
      <LineChart
        label="Drawdown"
        categories={points.map((point) => chartDay(point.day))}
        filled
        format={chartPercent}
        series={[{ key: 'drawdown', label: 'Below peak', values: points.map((point) => point.drawdown) }]}
      />
    </ChartWithTable>
  );
}

/** Accounts, and the method by which each picks lots. */
function Accounts({ summary }: { summary: PortfolioSummary }) {
  const question = usePortfolioQuestion();
  const { canEdit } = useFinance();
  const refresh = useRefresh();
  const [moving, setMoving] = useState<PortfolioSummary['accounts'][number]>();
  const choose = async (account: PortfolioSummary['accounts'][number], lotMethod: LotMethod) => {
    try {
      await call(portfolio.updateAccount, {
        params: { id: account.accountId },
        body: { version: account.version, lotMethod },
      });
      await refresh();
      toast({
        type: 'success',
        title: `${account.name}: ${METHOD_LABELS[lotMethod].toLowerCase()}`,
        description: 'Gains on past sales are recalculated.',
      });
    } catch (failure) {
      toast({ type: 'error', title: 'Couldn’t change the method', description: messageFor(failure, 'Try again.') });
      await refresh();
    }
  };
  return (
    <Card>
      <CardHeader
        title="Accounts"
        description="The lot method determines the gain on each sale."
        actions={
          <Button
            size="sm"
            icon={<FileText />}
            onClick={() => savePdf(() => download(portfolio.summaryPdf, 'portfolio.pdf', { query: question }))}
          >
            Download PDF
          </Button>
        }
      />
      <CardBody>
        <ul className="divide-y divide-line">
          {summary.accounts.map((account) => (
            <li
              key={account.accountId}
              data-testid="row"
              className="flex flex-wrap items-center gap-x-4 gap-y-2 py-2 text-sm"
            >
              <span className="min-w-40 flex-1">
                <span className="block font-medium">{account.name}</span>
                <span className="text-xs text-muted">
                  {[account.institution, account.currency].filter(Boolean).join(' · ')}
                </span>
                <CashMoved account={account} onChange={() => setMoving(account)} />
              </span>
              <Select
                aria-label={`Lot method for ${account.name}`}
                className="w-52"
                disabled={!canEdit}
                options={optionsOf(METHOD_LABELS)}
                value={account.lotMethod}
                onChange={(event) => void choose(account, event.target.value as LotMethod)}
              />
              <span className="tabular w-32 text-right">
                {money(account.value, summary.currency)}
                <span className="block text-xs text-muted">
                  {account.cash === null
                    ? `cash in ${account.currency}`
                    : `${wholeMoney(account.cash, summary.currency)} cash`}
                </span>
              </span>
            </li>
          ))}
        </ul>
      </CardBody>
      {moving && (
        <Suspense fallback={null}>
          <CashDialog account={moving} onClose={() => setMoving(undefined)} />
        </Suspense>
      )}
    </Card>
  );
}

/** The account whose cash the activities move; never in a business. */
function CashMoved({ account, onChange }: { account: PortfolioSummary['accounts'][number]; onChange: () => void }) {
  const { canEdit, ledger } = useFinance();
  const { nameOf } = useAccounts();
  if (ledger.kind === 'business' || account.cashTold) return null;
  const words =
    account.cashAccountId === null
      ? 'No cash account'
      : `Cash account: ${account.cashAccountId === account.accountId ? 'same account' : nameOf(account.cashAccountId)}, from ${dayText(account.cashFrom!)}`;
  return (
    <span className="block text-xs text-muted">
      {words}
      {canEdit && (
        <>
          {' '}
          <Button variant="link" size="sm" aria-label={`Change the cash account of ${account.name}`} onClick={onChange}>
            Change
          </Button>
        </>
      )}
    </span>
  );
}
