import { useState } from 'react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { messageFor } from '../../../web/api/error.ts';
import { call, read, readKey } from '../../../web/api/request.ts';
import { toast } from '../../../web/shell/toast.ts';
import { Button } from '../../../web/ui/button.tsx';
import { Dialog } from '../../../web/ui/dialog.tsx';
import { Field } from '../../../web/ui/field.tsx';
import { Select } from '../../../web/ui/select.tsx';
import { booking, type Booking } from '../contract.ts';
import { BOOKING } from '../paths.ts';

/** Gives a booking to another host. */
export default function ReassignDialog({ one, onClose }: { one: Booking; onClose: () => void }) {
  const client = useQueryClient();
  const people = useQuery(read(booking.types)).data?.people ?? [];
  const others = people.filter(({ id }) => one.hosts.every((host) => host.id !== id));
  const [hostId, setHostId] = useState('');
  const [error, setError] = useState('');
  const [saving, setSaving] = useState(false);
  const save = async () => {
    if (hostId === '') return setError('Choose a host.');
    setSaving(true);
    try {
      const saved = await call(booking.reassign, { params: { id: one.id }, body: { version: one.version, hostId } });
      client.setQueryData(readKey(booking.get, { params: { id: one.id } }), saved);
      await client.invalidateQueries({ queryKey: [BOOKING.bookings] });
      toast({ type: 'success', title: 'Booking reassigned' });
      onClose();
    } catch (reason) {
      setError(messageFor(reason, 'The booking could not be reassigned. Try again.'));
      setSaving(false);
    }
  };
  return (
    <Dialog
      open
      onOpenChange={onClose}
      size="sm"
      title="Reassign booking"
      description="The time stays. The visitor and both hosts are told."
      footer={
        <Button variant="primary" loading={saving} onClick={() => void save()}>
          Reassign booking
        </Button>
      }
    >
      <Field label="New host" error={error}>
        {(control) => (
          <Select
            {...control}
            value={hostId}
            placeholder="Choose a host"
            options={others.map(({ id, name }) => ({ value: id, label: name }))}
            onChange={(event) => setHostId(event.target.value)}
          />
        )}
      </Field>
    </Dialog>
  );
}
