import { useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { CURRENCIES } from '../../../kernel/money/currencies.ts';
import { call, readKey } from '../../../web/api/request.ts';
import { EntryDialog } from '../../../web/form/entry-dialog.tsx';
import { CheckboxField, ControlledField, FormField } from '../../../web/form/form-field.tsx';
import { useContractForm } from '../../../web/form/use-contract-form.ts';
import { toast } from '../../../web/shell/toast.ts';
import { Checkbox } from '../../../web/ui/checkbox.tsx';
import { Input } from '../../../web/ui/input.tsx';
import { booking, type BookingType, NewBookingType } from '../contract.ts';
import { NEW_TYPE } from '../engine/new-type.ts';
import { DurationField, LimitInput } from './duration-field.tsx';
import { HostFields } from './host-fields.tsx';
import { QuestionFields } from './question-fields.tsx';
import { fieldsOf } from './type-fields.ts';
import { useSlugOf } from './use-slug-of.ts';

interface TypeDialogProps {
  type: BookingType | undefined;
  people: readonly { id: string; name: string }[];
  movesMoney: boolean;
  onSaved: (isNew: boolean) => void;
  onClose: () => void;
}

const REMINDERS = [
  [10_080, '1 week before'],
  [2_880, '2 days before'],
  [1_440, '1 day before'],
  [240, '4 hours before'],
  [60, '1 hour before'],
  [15, '15 minutes before'],
] as const;

const CURRENCY_OPTIONS = CURRENCIES.map((code) => ({ value: code, label: code }));

/** Adds or changes a booking type. */
export default function TypeDialog({ type, people, movesMoney, onSaved, onClose }: TypeDialogProps) {
  const client = useQueryClient();
  const form = useContractForm(NewBookingType, {
    defaultValues: type ? fieldsOf(type) : { ...NEW_TYPE, hostIds: people.length === 1 ? [people[0]!.id] : [] },
    failure: 'The booking type could not be saved.',
    // A question that was just added is not wrong yet.
    judge: 'onSubmit',
    onSubmit: async (body) => {
      await (type
        ? call(booking.updateType, { params: { id: type.id }, body: { ...body, version: type.version } })
        : call(booking.createType, { body }));
      await client.invalidateQueries({ queryKey: readKey(booking.types) });
      toast({ type: 'success', title: type ? 'Booking type saved' : 'Booking type added' });
      onSaved(!type);
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
      <NameFields isNew={!type} />
      <FormField name="description" label="Description" rows={2} optional />
      <FormField
        name="place"
        label="Place"
        hint="A room, “We’ll call you,” or a meeting link. Visitors see it."
        optional
      />
      <Section title="Time">
        <div className="grid grid-cols-2 gap-3 sm:grid-cols-3">
          <FormField name="durationMinutes" label="Length (minutes)" type="number" required />
          <FormField name="stepMinutes" label="Start interval (minutes)" type="number" required />
          <DurationField name="noticeMinutes" label="Notice" />
          <FormField name="bufferBefore" label="Buffer before (minutes)" type="number" required />
          <FormField name="bufferAfter" label="Buffer after (minutes)" type="number" required />
          <FormField name="horizonDays" label="Days ahead" type="number" required />
          <LimitField name="dailyLimit" label="Bookings per day" />
          <LimitField name="weeklyLimit" label="Bookings per week" />
        </div>
        <p className="text-xs text-muted">Limits apply to each host. Leave blank for no limit.</p>
      </Section>
      <Section title="Hosts">
        <HostFields people={people} />
      </Section>
      <Section title="Seats and price">
        <div className="grid grid-cols-2 gap-3 sm:grid-cols-4">
          <FormField name="seats" label="Seats" type="number" required />
          <ControlledField name="price" label="Price">
            {({ value, onChange, onBlur }, control) => (
              <Input
                {...control}
                inputMode="decimal"
                placeholder="Free"
                value={typeof value === 'string' ? value : ''}
                onBlur={onBlur}
                onChange={(event) => onChange(event.target.value.trim() === '' ? null : event.target.value.trim())}
              />
            )}
          </ControlledField>
          <FormField name="currency" label="Currency" options={CURRENCY_OPTIONS} />
          <LimitField name="refundHours" label="Refund until (hours)" placeholder="Decide each time" />
        </div>
        <p className="text-xs text-muted">
          With several seats, as many people can book the same time. With a price, the time is held for 30 minutes while
          the visitor pays. Visitors who cancel earlier than these hours before the start get their payment back; leave
          it blank to decide each time. Bookings that you cancel or decline are always refunded.
          {!movesMoney &&
            ' No payment service is connected: payments go to the embedded test gateway, and no money moves.'}
        </p>
      </Section>
      <Section title="Form">
        <FormField
          name="phone"
          label="Phone"
          className="max-w-60"
          options={[
            { value: 'off', label: 'Do not ask' },
            { value: 'optional', label: 'Optional' },
            { value: 'required', label: 'Required' },
          ]}
        />
        <QuestionFields />
        <CheckboxField name="needsApproval" label="Bookings wait for approval" />
      </Section>
      <Section title="Reminders">
        <ControlledField name="reminders" label="Emails to the visitor" hideLabel>
          {({ value, onChange }) => {
            const chosen = Array.isArray(value) ? (value as number[]) : [];
            return (
              <div className="grid grid-cols-2 gap-x-3 sm:grid-cols-3">
                {REMINDERS.map(([minutes, label]) => (
                  <Checkbox
                    key={minutes}
                    label={label}
                    checked={chosen.includes(minutes)}
                    onChange={(event) =>
                      onChange(event.target.checked ? [...chosen, minutes] : chosen.filter((one) => one !== minutes))
                    }
                  />
                ))}
              </div>
            );
          }}
        </ControlledField>
        <CheckboxField
          name="textReminders"
          label="Visitors may ask for text reminders, too"
          hint="The form offers it where it asks for a phone number."
        />
      </Section>
      <CheckboxField name="isActive" label="People can book on the public page" />
    </EntryDialog>
  );
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <fieldset className="flex min-w-0 flex-col gap-3 border-t border-line pt-3">
      <legend className="float-left w-full text-sm font-semibold">{title}</legend>
      {children}
    </fieldset>
  );
}

/** The name, and an address that follows it until somebody enters their own. */
function NameFields({ isNew }: { isNew: boolean }) {
  useSlugOf('name', isNew);
  return (
    <div className="grid gap-3 sm:grid-cols-2">
      <FormField name="name" label="Name" placeholder="Intro call" required autoFocus />
      <FormField name="slug" label="Address" hint="The last part of the link." required />
    </div>
  );
}

interface LimitFieldProps {
  name: 'dailyLimit' | 'weeklyLimit' | 'refundHours';
  label: string;
  placeholder?: string;
}

/** A number, or nothing for no limit. */
function LimitField({ name, label, placeholder }: LimitFieldProps) {
  return (
    <ControlledField name={name} label={label}>
      {({ value, onChange, onBlur }, control) => (
        <LimitInput {...control} value={value} placeholder={placeholder} onBlur={onBlur} onValue={onChange} />
      )}
    </ControlledField>
  );
}
