import { useQuery } from '@tanstack/react-query';
import { call } from '../../../../web/api/request.ts';
import { Link } from '../../../../web/router/link.tsx';
import type { RawSearch } from '../../../../web/router/page.ts';
import { toast } from '../../../../web/shell/toast.ts';
import { Banner } from '../../../../web/ui/banner.tsx';
import { Button } from '../../../../web/ui/button.tsx';
import { confirm } from '../../../../web/ui/confirm.ts';
import { Failure } from '../../../../web/ui/failure.tsx';
import { money } from '../../../../web/ui/format.ts';
import { Sheet } from '../../../../web/ui/sheet.tsx';
import { Skeleton } from '../../../../web/ui/skeleton.tsx';
import { DayText, RelativeTime } from '../../../../web/ui/time.tsx';
import { journal, type JournalEntry } from '../../contract/journal.ts';
import { attempt } from '../accounts/run-action.ts';
import { useFinance } from '../frame/use-finance.ts';
import { entryRead, useBusinessSearch, useRefresh } from './use-business.ts';
import { PAGE, SOURCE_LABELS } from './labels.ts';

/** An entry with both sides, and what it was made from. */
export default function EntrySheet({ id, onClose }: { id: string; onClose: () => void }) {
  const { data, error, refetch } = useQuery(entryRead(id));
  const { canEdit, today } = useFinance();
  const refresh = useRefresh();
  const [, setSearch] = useBusinessSearch();
  const reverse = async () => {
    if (
      !data ||
      !(await confirm({
        title: `Reverse “${data.memo}”?`,
        description: 'A reversing entry is posted today. Journal entries are never deleted.',
        action: 'Reverse',
      }))
    )
      return;
    const made = await attempt('Couldn’t reverse the entry', () =>
      call(journal.reverse, { params: { id }, body: { day: today < data.day ? data.day : today } }),
    );
    await refresh();
    if (made)
      toast({
        type: 'success',
        title: 'Entry reversed',
        action: { label: 'Open', onSelect: () => setSearch({ open: made.id }) },
      });
  };
  return (
    <Sheet
      open
      onOpenChange={onClose}
      title={data?.memo ?? 'Loading…'}
      description={
        data && (
          <>
            <DayText value={data.day} /> · {SOURCE_LABELS[data.source] ?? data.source}
          </>
        )
      }
      footer={
        data &&
        canEdit &&
        data.source === 'manual' &&
        !data.reverses &&
        !data.reversedBy && <Button onClick={() => void reverse()}>Reverse</Button>
      }
    >
      {error && !data && <Failure error={error} what="Entry" onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton className="h-60 w-full" />}
      {data && <Body entry={data} />}
    </Sheet>
  );
}

function Body({ entry }: { entry: JournalEntry }) {
  const { ledger, linkSearch } = useFinance();
  const toEntry = (open: string) => ({
    to: PAGE,
    search: { ...linkSearch, tab: 'journal', period: 'all', open } as RawSearch,
  });
  const amount = (value: string, debit: boolean) =>
    value.startsWith('-') === debit ? '' : money(value.replace('-', ''), ledger.currency);
  return (
    <div className="grid gap-4" data-testid="record">
      {entry.reversedBy && (
        <Banner tone="info">
          Reversed by{' '}
          <Link {...toEntry(entry.reversedBy)} className="underline">
            another entry
          </Link>
          .
        </Banner>
      )}
      {entry.reverses && (
        <Banner tone="info">
          Reverses{' '}
          <Link {...toEntry(entry.reverses)} className="underline">
            an earlier entry
          </Link>
          .
        </Banner>
      )}
      <table className="w-full text-sm">
        <thead>
          <tr className="border-b border-line text-xs text-muted">
            <th scope="col" className="py-1.5 text-left font-medium">
              Account
            </th>
            <th scope="col" className="py-1.5 text-right font-medium">
              Debit
            </th>
            <th scope="col" className="py-1.5 text-right font-medium">
              Credit
            </th>
          </tr>
        </thead>
        <tbody>
          {entry.lines.map((line, index) => (
            <tr key={`${line.accountId}/${index}`} className="border-b border-line last:border-0">
              <th scope="row" className="py-1.5 pr-2 text-left font-normal">
                <Link
                  to={PAGE}
                  search={{ ...linkSearch, tab: 'journal', account: line.accountId }}
                  className="text-accent-ink underline-offset-2 hover:underline"
                >
                  {line.code} {line.name}
                </Link>
                {(line.memo || (line.foreign && line.foreign.amount !== '0')) && (
                  <span className="block text-xs text-muted">
                    {[
                      line.memo,
                      line.foreign && line.foreign.amount !== '0' && money(line.foreign.amount, line.foreign.currency),
                    ]
                      .filter(Boolean)
                      .join(' · ')}
                  </span>
                )}
              </th>
              <td className="tabular py-1.5 text-right">{amount(line.amount, true)}</td>
              <td className="tabular py-1.5 text-right">{amount(line.amount, false)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <Origin entry={entry} />
      <p className="text-xs text-muted">
        Posted <RelativeTime value={entry.createdAt} />
        {entry.createdBy && ` by ${entry.createdBy}`}
      </p>
    </div>
  );
}

function Origin({ entry: { source, sourceId } }: { entry: JournalEntry }) {
  const { linkSearch } = useFinance();
  const link =
    source === 'transaction'
      ? { to: PAGE, search: { ...linkSearch, tab: 'transactions', period: 'all', open: sourceId! } }
      : source === 'invoice' || source === 'bill'
        ? { to: PAGE, search: { ...linkSearch, tab: `${source}s`, open: sourceId! } }
        : source === 'expense'
          ? { to: '/business-expenses', search: { whose: 'all', open: sourceId! } }
          : source === 'reimbursement'
            ? { to: '/business-expenses', search: { tab: 'pay' } }
            : undefined;
  if (!link) return null;
  return (
    <p className="text-sm">
      <Link {...link} className="text-accent-ink underline-offset-2 hover:underline">
        {source === 'transaction' ? 'View bank transaction' : `The ${source}`}
      </Link>
    </p>
  );
}
