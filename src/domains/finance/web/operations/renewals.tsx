import { money } from '../../../../web/ui/format.ts';
import { DayText } from '../../../../web/ui/time.tsx';
import { Card, CardBody, CardHeader } from '../../../../web/ui/card.tsx';
import { Badge } from '../../../../web/ui/badge.tsx';
import { decimal, sumOf } from '../../../../kernel/money/index.ts';
import type { Operations } from '../../contract/operations.ts';
import { FREQUENCY_LABELS } from './frequencies.ts';
import { useOperationsSearch } from './use-operations.ts';
import { monthText } from './labels.ts';

/** Recurring charges by month, with their dates to cancel by. */
export default function Renewals({ data }: { data: Operations }) {
  const [, setSearch] = useOperationsSearch();
  const vendors = new Map(data.vendors.map((one) => [one.merchant, one]));
  const months = [...Map.groupBy(data.renewals, (one) => one.day.slice(0, 7))];
  if (months.length === 0)
    return (
      <p className="py-8 text-center text-sm text-muted">
        No recurring payments found yet. They appear after two similar payments at a regular interval.
      </p>
    );
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <p className="text-sm text-muted">
        Payments due at least monthly show the next date. Less frequent payments show all dates in the next 12 months.
      </p>
      {months.map(([month, items]) => (
        <Card key={month}>
          <CardHeader
            title={monthText(month)}
            description={`${money(sumOf(items, (one) => decimal(one.amount)).toFixed(), data.currency)} expected`}
          />
          <CardBody>
            <ul className="divide-y divide-line">
              {items.map((one) => {
                const vendor = vendors.get(one.merchant);
                return (
                  <li
                    key={`${one.merchant}/${one.day}`}
                    data-testid="row"
                    className="flex flex-wrap items-center gap-x-3 gap-y-1 py-2 text-sm"
                  >
                    <span className="tabular w-24 text-muted">
                      <DayText value={one.day} />
                    </span>
                    <button
                      type="button"
                      className="min-w-0 flex-1 basis-32 text-left font-medium break-words text-accent-ink underline-offset-2 hover:underline"
                      onClick={() => setSearch({ vendor: one.merchant })}
                    >
                      {one.name}
                    </button>
                    {vendor?.cancelBy && <Badge tone="warning">Cancel by {vendor.cancelBy}</Badge>}
                    {vendor?.owner && <span className="text-xs text-muted">{vendor.owner.name}</span>}
                    <Badge>{FREQUENCY_LABELS[one.frequency]}</Badge>
                    <span className="tabular ml-auto font-medium">{money(one.amount, data.currency)}</span>
                  </li>
                );
              })}
            </ul>
          </CardBody>
        </Card>
      ))}
    </div>
  );
}
