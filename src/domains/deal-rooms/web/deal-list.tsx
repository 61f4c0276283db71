import { useState } from 'react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import Handshake from 'lucide-react/icons/handshake';
import TriangleAlert from 'lucide-react/icons/triangle-alert';
import { messageFor } from '../../../web/api/error.ts';
import { usePages } from '../../../web/api/pages.ts';
import { call, read, readKey } from '../../../web/api/request.ts';
import { Link } from '../../../web/router/link.tsx';
import { toast } from '../../../web/shell/toast.ts';
import { Badge } from '../../../web/ui/badge.tsx';
import { Button, buttonClass } from '../../../web/ui/button.tsx';
import { Failure } from '../../../web/ui/failure.tsx';
import { counted, wholeMoney } from '../../../web/ui/format.ts';
import { LoadMore } from '../../../web/ui/load-more.tsx';
import { SearchBox } from '../../../web/ui/search-box.tsx';
import { Select } from '../../../web/ui/select.tsx';
import { Skeleton } from '../../../web/ui/skeleton.tsx';
import { EmptyState } from '../../../web/ui/states.tsx';
import { DayText } from '../../../web/ui/time.tsx';
import { type DealRow, dealRooms } from '../contract.ts';
import { type DealSearch, type RoomTab, tabOf } from './search.ts';

interface DealListProps {
  search: DealSearch;
  onSearch: (change: Partial<DealSearch>) => void;
  onOpen: (room: string, tab?: RoomTab) => void;
}

const STATES = [
  { value: 'open', label: 'Open deals' },
  { value: 'won', label: 'Won deals' },
  { value: 'lost', label: 'Lost deals' },
];

/** Large deals with their money, risks, and next step. */
export function DealList({ search, onSearch, onOpen }: DealListProps) {
  const query = { state: search.state, search: search.search || undefined };
  const list = usePages(dealRooms.list, { query });
  const head = useQuery(read(dealRooms.list, { query: { ...query, limit: 1 } })).data;
  const open = useOpenRoom(onOpen);
  return (
    <>
      {head && <Sums sums={head.sums} />}
      <div className="mb-3 flex flex-wrap gap-2">
        <SearchBox
          label="Search deals"
          placeholder="Search deals"
          value={search.search}
          onChange={(value) => onSearch({ search: value })}
        />
        <Select
          aria-label="State of the deals"
          className="w-40"
          value={search.state}
          options={STATES}
          onChange={(event) => onSearch({ state: event.target.value as DealSearch['state'] })}
        />
      </div>
      {list.error && list.items.length === 0 && <Failure error={list.error} what="The deals" onRetry={list.retry} />}
      {list.loading && <Skeleton className="h-48 w-full" />}
      {!list.loading && !list.error && list.items.length === 0 && (
        <EmptyState
          icon={<Handshake />}
          title={search.search ? 'No deal matches' : `No ${search.state} deals here`}
          action={
            <Link to="/opportunities" className={buttonClass({ variant: 'primary' })}>
              Open opportunities
            </Link>
          }
        >
          Opportunities from {head ? wholeMoney(head.settings.threshold, head.settings.currency) : 'the threshold'} on
          appear here with their risks and next step.
        </EmptyState>
      )}
      <ul className="divide-y divide-line border-y border-line empty:border-0">
        {list.items.map((deal) => (
          <Deal key={deal.opportunityId} deal={deal} onOpen={(tab) => void open(deal, tab)} />
        ))}
      </ul>
      <LoadMore hasMore={list.hasMore} loading={list.loadingMore} onMore={list.more} label="More deals" />
    </>
  );
}

