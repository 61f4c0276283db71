import { useQuery } from '@tanstack/react-query';
import CalendarDays from 'lucide-react/icons/calendar-days';
import { usePages } from '../../../web/api/pages.ts';
import { read } from '../../../web/api/request.ts';
import { Badge } from '../../../web/ui/badge.tsx';
import { Button } from '../../../web/ui/button.tsx';
import { Failure } from '../../../web/ui/failure.tsx';
import { LoadMore } from '../../../web/ui/load-more.tsx';
import { Select } from '../../../web/ui/select.tsx';
import { Skeleton } from '../../../web/ui/skeleton.tsx';
import { EmptyState } from '../../../web/ui/states.tsx';
import { booking, type Booking, BookingTab, type BookingType } from '../contract.ts';
import { dayText, rangeText, STATES, TABS } from './labels.ts';
import type { BookingSearch } from './search.ts';

const EMPTY: Readonly<Record<BookingTab, readonly [title: string, text: string]>> = {
  upcoming: ['No upcoming bookings', 'Copy the link of a booking type and share it. Bookings appear here.'],
  requests: ['No requests', 'Bookings that wait for approval appear here.'],
  past: ['No past bookings', 'Appointments that took place appear here.'],
  canceled: ['No canceled bookings', 'Canceled and declined bookings appear here.'],
};

interface BookingListProps {
  search: BookingSearch;
  types: readonly BookingType[];
  onSearch: (change: Partial<BookingSearch>) => void;
  onOpen: (id: string) => void;
}

/** Bookings by day, narrowed by time, type, and host. */
export function BookingList({ search, types, onSearch, onOpen }: BookingListProps) {
  const { tab, type, host } = search;
  const list = usePages(booking.bookings, { query: { tab, typeId: type || undefined, host } });
  const [title, text] = EMPTY[tab];
  const requests = useQuery(read(booking.bookings, { query: { tab: 'requests' } })).data;
  const waiting = requests ? `${requests.items.length}${requests.next === null ? '' : '+'}` : '0';
  const isNarrowed = type !== '' || host === 'me';
  return (
    <>
      <div className="mb-3 flex flex-wrap gap-2">
        <Select
          aria-label="Which bookings"
          className="w-36"
          value={tab}
          options={TABS.map(([value, label]) => ({
            value,
            label: value === 'requests' && waiting !== '0' ? `${label} (${waiting})` : label,
          }))}
          onChange={(event) => onSearch({ tab: BookingTab.parse(event.target.value) })}
        />
        <Select
          aria-label="Booking type"
          className="w-44"
          value={type}
          options={[{ value: '', label: 'All types' }, ...types.map(({ id, name }) => ({ value: id, label: name }))]}
          onChange={(event) => onSearch({ type: event.target.value })}
        />
        <Select
          aria-label="Hosts"
          className="w-36"
          value={host}
          options={[
            { value: 'all', label: 'All hosts' },
            { value: 'me', label: 'You host' },
          ]}
          onChange={(event) => onSearch({ host: event.target.value === 'me' ? 'me' : 'all' })}
        />
      </div>
      {tab === 'upcoming' && waiting !== '0' && (
        <p className="mb-3 flex flex-wrap items-center gap-2 text-sm">
          <span>
            {waiting === '1' ? '1 request is waiting for approval.' : `${waiting} requests are waiting for approval.`}
          </span>
          <Button variant="link" onClick={() => onSearch({ tab: 'requests' })}>
            Show requests
          </Button>
        </p>
      )}
      {list.error && list.items.length === 0 && <Failure error={list.error} what="Bookings" onRetry={list.retry} />}
      {list.loading && <Skeleton className="h-48 w-full" />}
      {!list.loading && !list.error && list.items.length === 0 && (
        <EmptyState icon={<CalendarDays />} title={isNarrowed ? 'No bookings match' : title}>
          {isNarrowed ? 'Choose another type or other hosts.' : text}
        </EmptyState>
      )}
      {byDay(list.items).map(([day, items]) => (
        <section key={day} className="mb-5" aria-label={day}>
          <h2 className="mb-1 text-xs font-medium text-muted">{day}</h2>
          <ul className="divide-y divide-line border-y border-line">
            {items.map((one) => (
              <Row key={one.id} one={one} onOpen={() => onOpen(one.id)} />
            ))}
          </ul>
        </section>
      ))}
      <LoadMore hasMore={list.hasMore} loading={list.loadingMore} onMore={list.more} label="More bookings" />
    </>
  );
}

/** In the order of the list: a day may come once only. */
function byDay(items: readonly Booking[]): [string, Booking[]][] {
  return [...Map.groupBy(items, ({ startAt }) => dayText(startAt))];
}

function Row({ one, onOpen }: { one: Booking; onOpen: () => void }) {
  const [label, tone] = STATES[one.state];
  return (
    <li data-testid="booking">
      <button
        type="button"
        onClick={onOpen}
        className="grid w-full grid-cols-[9.5rem_minmax(0,1fr)_auto] items-center gap-3 rounded-md px-2 py-2.5 text-left text-sm hover:bg-hover max-sm:grid-cols-[minmax(0,1fr)_auto]"
      >
        <span className="tabular text-muted max-sm:col-span-2">{rangeText(one)}</span>
        <span className="min-w-0">
          <span className="block truncate font-medium">{one.name}</span>
          <span className="block truncate text-xs text-muted">
            {one.type.name} · {one.hosts.map(({ name }) => name).join(', ') || 'No host'}
          </span>
        </span>
        {one.state !== 'confirmed' && <Badge tone={tone}>{label}</Badge>}
      </button>
    </li>
  );
}
