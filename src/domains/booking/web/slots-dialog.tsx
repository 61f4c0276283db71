import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { read } from '../../../web/api/request.ts';
import { Badge } from '../../../web/ui/badge.tsx';
import { Button } from '../../../web/ui/button.tsx';
import { Dialog } from '../../../web/ui/dialog.tsx';
import { Failure } from '../../../web/ui/failure.tsx';
import { Field } from '../../../web/ui/field.tsx';
import { Input } from '../../../web/ui/input.tsx';
import { Skeleton } from '../../../web/ui/skeleton.tsx';
import { booking, type BookingType } from '../contract.ts';
import { BUSY, clockIn, OBSTACLES } from './labels.ts';

/** One day of a booking type: which starts are offered, and why others are not. */
export default function SlotsDialog({ type, onClose }: { type: BookingType; onClose: () => void }) {
  const [day, setDay] = useState(() => new Date().toLocaleDateString('en-CA'));
  const slots = useQuery({ ...read(booking.slots, { params: { id: type.id }, query: { day } }), enabled: day !== '' });
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title="Check times"
      description={`Why a time of “${type.name}” is offered or not.`}
      footer={<Button onClick={onClose}>Close</Button>}
    >
      <div className="flex flex-col gap-4">
        <Field label="Day">
          {(control) => <Input {...control} type="date" value={day} onChange={(event) => setDay(event.target.value)} />}
        </Field>
        {slots.error && <Failure error={slots.error} what="Times" onRetry={() => void slots.refetch()} />}
        {slots.isLoading && <Skeleton className="h-40 w-full" />}
        {slots.data?.hosts.length === 0 && (
          <p className="text-sm text-muted">This type has no active host. Choose one under Edit type.</p>
        )}
        {type.assignment === 'all' && slots.data && (
          <p className="text-sm text-muted">
            All hosts attend, so a time is offered only when everyone is free: {slots.data.offered.length} on this day.
          </p>
        )}
        {slots.data?.hosts.map((host) => (
          <section key={host.id} aria-label={host.name}>
            <h3 className="text-sm font-medium">{host.name}</h3>
            <p className="mb-1 text-xs text-muted">
              {host.ranges.length > 0
                ? `Hours: ${host.ranges.map(([from, until]) => `${from}–${until}`).join(', ')} · ${host.zone}`
                : `No hours on this day · ${host.zone}`}
            </p>
            <ul className="divide-y divide-line">
              {host.starts.map(({ at, obstacle, busyWith }) => (
                <li key={at} className="flex items-center justify-between gap-2 py-1.5 text-sm">
                  <span className="tabular">{clockIn(at, host.zone)}</span>
                  {obstacle ? (
                    <span className="text-xs text-muted">{busyWith ? BUSY[busyWith] : OBSTACLES[obstacle]}</span>
                  ) : (
                    <Badge tone="success">Offered</Badge>
                  )}
                </li>
              ))}
            </ul>
          </section>
        ))}
        {slots.data && slots.data.hosts.length > 0 && (
          <p className="text-xs text-muted">Other times are outside the hours, or do not fit before they end.</p>
        )}
      </div>
    </Dialog>
  );
}
