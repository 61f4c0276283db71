import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { read } from '../../../web/api/request.ts';
import { Badge } from '../../../web/ui/badge.tsx';
import { Button } from '../../../web/ui/button.tsx';
import { Dialog } from '../../../web/ui/dialog.tsx';
import { Failure } from '../../../web/ui/failure.tsx';
import { Field } from '../../../web/ui/field.tsx';
import { Input } from '../../../web/ui/input.tsx';
import { booking, type BookingType } from '../contract.ts';

const WHY = {
  notice: 'Too soon',
  horizon: 'Too far ahead',
  busy: 'Host is busy',
  limit: 'Day is full',
  hours: 'Outside the hours',
} as const;

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
        <Field id="slots-day" label="Day">
          {(control) => <Input {...control} type="date" value={day} onChange={(event) => setDay(event.target.value)} />}
        </Field>
        {slots.error && <Failure error={slots.error} what="Times" onRetry={() => void slots.refetch()} />}
        {slots.data?.hosts.map((host) => (
          <section key={host.id}>
            <h3 className="text-sm font-medium">
              {host.name} <span className="font-normal text-muted">{host.zone}</span>
            </h3>
            {host.starts.length === 0 && <p className="text-sm text-muted">No bookable hours on this day.</p>}
            <ul className="divide-y divide-line">
              {host.starts.map(({ at, obstacle }) => (
                <li key={at} className="flex justify-between gap-2 py-1 text-sm">
                  <span>
                    {new Intl.DateTimeFormat('en-US', {
                      hour: 'numeric',
                      minute: '2-digit',
                      timeZone: host.zone,
                    }).format(new Date(at))}
                  </span>
                  <Badge tone={obstacle ? 'neutral' : 'success'}>{obstacle ? WHY[obstacle] : 'Offered'}</Badge>
                </li>
              ))}
            </ul>
          </section>
        ))}
      </div>
    </Dialog>
  );
}
