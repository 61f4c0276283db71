/** Title, time, and contact of a meeting that is added. */
import { useState } from 'react';
import * as z from 'zod';
import { useContactSearch } from '../../../records/web/choices.ts';
import { FormField } from '../../../web/form/form-field.tsx';
import { Combobox } from '../../../web/ui/combobox.tsx';
import { Field } from '../../../web/ui/field.tsx';
import type { Option } from '../../../web/ui/use-options.ts';
import { NewMeeting } from '../contract.ts';

export const MEETING_FIELDS = {
  title: NewMeeting.shape.title,
  day: z.iso.date('Choose a date.'),
  time: z.string().regex(/^\d{2}:\d{2}/, 'Choose a time.'),
};
const Fields = z.object(MEETING_FIELDS);
type Fields = z.infer<typeof Fields>;

const two = (value: number) => String(value).padStart(2, '0');

/** Initial values: today, at the full hour. */
export function useMeetingDefaults(): Fields {
  const [now] = useState(() => new Date());
  return {
    title: '',
    day: `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`,
    time: `${two(now.getHours())}:00`,
  };
}

export const heldAtOf = ({ day, time }: Omit<Fields, 'title'>): string => new Date(`${day}T${time}`).toISOString();

/** `Orchard weekly.vtt` → `Orchard weekly`. */
export const titleOfFile = (name: string): string => name.replace(/\.[a-z\d]+$/i, '').slice(0, 200);

export function MeetingFields({
  contact,
  onContact,
}: {
  contact: Option | null;
  onContact: (contact: Option | null) => void;
}) {
  const searchContacts = useContactSearch();
  return (
    <>
      <FormField<Fields> name="title" label="Title" required />
      <div className="grid grid-cols-2 gap-3">
        <FormField<Fields> name="day" label="Date" type="date" required />
        <FormField<Fields> name="time" label="Time" type="time" required />
      </div>
      <Field label="Contact" optional>
        {(control) => (
          <Combobox
            {...control}
            label="Contact"
            source={searchContacts}
            placeholder="Search contacts"
            value={contact}
            onChange={onContact}
          />
        )}
      </Field>
    </>
  );
}