function Sums({
  sums,
}: {
  sums: { currency: string; deals: number; amount: string; contracted: string; collected: string };
}) {
  const figures = [
    [counted(sums.deals, 'deal'), wholeMoney(sums.amount, sums.currency)],
    ['Contracted', wholeMoney(sums.contracted, sums.currency)],
    ['Cash collected', wholeMoney(sums.collected, sums.currency)],
  ] as const;
  return (
    <dl className="mb-5 grid grid-cols-3 gap-3 max-sm:grid-cols-2">
      {figures.map(([label, value]) => (
        <div key={label} className="rounded-lg border border-line bg-raised px-4 py-3">
          <dt className="text-xs text-muted">{label}</dt>
          <dd className="tabular text-xl font-semibold">{value}</dd>
        </div>
      ))}
    </dl>
  );
}

function useOpenRoom(onOpen: DealListProps['onOpen']) {
  const client = useQueryClient();
  return async ({ roomId, opportunityId }: DealRow, tab?: RoomTab) => {
    if (roomId) return onOpen(roomId, tab);
    try {
      const room = await call(dealRooms.open, { body: { opportunityId } });
      client.setQueryData(readKey(dealRooms.get, { params: { id: room.id } }), room);
      onOpen(room.id, tab);
    } catch (error) {
      toast({ type: 'error', title: 'Room not opened', description: messageFor(error, 'Try again.') });
    }
  };
}

function Deal({ deal, onOpen }: { deal: DealRow; onOpen: (tab?: RoomTab) => void }) {
  const { name, customer, amount, currency, stage, ownerName, expectedClose, contracted, collected } = deal;
  const [all, setAll] = useState(false);
  const signals = all ? deal.signals : deal.signals.slice(0, 2);
  return (
    <li
      data-testid="row"
      className="grid grid-cols-[minmax(0,1.1fr)_9rem_minmax(0,1.2fr)_auto] gap-x-6 gap-y-2 py-4 max-lg:grid-cols-1"
    >
      <div className="min-w-0">
        <button type="button" className="text-left font-medium hover:underline" onClick={() => onOpen()}>
          {name}
        </button>
        <p className="truncate text-sm text-muted">{[customer, ownerName].filter(Boolean).join(' · ')}</p>
        <p className="mt-1 flex flex-wrap items-center gap-2 text-xs text-muted">
          <Badge>{stage}</Badge>
          {expectedClose && (
            <span>
              Closes <DayText value={expectedClose} />
            </span>
          )}
        </p>
      </div>
      <dl className="tabular text-sm max-lg:flex max-lg:flex-wrap max-lg:gap-x-4">
        <dt className="sr-only">Amount</dt>
        <dd className="font-semibold">{wholeMoney(amount, currency)}</dd>
        <dt className="sr-only">Cash collected</dt>
        <dd className="text-xs text-muted">
          {contracted
            ? `${wholeMoney(collected, currency)} of ${wholeMoney(contracted, currency)} collected`
            : 'Not contracted'}
        </dd>
      </dl>
      <div className="min-w-0 text-sm">
        {deal.nextStep && (
          <p>
            <button
              type="button"
              className="text-left font-medium text-accent-ink underline underline-offset-2"
              onClick={() => onOpen(tabOf(deal.nextStep!.place))}
            >
              {deal.nextStep.title}
            </button>
            <span className="block text-xs text-muted">{deal.nextStep.reason}</span>
          </p>
        )}
        {signals.length > 0 && (
          <ul className="mt-1.5 grid gap-1">
            {signals.map(({ id, level, title, reason }) => (
              <li key={id} className="flex items-start gap-1.5 text-xs text-muted">
                <TriangleAlert
                  size={13}
                  aria-hidden="true"
                  className={`mt-0.5 shrink-0 ${level === 'high' ? 'text-danger-ink' : 'text-warning-ink'}`}
                />
                <span>
                  <span className="font-medium text-ink">{title}.</span> {reason}
                </span>
              </li>
            ))}
          </ul>
        )}
        {deal.signals.length > 2 && !all && (
          <Button variant="link" size="sm" onClick={() => setAll(true)}>
            {counted(deal.signals.length - 2, 'more risk')}
          </Button>
        )}
      </div>
      <Button className="justify-self-start" onClick={() => onOpen()}>
        Open room<span className="sr-only"> of {name}</span>
      </Button>
    </li>
  );
}
