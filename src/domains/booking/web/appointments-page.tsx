import { lazy, Suspense, useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import CalendarClock from 'lucide-react/icons/calendar-clock';
import Plus from 'lucide-react/icons/plus';
import { read } from '../../../web/api/request.ts';
import type { RawSearch } from '../../../web/router/page.ts';
import { usePageSearch } from '../../../web/router/use-page.ts';
import { toast } from '../../../web/shell/toast.ts';
import { Badge } from '../../../web/ui/badge.tsx';
import { Button } from '../../../web/ui/button.tsx';
import { Failure } from '../../../web/ui/failure.tsx';
import { Skeleton } from '../../../web/ui/skeleton.tsx';
import { EmptyState } from '../../../web/ui/states.tsx';
import { Tabs } from '../../../web/ui/tabs.tsx';
import { booking, BookingTab, type BookingType } from '../contract.ts';
import { BookingList } from './booking-list.tsx';

const TypeDialog = lazy(() => import('./type-dialog.tsx'));
const HoursDialog = lazy(() => import('./hours-dialog.tsx'));
const SlotsDialog = lazy(() => import('./slots-dialog.tsx'));

const parseSearch = (raw: RawSearch): { tab: BookingTab } => ({
  tab: BookingTab.safeParse(raw['tab']).data ?? 'upcoming',
});
const TABS = [
  ['upcoming', 'Upcoming'],
  ['past', 'Past'],
  ['canceled', 'Canceled'],
] as const;

/** `/appointment-funnel`: booking types with their links, and what was booked. */
export default function AppointmentsPage() {
  const [search, setSearch] = usePageSearch(parseSearch);
  const types = useQuery(read(booking.types));
  const hours = useQuery(read(booking.hours));
  const [edited, setEdited] = useState<BookingType | 'new' | null>(null);
  const [checked, setChecked] = useState<BookingType | null>(null);
  const [settingHours, setSettingHours] = useState(false);
  const newType = (
    <Button variant="primary" icon={<Plus />} disabled={!types.data} onClick={() => setEdited('new')}>
      New booking type
    </Button>
  );
  return (
    <div className="mx-auto flex max-w-5xl flex-col gap-6 p-4">
      <header className="flex flex-wrap items-center justify-between gap-2">
        <h1 className="page-title">Appointment funnel</h1>
        <div className="flex flex-wrap gap-2">
          <Button icon={<CalendarClock />} disabled={!hours.data} onClick={() => setSettingHours(true)}>
            Edit hours
          </Button>
          {newType}
        </div>
      </header>
      {types.error && <Failure error={types.error} what="Booking types" onRetry={() => void types.refetch()} />}
      {types.isPending && <Skeleton className="h-24" />}
      {types.data?.items.length === 0 && (
        <EmptyState icon={<CalendarClock />} title="No booking types yet">
          Let people book appointments with you on a public page.
        </EmptyState>
      )}
      <ul className="grid gap-3 sm:grid-cols-2 lg:grid-cols-3">
        {types.data?.items.map((type) => (
          <TypeCard key={type.id} type={type} onEdit={() => setEdited(type)} onCheck={() => setChecked(type)} />
        ))}
      </ul>
      <Tabs
        label="Bookings"
        value={search.tab}
        onValueChange={(tab) => setSearch({ tab: BookingTab.parse(tab) })}
        items={TABS.map(([value, label]) => ({ value, label, content: <BookingList tab={value} /> }))}
      />
      <Suspense>
        {edited && types.data && (
          <TypeDialog
            type={edited === 'new' ? undefined : edited}
            people={types.data.people}
            onClose={() => setEdited(null)}
          />
        )}
        {settingHours && hours.data && <HoursDialog hours={hours.data} onClose={() => setSettingHours(false)} />}
        {checked && <SlotsDialog type={checked} onClose={() => setChecked(null)} />}
      </Suspense>
    </div>
  );
}

function TypeCard({ type, onEdit, onCheck }: { type: BookingType; onEdit: () => void; onCheck: () => void }) {
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(type.link);
      toast({ type: 'success', title: 'Link copied' });
    } catch {
      toast({ type: 'error', title: 'Link not copied', description: type.link });
    }
  };
  return (
    <li className="flex flex-col gap-2 rounded-lg border border-line p-4">
      <div className="flex items-start justify-between gap-2">
        <h2 className="min-w-0 text-sm font-medium break-words">{type.name}</h2>
        {!type.isActive && <Badge>Off</Badge>}
      </div>
      <p className="text-sm text-muted">
        {type.durationMinutes} minutes · {type.upcoming} upcoming
      </p>
      {type.isActive && (
        <a href={type.link} className="truncate text-sm underline underline-offset-2" target="_blank" rel="noreferrer">
          {type.link}
        </a>
      )}
      <div className="mt-auto flex flex-wrap gap-2">
        <Button size="sm" onClick={() => void copy()}>
          Copy link
        </Button>
        <Button size="sm" onClick={onCheck}>
          Check times
        </Button>
        <Button size="sm" onClick={onEdit}>
          Edit type
        </Button>
      </div>
    </li>
  );
}
