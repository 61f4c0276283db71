import { useQuery } from '@tanstack/react-query';
import { read } from '../../../web/api/request.ts';
import { Button } from '../../../web/ui/button.tsx';
import { Dialog } from '../../../web/ui/dialog.tsx';
import { Failure } from '../../../web/ui/failure.tsx';
import { Skeleton } from '../../../web/ui/skeleton.tsx';
import { RelativeTime } from '../../../web/ui/time.tsx';
import { booking, type BookingType } from '../contract.ts';

/** The waiting list of a booking type. */
export default function WaitsDialog({ type, onClose }: { type: BookingType; onClose: () => void }) {
  const { data, error, refetch } = useQuery(read(booking.waits, { params: { id: type.id } }));
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title="Waiting list"
      description={`They get an email when a time of “${type.name}” becomes free.`}
      footer={<Button onClick={onClose}>Close</Button>}
    >
      {error && !data && <Failure error={error} what="The waiting list" onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton className="h-24 w-full" />}
      {data?.items.length === 0 && (
        <p className="text-sm text-muted">No one is waiting. Visitors can join the list on the public page.</p>
      )}
      <ul className="divide-y divide-line">
        {data?.items.map(({ id, name, email, createdAt }) => (
          <li key={id} className="py-2 text-sm">
            <span className="block font-medium">{name}</span>
            <span className="block text-xs break-all text-muted">
              {email} · <RelativeTime value={createdAt} />
            </span>
          </li>
        ))}
      </ul>
    </Dialog>
  );
}
