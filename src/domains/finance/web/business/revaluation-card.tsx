import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { addDays, monthStart } from '../../../../kernel/days.ts';
import { call, read } from '../../../../web/api/request.ts';
import { useGo } from '../../../../web/router/link.tsx';
import { toast } from '../../../../web/shell/toast.ts';
import { Button } from '../../../../web/ui/button.tsx';
import { Failure } from '../../../../web/ui/failure.tsx';
import { money } from '../../../../web/ui/format.ts';
import { Input } from '../../../../web/ui/input.tsx';
import { books } from '../../contract/journal.ts';
import { attempt } from '../accounts/run-action.ts';
import { ChartWithTable } from '../frame/chart-with-table.tsx';
import { useFinance } from '../frame/use-finance.ts';
import { FOLLOWS, useRefresh } from './use-business.ts';
import { PAGE } from './labels.ts';

/** Revaluation of foreign currency balances at the end of a period; hidden without any. */
export function RevaluationCard() {
  const { ledger, today, canEdit, linkSearch } = useFinance();
  const refresh = useRefresh();
  const go = useGo();
  const [day, setDay] = useState(addDays(monthStart(today), -1));
  const { data, error, refetch } = useQuery({
    ...read(books.revaluation, { params: { id: ledger.id }, query: { day } }),
    meta: { follows: FOLLOWS },
    placeholderData: (previous) => previous,
    enabled: day !== '',
  });
  if (error && !data) return <Failure error={error} what="Foreign currency balances" onRetry={() => void refetch()} />;
  // Where nothing was held then, another day may still be asked for.
  const isLatest = day === addDays(monthStart(today), -1);
  if (!data || (data.rows.length === 0 && isLatest)) return null;
  const missing = data.rows.find((row) => row.rate === null);
  const changed = data.rows.some((row) => row.difference !== null && row.difference !== '0');
  const post = async () => {
    const made = await attempt('Couldn’t post the revaluation', () =>
      call(books.revalue, { params: { id: ledger.id }, body: { day } }),
    );
    await refresh();
    if (made)
      toast({
        type: 'success',
        title: `${money(made.total, made.currency)} posted. It is reversed the next day.`,
        action: {
          label: 'Open',
          onSelect: () =>
            void go(PAGE, { search: { ...linkSearch, tab: 'journal', period: 'all', open: made.entryId! } }),
        },
      });
  };
  return (
    <ChartWithTable
      title="Foreign currency balances"
      fileName={`revaluation-${day}`}
      open
      empty="No foreign currency balances on this date."
      note={
        missing
          ? `No exchange rate from ${missing.currency} to ${data.currency} for this date. Add one in the ledger menu under Exchange rates.`
          : 'Compares balances at the current exchange rate with their book value. The difference posts as an unrealized gain or loss and is reversed the next day.'
      }
      actions={
        <span className="flex flex-wrap items-center gap-2">
          <Input
            type="date"
            aria-label="Rate date"
            className="w-36!"
            max={today}
            value={day}
            onChange={(event) => setDay(event.target.value)}
          />
          {canEdit && (
            <Button size="sm" disabled={!changed || missing !== undefined} onClick={() => void post()}>
              Post difference
            </Button>
          )}
        </span>
      }
      columns={[
        { key: 'account', label: 'Account' },
        { key: 'foreign', label: 'Balance', numeric: true },
        { key: 'rate', label: 'Rate', numeric: true },
        { key: 'value', label: 'Current value', numeric: true },
        { key: 'book', label: 'Book value', numeric: true },
        { key: 'difference', label: 'Difference', numeric: true },
      ]}
      rows={data.rows.map((row) => ({
        key: `${row.accountId}/${row.currency}`,
        to: PAGE,
        search: { ...linkSearch, tab: 'journal', account: row.accountId, period: 'all' },
        cells: {
          account: row.name,
          foreign: money(row.foreign, row.currency),
          rate: row.rate ?? 'none',
          value: row.value ? money(row.value, data.currency) : '',
          book: money(row.book, data.currency),
          difference: row.difference ? money(row.difference, data.currency) : '',
        },
        raw: {
          account: row.name,
          foreign: row.foreign,
          rate: row.rate ?? '',
          value: row.value ?? '',
          book: row.book,
          difference: row.difference ?? '',
        },
      }))}
    />
  );
}
