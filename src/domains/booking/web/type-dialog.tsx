import { useQueryClient } from '@tanstack/react-query';
import { call, readKey } from '../../../web/api/request.ts';
import { EntryDialog } from '../../../web/form/entry-dialog.tsx';
import { ControlledField, FormField } from '../../../web/form/form-field.tsx';
import { useContractForm } from '../../../web/form/use-contract-form.ts';
import { Checkbox } from '../../../web/ui/checkbox.tsx';
import { Textarea } from '../../../web/ui/input.tsx';
import { booking, type BookingType, NewBookingType } from '../contract.ts';
import { NEW_TYPE } from '../engine/new-type.ts';

interface TypeDialogProps {
  type: BookingType | undefined;
  people: readonly { id: string; name: string }[];
  onClose: () => void;
}

const startOf = (type: BookingType | undefined): NewBookingType => {
  if (!type) return NEW_TYPE;
  const { id: _id, upcoming: _upcoming, link: _link, version: _version, ...fields } = type;
  return fields;
};

/** Adds or changes a booking type. */
export default function TypeDialog({ type, people, onClose }: TypeDialogProps) {
  const client = useQueryClient();
  const form = useContractForm(NewBookingType, {
    defaultValues: startOf(type),
    failure: 'The booking type could not be saved.',
    onSubmit: async (body) => {
      await (type
        ? call(booking.updateType, { params: { id: type.id }, body: { ...body, version: type.version } })
        : call(booking.createType, { body }));
      await client.invalidateQueries({ queryKey: readKey(booking.types) });
      onClose();
    },
  });
  return (
    <EntryDialog
      form={form}
      size="lg"
      onClose={onClose}
      title={type ? 'Edit booking type' : 'New booking type'}
      submit="Save booking type"
    >
      <FormField name="name" label="Name" required autoFocus />
      <FormField name="slug" label="Address" hint="The last part of the link: intro-call" required />
      <FormField name="description" label="Description" rows={3} />
      <FormField name="place" label="Place" hint="A room, a phone number, or a meeting link" />
      <div className="grid grid-cols-2 gap-3">
        <FormField name="durationMinutes" label="Minutes" type="number" required />
        <FormField name="stepMinutes" label="Minutes between starts" type="number" required />
        <FormField name="bufferBefore" label="Free minutes before" type="number" required />
        <FormField name="bufferAfter" label="Free minutes after" type="number" required />
        <FormField name="noticeMinutes" label="Notice in minutes" type="number" required />
        <FormField name="horizonDays" label="Days ahead" type="number" required />
      </div>
      <ControlledField name="hostIds" label="Hosts" hint="Bookings go to the free host with the fewest appointments.">
        {({ value, onChange }) => {
          const chosen = Array.isArray(value) ? (value as string[]) : [];
          return (
            <div className="flex max-h-48 flex-col overflow-y-auto">
              {people.map(({ id, name }) => (
                <Checkbox
                  key={id}
                  label={name}
                  checked={chosen.includes(id)}
                  onChange={(event) =>
                    onChange(event.target.checked ? [...chosen, id] : chosen.filter((one) => one !== id))
                  }
                />
              ))}
            </div>
          );
        }}
      </ControlledField>
      <ControlledField name="questions" label="Questions" hint="One per line">
        {({ value, onChange }, control) => (
          <Textarea
            {...control}
            rows={3}
            defaultValue={Array.isArray(value) ? value.join('\n') : ''}
            onChange={(event) => onChange(event.target.value.split('\n').filter((line) => line.trim() !== ''))}
          />
        )}
      </ControlledField>
      <ControlledField name="needsApproval" label="Approval" hideLabel>
        {({ value, onChange }) => (
          <Checkbox
            label="Bookings wait for approval"
            checked={value === true}
            onChange={(event) => onChange(event.target.checked)}
          />
        )}
      </ControlledField>
      <ControlledField name="isActive" label="Public page" hideLabel>
        {({ value, onChange }) => (
          <Checkbox
            label="People can book on the public page"
            checked={value === true}
            onChange={(event) => onChange(event.target.checked)}
          />
        )}
      </ControlledField>
    </EntryDialog>
  );
}
