import { useState } from 'react';
import * as z from 'zod';
import { useQueryClient } from '@tanstack/react-query';
import { useContactSearch } from '../../../records/web/choices.ts';
import { call } from '../../../web/api/request.ts';
import { EntryDialog } from '../../../web/form/entry-dialog.tsx';
import { FormField } from '../../../web/form/form-field.tsx';
import { useContractForm } from '../../../web/form/use-contract-form.ts';
import { Combobox } from '../../../web/ui/combobox.tsx';
import { Field } from '../../../web/ui/field.tsx';
import { Input } from '../../../web/ui/input.tsx';
import type { Option } from '../../../web/ui/use-options.ts';
import { MAX_TRANSCRIPT, meetings, NewMeeting } from '../contract.ts';
import { MEETINGS } from '../paths.ts';

const MeetingForm = z.object({
  title: NewMeeting.shape.title,
  day: z.iso.date('Choose a date.'),
  time: z.string().regex(/^\d{2}:\d{2}/, 'Choose a time.'),
  transcript: NewMeeting.shape.transcript,
});

type MeetingForm = z.infer<typeof MeetingForm>;

const two = (value: number) => String(value).padStart(2, '0');

/** Adds a meeting from a file or from text that is pasted. */
export default function NewMeetingDialog({ onClose, onAdded }: { onClose: () => void; onAdded: (id: string) => void }) {
  const client = useQueryClient();
  const searchContacts = useContactSearch();
  const [contact, setContact] = useState<Option | null>(null);
  const [now] = useState(() => new Date());
  const form = useContractForm(MeetingForm, {
    defaultValues: {
      title: '',
      day: `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`,
      time: `${two(now.getHours())}:00`,
      transcript: '',
    },
    failure: 'The meeting was not added.',
    onSubmit: async ({ title, day, time, transcript }) => {
      const heldAt = new Date(`${day}T${time}`).toISOString();
      const meeting = await call(meetings.create, {
        body: { title, heldAt, transcript, ...(contact && { contactId: contact.value }) },
      });
      await client.invalidateQueries({ queryKey: [MEETINGS] });
      onClose();
      onAdded(meeting.id);
    },
  });
  const { setValue, setError, getValues } = form.methods;
  const readFile = async (file: File | undefined) => {
    if (!file) return;
    if (file.size > MAX_TRANSCRIPT * 4) {
      setError('transcript', { message: 'This file is too large for a transcript.' });
      return;
    }
    setValue('transcript', await file.text(), { shouldDirty: true, shouldValidate: true });
    if (!getValues('title'))
      setValue('title', file.name.replace(/\.[a-z]+$/i, '').slice(0, 200), { shouldDirty: true });
  };
  return (
    <EntryDialog form={form} title="Add meeting" submit="Add meeting" onClose={onClose}>
      <Field
        label="Transcript file"
        optional
        hint="VTT, SRT, TXT, or JSON from Zoom, Teams, Meet, or a speech service. Recordings need a transcript first."
      >
        {(control) => (
          <Input
            {...control}
            type="file"
            accept=".vtt,.srt,.txt,.json,.md,text/plain,text/vtt,application/json"
            onChange={(event) => void readFile(event.target.files?.[0])}
          />
        )}
      </Field>
      <FormField<MeetingForm>
        name="transcript"
        label="Transcript"
        rows={6}
        placeholder="Or paste the transcript here."
        required
      />
      <FormField<MeetingForm> name="title" label="Title" required />
      <div className="grid grid-cols-2 gap-3">
        <FormField<MeetingForm> name="day" label="Date" type="date" required />
        <FormField<MeetingForm> name="time" label="Time" type="time" required />
      </div>
      <Field label="Contact" optional>
        {(control) => (
          <Combobox
            {...control}
            label="Contact"
            source={searchContacts}
            placeholder="Search contacts"
            value={contact}
            onChange={setContact}
          />
        )}
      </Field>
    </EntryDialog>
  );
}
