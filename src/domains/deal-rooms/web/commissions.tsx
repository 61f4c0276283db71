import { useState } from 'react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import Download from 'lucide-react/icons/download';
import HandCoins from 'lucide-react/icons/hand-coins';
import { messageFor } from '../../../web/api/error.ts';
import { usePages } from '../../../web/api/pages.ts';
import { call, download, read } from '../../../web/api/request.ts';
import { toast } from '../../../web/shell/toast.ts';
import { Badge } from '../../../web/ui/badge.tsx';
import { Button } from '../../../web/ui/button.tsx';
import { Failure } from '../../../web/ui/failure.tsx';
import { counted, money } from '../../../web/ui/format.ts';
import { Input } from '../../../web/ui/input.tsx';
import { LoadMore } from '../../../web/ui/load-more.tsx';
import { Skeleton } from '../../../web/ui/skeleton.tsx';
import { EmptyState } from '../../../web/ui/states.tsx';
import { DayText } from '../../../web/ui/time.tsx';
import { type Commission, dealRooms } from '../contract.ts';
import { DEAL_ROOMS } from '../paths.ts';

const STATES = {
  earned: { label: 'To approve', tone: 'info' },
  approved: { label: 'Approved', tone: 'warning' },
  paid: { label: 'Paid', tone: 'success' },
} as const;

/** The statement of a month: by person, and line by line, with approval before payment. */
export default function Commissions() {
  const [month, setMonth] = useState(() => new Date().toISOString().slice(0, 7));
  const query = { month };
  const head = useQuery(read(dealRooms.commissions, { query: { month, limit: 1 } })).data;
  const list = usePages(dealRooms.commissions, { query });
  const client = useQueryClient();
  const failed = (title: string) => (error: unknown) =>
    toast({ type: 'error', title, description: messageFor(error, 'Try again.') });
  const move = async (to: 'approved' | 'paid') => {
    const ids = list.items
      .filter(({ state }) => state === (to === 'approved' ? 'earned' : 'approved'))
      .map(({ id }) => id);
    try {
      const { changed } = await call(to === 'approved' ? dealRooms.approveCommissions : dealRooms.payCommissions, {
        body: { ids },
      });
      toast({
        type: 'success',
        title: `${counted(changed, 'commission')} ${to === 'approved' ? 'approved' : 'marked as paid'}`,
      });
    } catch (error) {
      failed('Commissions not changed')(error);
    }
    await client.invalidateQueries({ queryKey: [DEAL_ROOMS.commissions] });
  };
  const has = (state: Commission['state']) => list.items.some((one) => one.state === state);
  return (
    <section aria-label="Commissions">
      <div className="mb-4 flex flex-wrap items-center gap-2">
        <Input
          type="month"
          aria-label="Month"
          className="w-44"
          value={month}
          onChange={(event) => event.target.value && setMonth(event.target.value)}
        />
        <Button
          className="mr-auto"
          icon={<Download />}
          onClick={() =>
            void download(dealRooms.exportCommissions, `commissions-${month}.csv`, { query }).catch(
              failed('Statement not exported'),
            )
          }
        >
          Export statement
        </Button>
        {head?.mayManage && has('earned') && <Button onClick={() => void move('approved')}>Approve commissions</Button>}
        {head?.mayManage && has('approved') && <Button onClick={() => void move('paid')}>Mark approved as paid</Button>}
      </div>
      {list.error && list.items.length === 0 && (
        <Failure error={list.error} what="The commissions" onRetry={list.retry} />
      )}
      {list.loading && <Skeleton className="h-40 w-full" />}
      {!list.loading && !list.error && list.items.length === 0 && (
        <EmptyState icon={<HandCoins />} title="No commissions in this month">
          Set the shares of setter and closer in a deal room. Each payment then adds their part here.
        </EmptyState>
      )}
      {head && head.totals.length > 0 && (
        <ul className="mb-5 grid grid-cols-3 gap-3 max-md:grid-cols-1">
          {head.totals.map(({ person, currency, earned, approved, paid, total }) => (
            <li key={`${person.id}-${currency}`} className="rounded-lg border border-line bg-raised px-4 py-3">
              <p className="text-xs text-muted">{person.name}</p>
              <p className="tabular text-xl font-semibold">{money(total, currency)}</p>
              <p className="tabular text-xs text-muted">
                {money(earned, currency)} to approve · {money(approved, currency)} approved · {money(paid, currency)}{' '}
                paid
              </p>
            </li>
          ))}
        </ul>
      )}
      <ul className="divide-y divide-line border-y border-line empty:border-0">
        {list.items.map((one) => (
          <li
            key={one.id}
            data-testid="commission"
            className="flex flex-wrap items-center gap-x-4 gap-y-1 py-2.5 text-sm"
          >
            <div className="min-w-0 flex-1 basis-56">
              <p className="font-medium">
                {one.person.name} <Badge tone={STATES[one.state].tone}>{STATES[one.state].label}</Badge>
              </p>
              <p className="truncate text-xs text-muted">
                {one.deal} · {one.installment} · <DayText value={one.day} />
              </p>
            </div>
            <p className="tabular text-right">
              <span className="font-semibold">{money(one.amount, one.currency)}</span>
              <span className="block text-xs text-muted">
                {one.percent}% of {money(one.base, one.currency)}
              </span>
            </p>
          </li>
        ))}
      </ul>
      <LoadMore hasMore={list.hasMore} loading={list.loadingMore} onMore={list.more} label="More commissions" />
    </section>
  );
}
