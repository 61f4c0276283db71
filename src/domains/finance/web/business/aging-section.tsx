import { useQuery } from '@tanstack/react-query';
import { read } from '../../../../web/api/request.ts';
import { cx } from '../../../../web/ui/cx.ts';
import { Failure } from '../../../../web/ui/failure.tsx';
import { money } from '../../../../web/ui/format.ts';
import { Input } from '../../../../web/ui/input.tsx';
import { Select } from '../../../../web/ui/select.tsx';
import { Skeleton } from '../../../../web/ui/skeleton.tsx';
import { documents } from '../../contract/documents.ts';
import { ChartWithTable } from '../frame/chart-with-table.tsx';
import { Figure } from '../frame/figure.tsx';
import { useFinance } from '../frame/use-finance.ts';
import { FOLLOWS, useBusinessSearch } from './use-business.ts';
import { PAGE } from './labels.ts';

/** Amounts owed by days overdue. */
export default function AgeingSection() {
  const { ledger, today, linkSearch } = useFinance();
  const [{ kind, day }, setSearch] = useBusinessSearch();
  const { data, error, refetch } = useQuery({
    ...read(documents.ageing, { params: { id: ledger.id }, query: { kind, day: day || today } }),
    meta: { follows: FOLLOWS },
    placeholderData: (previous) => previous,
  });
  const link = (party?: string) => ({
    to: PAGE,
    search: {
      ...linkSearch,
      tab: kind === 'invoice' ? 'invoices' : 'bills',
      status: 'unpaid',
      both: true,
      ...(party ? { party } : {}),
    },
  });
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
      <div className="flex flex-wrap items-center gap-2">
        <Select
          aria-label="Aging of"
          className="w-44"
          options={[
            { value: 'invoice', label: 'Accounts receivable' },
            { value: 'bill', label: 'Accounts payable' },
          ]}
          value={kind}
          onChange={(event) => setSearch({ kind: event.target.value as 'invoice' | 'bill' })}
        />
        <label htmlFor="ageing-day" className="flex items-center gap-1.5 text-sm text-muted">
          As of{' '}
          <Input
            id="ageing-day"
            type="date"
            className="w-40!"
            max={today}
            value={day || today}
            onChange={(event) => setSearch({ day: event.target.value === today ? '' : event.target.value })}
          />
        </label>
      </div>
      {error && !data && <Failure error={error} what="Aging report" onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton className="h-80 w-full" />}
      {data && (
        <>
          <dl
            className={cx(
              'grid grid-cols-2 gap-3 sm:grid-cols-3',
              data.credit === '0' ? 'lg:grid-cols-6' : 'lg:grid-cols-4 2xl:grid-cols-7',
            )}
          >
            {data.labels.map((label, index) => (
              <Figure
                key={label}
                label={label}
                value={money(data.buckets[index]!, data.currency)}
                tone={index > 2 && data.buckets[index] !== '0' ? 'bad' : undefined}
              />
            ))}
            {data.credit !== '0' && (
              <Figure
                label="Open credit"
                value={money(data.credit, data.currency)}
                to={PAGE}
                search={{
                  ...linkSearch,
                  tab: kind === 'invoice' ? 'invoices' : 'bills',
                  status: 'unpaid',
                  credit: true,
                }}
              />
            )}
            <Figure label="Total" value={money(data.total, data.currency)} {...link()} />
          </dl>
          <ChartWithTable
            open
            title={kind === 'invoice' ? 'By customer' : 'By vendor'}
            fileName="ageing"
            note="In the ledger’s currency, at the exchange rates on the document dates."
            empty={kind === 'invoice' ? 'No open receivables.' : 'No open payables.'}
            columns={[
              { key: 'party', label: kind === 'invoice' ? 'Customer' : 'Vendor' },
              ...data.labels.map((label, index) => ({ key: `b${index}`, label, numeric: true })),
              ...(data.credit === '0' ? [] : [{ key: 'credit', label: 'Credit', numeric: true }]),
              { key: 'total', label: 'Total', numeric: true },
            ]}
            rows={data.rows.map((row) => ({
              key: row.partyKey,
              ...link(row.partyKey),
              cells: {
                party: row.party,
                credit: row.credit === '0' ? '–' : money(row.credit, data.currency),
                total: money(row.total, data.currency),
                ...Object.fromEntries(
                  row.buckets.map((amount, index) => [
                    `b${index}`,
                    amount === '0' ? '–' : money(amount, data.currency),
                  ]),
                ),
              },
              raw: {
                credit: row.credit,
                total: row.total,
                ...Object.fromEntries(row.buckets.map((amount, index) => [`b${index}`, amount])),
              },
            }))}
          />
        </>
      )}
    </div>
  );
}
