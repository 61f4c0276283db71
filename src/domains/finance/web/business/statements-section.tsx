import { useQuery } from '@tanstack/react-query';
import Download from 'lucide-react/icons/download';
import FileText from 'lucide-react/icons/file-text';
import { addDays } from '../../../../kernel/days.ts';
import { download, read } from '../../../../web/api/request.ts';
import { Link } from '../../../../web/router/link.tsx';
import { Button } from '../../../../web/ui/button.tsx';
import { cx } from '../../../../web/ui/cx.ts';
import { Failure } from '../../../../web/ui/failure.tsx';
import { money } from '../../../../web/ui/format.ts';
import { Select } from '../../../../web/ui/select.tsx';
import { Skeleton } from '../../../../web/ui/skeleton.tsx';
import { businessYear } from '../../engine/ledger/periods.ts';
import { books, type Statement, type StatementRow } from '../../contract/journal.ts';
import { attempt } from '../accounts/run-action.ts';
import { saveCsv } from '../frame/save-csv.ts';
import { useFinance, useFinanceSearch } from '../frame/use-finance.ts';
import { dayText } from '../personal/overview/labels.ts';
import type { BusinessSearch } from './search.ts';
import { FOLLOWS, useBooks, useBusinessSearch } from './use-business.ts';
import { PAGE } from './labels.ts';

const KINDS = [
  { value: 'profitAndLoss', label: 'Profit and loss' },
  { value: 'balanceSheet', label: 'Balance sheet' },
  { value: 'cashFlow', label: 'Cash flow' },
];
const COMPARE = [
  { value: 'before', label: 'Previous period' },
  { value: 'year', label: 'Previous year' },
  { value: 'none', label: 'No comparison' },
];
const BUDGET = { value: 'budget', label: 'Budget' };
/** After which section a result stands; the others stand at the end. */
const RESULT_AFTER: Readonly<Record<string, string>> = {
  grossProfit: 'costOfSales',
  operatingProfit: 'operating',
  beforeTax: 'otherExpenses',
  assets: 'fixedAssets',
  liabilities: 'longTermLiabilities',
};
const ORDER: Readonly<Record<Statement['kind'], readonly string[]>> = {
  profitAndLoss: ['revenue', 'costOfSales', 'operating', 'otherIncome', 'otherExpenses', 'tax'],
  balanceSheet: ['currentAssets', 'fixedAssets', 'currentLiabilities', 'longTermLiabilities', 'equity'],
  cashFlow: ['operating', 'investing', 'financing'],
};

interface ShownRow {
  key: string;
  label: string;
  line?: StatementRow;
  level: 'section' | 'line' | 'sum';
}

function rowsOf({ kind, sections, results }: Statement): ShownRow[] {
  const placed = Object.entries(results).filter(([name]) => name !== 'equity');
  const sums = (after: string | undefined): ShownRow[] =>
    placed
      .filter(([name]) => RESULT_AFTER[name] === after)
      .map(([name, line]) => ({ key: name, label: line.label, line, level: 'sum' }));
  return [
    ...ORDER[kind].flatMap((key): ShownRow[] => {
      const one = sections.find((section) => section.key === key);
      return [
        ...(one
          ? [
              { key, label: one.label, level: 'section' as const },
              ...one.lines.map((line, index) => ({
                key: `${key}/${index}`,
                label: line.label,
                line,
                level: 'line' as const,
              })),
              { key: `${key}/sum`, label: one.total.label, line: one.total, level: 'sum' as const },
            ]
          : []),
        ...sums(key),
      ];
    }),
    ...sums(undefined),
  ];
}

