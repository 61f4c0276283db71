import { useQuery } from '@tanstack/react-query';
import { read } from '../../../web/api/request.ts';
import { Banner } from '../../../web/ui/banner.tsx';
import { Card, CardBody, CardHeader } from '../../../web/ui/card.tsx';
import { Failure } from '../../../web/ui/failure.tsx';
import { counted, money, wholeMoney } from '../../../web/ui/format.ts';
import { Select } from '../../../web/ui/select.tsx';
import { Skeleton } from '../../../web/ui/skeleton.tsx';
import { type ChannelReturn, type ChannelReturns, pixelCosts } from '../contract/costs.ts';
import { CostsCard } from './costs-card.tsx';
import { MONTH_RANGES, type MonthRange, monthsOf, type SiteTabProps } from './search.ts';
import { todayIn } from './use-today.ts';

const ATTRIBUTION_LABELS = { last: 'Last non-direct visit', first: 'First visit' } as const;
const BY_LABELS = { channel: 'By channel', campaign: 'By campaign' } as const;
const optionsOf = (labels: Readonly<Record<string, string>>) =>
  Object.entries(labels).map(([value, label]) => ({ value, label }));

/** What channels cost, and what the deals that they brought are worth. */
export default function RevenueTab({ site, search, onSearch }: SiteTabProps) {
  const { by, attribution } = search;
  const months = monthsOf(search.months, todayIn(site.timeZone));
  const { data, error, refetch } = useQuery({
    ...read(pixelCosts.returns, { params: { siteId: site.id }, query: { ...months, by, attribution } }),
    placeholderData: (previous, query) => (query?.queryKey[1]?.['by'] === by ? previous : undefined),
  });
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <div className="flex flex-wrap items-center gap-2">
        <Select
          aria-label="Months"
          className="w-40"
          options={optionsOf(MONTH_RANGES)}
          value={search.months}
          onChange={(event) => onSearch({ months: event.target.value as MonthRange })}
        />
        <Select
          aria-label="Group"
          className="w-36"
          options={optionsOf(BY_LABELS)}
          value={by}
          onChange={(event) => onSearch({ by: event.target.value as typeof by })}
        />
        <Select
          aria-label="Revenue goes to"
          className="w-60"
          options={optionsOf(ATTRIBUTION_LABELS)}
          value={attribution}
          onChange={(event) => onSearch({ attribution: event.target.value as typeof attribution })}
        />
      </div>
      <Card>
        <CardHeader
          title={by === 'channel' ? 'Revenue by channel' : 'Revenue by campaign'}
          description="Won opportunities of contacts whose visits are linked, beside what you spent."
        />
        <CardBody className="grid grid-cols-[minmax(0,1fr)] gap-3">
          {error && !data && <Failure error={error} what="Revenue" onRetry={() => void refetch()} />}
          {error && data && <Banner tone="warning">The figures could not be updated.</Banner>}
          {!data && !error && <Skeleton className="h-48 w-full animate-appear-late" />}
          {data && <Returns data={data} by={by} currency={site.currency} />}
        </CardBody>
      </Card>
      <CostsCard site={site} months={months} />
    </div>
  );
}

function Returns({ data, by, currency }: { data: ChannelReturns; by: 'channel' | 'campaign'; currency: string }) {
  const { items, total, unattributed, otherCurrencies } = data;
  const cell = 'py-1.5 pl-3 text-right font-medium whitespace-nowrap';
  return (
    <>
      {items.length === 0 ? (
        <p className="py-6 text-center text-sm text-muted">
          {by === 'channel' ? 'No visits in these months.' : 'No visits with a utm_campaign in these months.'}
        </p>
      ) : (
        <div className="overflow-x-auto" tabIndex={0} role="region" aria-label="Revenue table">
          <table className="w-full text-sm">
            <thead className="text-xs text-muted">
              <tr className="border-b border-line">
                <th scope="col" className="py-1.5 text-left font-medium">
                  {by === 'channel' ? 'Channel' : 'Campaign'}
                </th>
                {['Revenue', 'Cost'].map((label) => (
                  <th key={label} scope="col" className={cell}>
                    {label}
                  </th>
                ))}
                <th scope="col" className={cell}>
                  <abbr title="Return on ad spend: revenue by cost" className="no-underline">
                    ROAS
                  </abbr>
                </th>
                <th scope="col" className={cell}>
                  <abbr title="Cost of a new customer" className="no-underline">
                    CAC
                  </abbr>
                </th>
                {['New customers', 'Deals', 'Visits'].map((label) => (
                  <th key={label} scope="col" className={cell}>
                    {label}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody className="font-normal">
              {items.map((row) => (
                <Row key={row.value} row={row} label={row.value} currency={currency} />
              ))}
            </tbody>
            <tfoot className="border-t border-line font-semibold">
              <Row row={total} label="Total" currency={currency} />
            </tfoot>
          </table>
        </div>
      )}
      {unattributed.deals > 0 && (
        <p className="text-xs text-muted">
          {counted(unattributed.deals, 'won deal')} worth {wholeMoney(unattributed.revenue, currency)} without a linked{' '}
          {by === 'channel' ? 'visit' : 'visit of a campaign'}.
        </p>
      )}
      {otherCurrencies.length > 0 && (
        <p className="text-xs text-muted">
          Not included, in other currencies:{' '}
          {otherCurrencies
            .map((one) => `${wholeMoney(one.revenue, one.currency)} from ${counted(one.deals, 'deal')}`)
            .join(', ')}
          .
        </p>
      )}
    </>
  );
}

function Row({ row, label, currency }: { row: ChannelReturn; label: string; currency: string }) {
  const cell = 'tabular py-1.5 pl-3 text-right whitespace-nowrap';
  const amount = (value: string) => (Number(value) > 0 ? wholeMoney(value, currency) : '–');
  return (
    <tr data-testid="return">
      <th scope="row" className="max-w-60 min-w-32 truncate py-1.5 text-left [font-weight:inherit]" title={label}>
        {label}
      </th>
      <td className={cell}>{amount(row.revenue)}</td>
      <td className={cell}>{amount(row.cost)}</td>
      <td className={cell}>{row.roas === null ? '–' : `${Number(row.roas).toLocaleString()}×`}</td>
      <td className={cell}>{row.cac === null ? '–' : money(row.cac, currency)}</td>
      <td className={cell}>{row.customers.toLocaleString()}</td>
      <td className={cell}>{row.deals.toLocaleString()}</td>
      <td className={cell}>{row.visits.toLocaleString()}</td>
    </tr>
  );
}
