import { useQuery, useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import Plus from 'lucide-react/icons/plus';
import Trash2 from 'lucide-react/icons/trash-2';
import { messageFor } from '../../../web/api/error.ts';
import { call, read, readKey } from '../../../web/api/request.ts';
import { toast } from '../../../web/shell/toast.ts';
import { Badge } from '../../../web/ui/badge.tsx';
import { Button, buttonClass } from '../../../web/ui/button.tsx';
import { confirm } from '../../../web/ui/confirm.ts';
import { Failure } from '../../../web/ui/failure.tsx';
import { counted } from '../../../web/ui/format.ts';
import { IconButton } from '../../../web/ui/icon-button.tsx';
import { booking, type BookingRoute, type BookingType } from '../contract.ts';
import { copyLink } from './copy-link.ts';

const RouteDialog = lazy(() => import('./route-dialog.tsx'));

/** Routing forms: questions before the calendar. */
export function RouteList({ types }: { types: readonly BookingType[] }) {
  const client = useQueryClient();
  const { data, error, refetch } = useQuery(read(booking.routes));
  const [edited, setEdited] = useState<BookingRoute | 'new' | null>(null);
  const remove = async ({ id, title }: BookingRoute) => {
    const sure = await confirm({
      title: `Delete “${title}”?`,
      description: 'Its public page goes away. Booking types and bookings stay.',
      action: 'Delete routing form',
    });
    if (!sure) return;
    try {
      await call(booking.removeRoute, { params: { id } });
      toast({ type: 'success', title: 'Routing form deleted' });
    } catch (reason) {
      toast({ type: 'error', title: 'Routing form not deleted', description: messageFor(reason, 'Try again.') });
    }
    await client.invalidateQueries({ queryKey: readKey(booking.routes) });
  };
  return (
    <section aria-labelledby="routing-forms" className="mt-8">
      <h2 id="routing-forms" className="text-base font-semibold">
        Routing forms
      </h2>
      <p className="mb-2 text-sm text-muted">
        Ask a few questions first, and lead each visitor to the right booking type.
      </p>
      {error && !data && <Failure error={error} what="Routing forms" onRetry={() => void refetch()} />}
      <ul className="divide-y divide-line border-y border-line empty:hidden">
        {data?.items.map((one) => (
          <li key={one.id} data-testid="route" className="flex flex-wrap items-center gap-2 py-2 text-sm">
            <div className="min-w-0 flex-1 basis-48">
              <p className="truncate font-medium">
                {one.title} {!one.isActive && <Badge>Off</Badge>}
              </p>
              <p className="text-xs text-muted">
                {counted(one.questions.length, 'question')} · {counted(one.rules.length, 'rule')}
              </p>
            </div>
            <Button size="sm" onClick={() => void copyLink(one.link)}>
              Copy link
            </Button>
            {one.isActive && (
              <a className={buttonClass({ size: 'sm' })} href={one.link} target="_blank" rel="noreferrer">
                Open form
              </a>
            )}
            <Button size="sm" onClick={() => setEdited(one)}>
              Edit form
            </Button>
            <IconButton label={`Delete ${one.title}`} icon={<Trash2 />} onClick={() => void remove(one)} />
          </li>
        ))}
      </ul>
      <Button className="mt-2" size="sm" icon={<Plus />} disabled={!data} onClick={() => setEdited('new')}>
        New routing form
      </Button>
      <Suspense>
        {edited && (
          <RouteDialog route={edited === 'new' ? undefined : edited} types={types} onClose={() => setEdited(null)} />
        )}
      </Suspense>
    </section>
  );
}