/** Profit and loss, balance sheet, cash flow; every figure opens its entries. */
export default function StatementsSection() {
  const { ledger, period } = useFinance();
  const [{ statement: kind, compare }, setSearch] = useBusinessSearch();
  const question = {
    params: { id: ledger.id },
    query: { kind, from: period.from ?? undefined, to: period.to, compare },
  };
  const { data, error, refetch } = useQuery({
    ...read(books.statement, question),
    meta: { follows: FOLLOWS },
    placeholderData: (previous) => previous,
  });
  const csv = () =>
    data &&
    saveCsv(
      `${kind}-${period.to}`,
      ['', ...data.periods.map((one) => columnText(data.kind, one))],
      rowsOf(data).map((row) => [row.label, ...(row.line?.amounts ?? data.periods.map(() => ''))]),
    );
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <div className="flex flex-wrap items-center gap-2" data-noprint>
        <Select
          aria-label="Statement"
          className="w-40"
          options={KINDS}
          value={kind}
          onChange={(event) => setSearch({ statement: event.target.value as BusinessSearch['statement'] })}
        />
        <Select
          aria-label="Compare"
          className="w-52"
          options={kind === 'profitAndLoss' ? [...COMPARE, BUDGET] : COMPARE}
          value={kind !== 'profitAndLoss' && compare === 'budget' ? 'none' : compare}
          onChange={(event) => setSearch({ compare: event.target.value as BusinessSearch['compare'] })}
        />
        <BusinessYears />
        <span className="ml-auto flex gap-2">
          <Button icon={<Download />} disabled={!data} onClick={csv}>
            CSV
          </Button>
          <Button
            icon={<FileText />}
            onClick={() =>
              void attempt('Couldn’t download the statement', () =>
                download(books.statementPdf, `${kind}.pdf`, question),
              )
            }
          >
            PDF
          </Button>
        </span>
      </div>
      <h2 className="hidden text-base font-semibold print:block">{KINDS.find((one) => one.value === kind)?.label}</h2>
      {error && !data && <Failure error={error} what="Statement" onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton className="h-96 w-full" />}
      {data && data.sections.length === 0 && (
        <p className="py-10 text-center text-sm text-muted">No entries in this period.</p>
      )}
      {data && data.sections.length > 0 && <StatementTable data={data} />}
    </div>
  );
}

/** Where the business year is not the calendar's, both of its latest are one press away. */
function BusinessYears() {
  const { today } = useFinance();
  const { data } = useBooks();
  const [, setSearch] = useFinanceSearch();
  if (!data || data.yearStartsIn === 1) return null;
  const year = businessYear(today, data);
  const before = businessYear(addDays(year.from, -1), data);
  return (
    <>
      <Button size="sm" onClick={() => setSearch({ period: 'custom', ...year })}>
        This fiscal year
      </Button>
      <Button size="sm" onClick={() => setSearch({ period: 'custom', ...before })}>
        Last fiscal year
      </Button>
    </>
  );
}

function columnText(kind: Statement['kind'], { from, to, what }: Statement['periods'][number]): string {
  if (what !== 'actual') return what === 'budget' ? 'Budget' : 'Difference';
  if (kind === 'balanceSheet') return `As of ${dayText(to)}`;
  return from ? `${dayText(from)} – ${dayText(to)}` : `Through ${dayText(to)}`;
}

function StatementTable({ data }: { data: Statement }) {
  return (
    <div
      className="max-w-4xl overflow-x-auto rounded-lg border border-line bg-raised"
      tabIndex={0}
      role="group"
      aria-label="Statement"
    >
      <table className="w-full text-sm" data-testid="statement">
        <thead>
          <tr className="border-b border-line text-xs text-muted">
            <th scope="col" className="px-4 py-2 text-left font-medium">
              In {data.currency}
            </th>
            {data.periods.map((one) => (
              <th
                key={`${one.what}/${one.to}`}
                scope="col"
                className="px-4 py-2 text-right font-medium whitespace-nowrap"
              >
                {columnText(data.kind, one)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rowsOf(data).map((row) => (
            <tr
              key={row.key}
              data-testid="row"
              className={cx('border-b border-line last:border-0', row.level === 'sum' && 'font-semibold')}
            >
              <th
                scope="row"
                className={cx(
                  'min-w-44 px-4 py-1.5 text-left',
                  row.level === 'line' ? 'pl-8 font-normal' : 'font-semibold',
                  row.level === 'section' && 'pt-4',
                )}
              >
                {row.label}
              </th>
              {data.periods.map((period, index) => (
                <td key={`${period.what}/${period.to}`} className="tabular px-4 py-1.5 text-right whitespace-nowrap">
                  {row.line && <Amount data={data} line={row.line} index={index} />}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Amount({
  data: { kind, currency, periods },
  line,
  index,
}: {
  data: Statement;
  line: StatementRow;
  index: number;
}) {
  const { linkSearch } = useFinance();
  const text = money(line.amounts[index]!, currency);
  if (!line.entries) return text;
  const { from, to, what } = periods[index]!;
  if (what === 'difference') return text;
  if (what === 'budget')
    return (
      <Link
        to={PAGE}
        search={{ ...linkSearch, tab: 'budget', month: to.slice(0, 7) }}
        className="underline-offset-2 hover:underline"
      >
        {text}
      </Link>
    );
  // A balance sheet's figure rests on everything up to its day.
  const days =
    kind === 'balanceSheet' || !from ? { period: 'custom', from: '1970-01-01', to } : { period: 'custom', from, to };
  return (
    <Link
      to={PAGE}
      search={{
        ...linkSearch,
        tab: 'journal',
        ...days,
        ...(line.entries.accountId ? { account: line.entries.accountId } : { roles: line.entries.roles.join(',') }),
      }}
      className="underline-offset-2 hover:underline"
    >
      {text}
    </Link>
  );
}
