import { lazy, Suspense, useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import CalendarClock from 'lucide-react/icons/calendar-clock';
import Plus from 'lucide-react/icons/plus';
import { read } from '../../../web/api/request.ts';
import { usePageSearch } from '../../../web/router/use-page.ts';
import { Button } from '../../../web/ui/button.tsx';
import { Failure } from '../../../web/ui/failure.tsx';
import { Skeleton } from '../../../web/ui/skeleton.tsx';
import { EmptyState } from '../../../web/ui/states.tsx';
import { Tabs } from '../../../web/ui/tabs.tsx';
import { booking, type BookingType } from '../contract.ts';
import { BookingList } from './booking-list.tsx';
import { parseBookingSearch, VIEWS } from './search.ts';
import { TypeList } from './type-list.tsx';

const TypeDialog = lazy(() => import('./type-dialog.tsx'));
const SlotsDialog = lazy(() => import('./slots-dialog.tsx'));
const HoursForm = lazy(() => import('./hours-form.tsx'));
const Calendars = lazy(() => import('./calendars.tsx'));
const WaitsDialog = lazy(() => import('./waits-dialog.tsx'));
const BookingSheet = lazy(() => import('./booking-sheet.tsx'));

/** `/appointment-funnel`: bookings, booking types with their links, and the hours of the signed-in person. */
export default function AppointmentsPage() {
  const [search, setSearch] = usePageSearch(parseBookingSearch);
  const types = useQuery(read(booking.types));
  const hours = useQuery(read(booking.hours));
  const [edited, setEdited] = useState<BookingType | 'new' | null>(null);
  const [checked, setChecked] = useState<BookingType | null>(null);
  const [waited, setWaited] = useState<BookingType | null>(null);
  const items = types.data?.items ?? [];
  const newType = (
    <Button variant="primary" icon={<Plus />} disabled={!types.data} onClick={() => setEdited('new')}>
      New booking type
    </Button>
  );
  const views = [
    {
      value: 'bookings',
      label: 'Bookings',
      content: (
        <BookingList
          search={search}
          types={items}
          onSearch={(change) => setSearch(change)}
          onOpen={(id) => setSearch({ booking: id })}
        />
      ),
    },
    {
      value: 'types',
      label: 'Booking types',
      content: <TypeList types={items} onEdit={setEdited} onCheck={setChecked} onWaits={setWaited} />,
    },
    {
      value: 'hours',
      label: 'Your hours',
      content: hours.data ? (
        <div className="flex flex-col gap-8">
          <HoursForm key={JSON.stringify(hours.data)} hours={hours.data} />
          <Calendars />
        </div>
      ) : hours.error ? (
        <Failure error={hours.error} what="Your hours" onRetry={() => void hours.refetch()} />
      ) : (
        <Skeleton className="h-64 w-full" />
      ),
    },
  ];
  return (
    <div className="page-frame max-w-5xl">
      <header className="mb-4 flex flex-wrap items-center gap-2">
        <h1 tabIndex={-1} className="page-title mr-auto">
          Appointment funnel
        </h1>
        {items.length > 0 && newType}
      </header>
      <Suspense fallback={<Skeleton className="h-64 w-full" />}>
        {types.error && !types.data && (
          <Failure error={types.error} what="Booking types" onRetry={() => void types.refetch()} />
        )}
        {types.isPending && <Skeleton className="h-64 w-full" />}
        {types.data && items.length === 0 && (
          <EmptyState icon={<CalendarClock />} title="No booking types yet" action={newType}>
            Share a link, and people book time with your team. Each booking adds a meeting and a lead.
          </EmptyState>
        )}
        {items.length > 0 && (
          <Tabs
            label="Appointments"
            value={search.view}
            onValueChange={(value) => setSearch({ view: VIEWS.find((view) => view === value) ?? 'bookings' })}
            items={views}
          />
        )}
        {edited && types.data && (
          <TypeDialog
            type={edited === 'new' ? undefined : edited}
            people={types.data.people}
            movesMoney={types.data.movesMoney}
            onSaved={(isNew) => isNew && setSearch({ view: 'types' })}
            onClose={() => setEdited(null)}
          />
        )}
        {waited && <WaitsDialog type={waited} onClose={() => setWaited(null)} />}
        {checked && <SlotsDialog type={checked} onClose={() => setChecked(null)} />}
        {search.booking && (
          <BookingSheet
            id={search.booking}
            mayRefund={types.data?.mayRefund ?? false}
            onClose={() => setSearch({ booking: '' })}
          />
        )}
      </Suspense>
    </div>
  );
}
