import { useQuery, useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import Plus from 'lucide-react/icons/plus';
import RefreshCw from 'lucide-react/icons/refresh-cw';
import Trash2 from 'lucide-react/icons/trash-2';
import { messageFor } from '../../../web/api/error.ts';
import { call, read, readKey } from '../../../web/api/request.ts';
import { EntryDialog } from '../../../web/form/entry-dialog.tsx';
import { FormField } from '../../../web/form/form-field.tsx';
import { useContractForm } from '../../../web/form/use-contract-form.ts';
import { toast } from '../../../web/shell/toast.ts';
import { Button } from '../../../web/ui/button.tsx';
import { confirm } from '../../../web/ui/confirm.ts';
import { Failure } from '../../../web/ui/failure.tsx';
import { counted } from '../../../web/ui/format.ts';
import { IconButton } from '../../../web/ui/icon-button.tsx';
import { RelativeTime } from '../../../web/ui/time.tsx';
import { booking, type BookingCalendar, MAX_CALENDARS, NewBookingCalendar } from '../contract.ts';

const CaldavDialog = lazy(() => import('./caldav-dialog.tsx'));

/** Calendars elsewhere whose events are busy times of the signed-in person. */
export default function Calendars() {
  const { data, error, refetch } = useQuery(read(booking.calendars));
  const [isAdding, setAdding] = useState<'ics' | 'caldav' | null>(null);
  return (
    <section aria-labelledby="other-calendars" className="max-w-2xl">
      <h2 id="other-calendars" className="text-base font-semibold">
        Busy times from other calendars
      </h2>
      <p className="mb-2 text-sm text-muted">
        Connect the calendar that you use elsewhere by its iCal address or a CalDAV account. Its events block times.
        Only when you are busy is kept, never what you do. By CalDAV, your bookings can be written into it, too.
      </p>
      {error && !data && <Failure error={error} what="Your calendars" onRetry={() => void refetch()} />}
      <ul className="divide-y divide-line border-y border-line empty:hidden">
        {data?.items.map((one) => (
          <Calendar key={one.id} one={one} />
        ))}
      </ul>
      {data && data.items.length < MAX_CALENDARS && (
        <p className="mt-2 flex flex-wrap gap-2">
          <Button size="sm" icon={<Plus />} onClick={() => setAdding('ics')}>
            Connect calendar
          </Button>
          <Button size="sm" icon={<Plus />} onClick={() => setAdding('caldav')}>
            Connect CalDAV account
          </Button>
        </p>
      )}
      {isAdding === 'ics' && <AddDialog onClose={() => setAdding(null)} />}
      <Suspense fallback={null}>
        {isAdding === 'caldav' && (
          <CaldavDialog left={MAX_CALENDARS - (data?.items.length ?? 0)} onClose={() => setAdding(null)} />
        )}
      </Suspense>
    </section>
  );
}

function Calendar({ one }: { one: BookingCalendar }) {
  const client = useQueryClient();
  const [busy, setBusy] = useState(false);
  const act = async (work: () => Promise<unknown>, failure: string) => {
    setBusy(true);
    try {
      await work();
    } catch (error) {
      toast({ type: 'error', title: failure, description: messageFor(error, 'Try again.') });
    } finally {
      setBusy(false);
      await client.invalidateQueries({ queryKey: readKey(booking.calendars) });
    }
  };
  const remove = async () => {
    const sure = await confirm({
      title: `Disconnect “${one.name}”?`,
      description: 'Its events no longer block times.',
      action: 'Disconnect calendar',
    });
    if (sure) await act(() => call(booking.removeCalendar, { params: { id: one.id } }), 'Calendar not disconnected');
  };
  return (
    <li data-testid="calendar" className="flex items-center gap-2 py-2 text-sm">
      <div className="min-w-0 flex-1">
        <p className="truncate font-medium">{one.name}</p>
        <p className="text-xs break-words text-muted">
          {one.host}
          {one.writes && ' · bookings are written into it'}
          {one.readAt && (
            <>
              {` · ${counted(one.events, 'event')} · read `}
              <RelativeTime value={one.readAt} />
            </>
          )}
          {one.unread > 0 && ` · ${counted(one.unread, 'event')} could not be read`}
        </p>
        {one.problem && <p className="text-xs break-words text-danger-ink">{one.problem}</p>}
      </div>
      <IconButton
        label={`Read ${one.name} now`}
        icon={<RefreshCw />}
        disabled={busy}
        onClick={() =>
          void act(() => call(booking.checkCalendar, { params: { id: one.id } }), 'The calendar could not be read')
        }
      />
      <IconButton label={`Disconnect ${one.name}`} icon={<Trash2 />} disabled={busy} onClick={() => void remove()} />
    </li>
  );
}

function AddDialog({ onClose }: { onClose: () => void }) {
  const client = useQueryClient();
  const form = useContractForm(NewBookingCalendar, {
    defaultValues: { name: '', url: '' },
    failure: 'The calendar could not be connected.',
    judge: 'onSubmit',
    onSubmit: async (body) => {
      await call(booking.addCalendar, { body });
      await client.invalidateQueries({ queryKey: readKey(booking.calendars) });
      toast({ type: 'success', title: 'Calendar connected' });
      onClose();
    },
  });
  return (
    <EntryDialog form={form} onClose={onClose} title="Connect calendar" submit="Connect calendar">
      <FormField name="name" label="Name" placeholder="Work calendar" required autoFocus />
      <FormField
        name="url"
        label="iCal address"
        placeholder="https://…/basic.ics"
        hint="In Google Calendar: Settings, your calendar, “Secret address in iCal format”. In Outlook: Settings, Shared calendars, Publish a calendar."
        required
      />
    </EntryDialog>
  );
}
