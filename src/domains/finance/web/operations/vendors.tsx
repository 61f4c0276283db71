import { useCallback, useDeferredValue, useMemo } from 'react';
import { fold } from '../../../../kernel/text.ts';
import { aheadProps, useReadAhead } from '../../../../web/api/read-ahead.ts';
import { read } from '../../../../web/api/request.ts';
import { SearchBox } from '../../../../web/ui/search-box.tsx';
import { Badge } from '../../../../web/ui/badge.tsx';
import { money } from '../../../../web/ui/format.ts';
import { DayText } from '../../../../web/ui/time.tsx';
import { ledgers } from '../../contract/ledgers.ts';
import type { Operations, Vendor } from '../../contract/operations.ts';
import { useCategories } from '../accounts/use-ledger.ts';
import { useFinance } from '../frame/use-finance.ts';
import { FREQUENCY_LABELS } from './frequencies.ts';
import { Spark } from './spark.tsx';
import { useOperationsSearch } from './use-operations.ts';
import { changeText } from './labels.ts';

/** With whom the money goes; each opens its trend, its owner and its payments. */
export default function Vendors({ data }: { data: Operations }) {
  const [{ q }, setSearch] = useOperationsSearch();
  const wanted = fold(useDeferredValue(q));
  const { nameOf } = useCategories();
  const shown = useMemo(
    () =>
      data.vendors.filter((one) =>
        fold(`${one.name} ${nameOf(one.categoryId)} ${one.owner?.name ?? ''}`).includes(wanted),
      ),
    [data.vendors, wanted, nameOf],
  );
  const onSearch = useCallback((text: string) => setSearch({ q: text }, { replace: true }), [setSearch]);
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <div className="flex flex-wrap items-center gap-3">
        <SearchBox label="Search vendors" placeholder="Vendor, category, or owner" value={q} onChange={onSearch} />
        <p className="tabular text-sm text-muted" role="status">
          {shown.length === data.vendorCount
            ? `${data.vendorCount} vendors`
            : `${shown.length} of ${data.vendorCount} vendors`}
        </p>
      </div>
      {shown.length === 0 ? (
        <p className="py-8 text-center text-sm text-muted">No matching vendors</p>
      ) : (
        <ul className="divide-y divide-line rounded-lg border border-line bg-raised">
          {shown.map((one) => (
            <Row
              key={one.merchant}
              one={one}
              data={data}
              category={nameOf(one.categoryId)}
              onOpen={() => setSearch({ vendor: one.merchant })}
            />
          ))}
        </ul>
      )}
    </div>
  );
}

function Row({ one, data, category, onOpen }: { one: Vendor; data: Operations; category: string; onOpen: () => void }) {
  const change = changeText(one.runRate, one.before);
  const { ledger } = useFinance();
  const ahead = useReadAhead<string>((client, id) => {
    void import('./vendor-sheet.tsx');
    void client.prefetchQuery(read(ledgers.members, { params: { id } }));
  });
  return (
    <li data-testid="row">
      <button
        type="button"
        className="flex w-full items-center gap-3 px-4 py-2.5 text-left text-sm hover:bg-hover disabled:cursor-default"
        disabled={one.merchant === ''}
        onClick={onOpen}
        {...aheadProps(ahead, ledger.id)}
      >
        <span className="min-w-0 flex-1">
          <span className="flex flex-wrap items-center gap-x-2">
            <span className="min-w-0 truncate font-medium">{one.name || 'No name'}</span>
            {one.recurring && <Badge>{FREQUENCY_LABELS[one.recurring.frequency]}</Badge>}
            {one.cancelBy && one.cancelBy >= data.today && <Badge tone="warning">Cancel by {one.cancelBy}</Badge>}
          </span>
          <span className="block text-xs text-muted">
            {[category || 'No category', one.owner?.name].filter(Boolean).join(' · ')} · last{' '}
            <DayText value={one.lastDay} />, {money(one.lastAmount, data.currency)}
          </span>
        </span>
        <span className="max-sm:hidden">
          <Spark label={`${one.name} by month`} values={one.months.map(Number)} />
        </span>
        <span className="grid justify-items-end">
          <span className="tabular font-semibold">{money(one.runRate, data.currency)}</span>
          <span className="tabular text-xs text-muted">per month{change && `, ${change}`}</span>
        </span>
      </button>
    </li>
  );
}
