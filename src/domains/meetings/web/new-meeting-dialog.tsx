import { useState } from 'react';
import * as z from 'zod';
import { useQueryClient } from '@tanstack/react-query';
import { call } from '../../../web/api/request.ts';
import { EntryDialog } from '../../../web/form/entry-dialog.tsx';
import { FormField } from '../../../web/form/form-field.tsx';
import { useContractForm } from '../../../web/form/use-contract-form.ts';
import { Field } from '../../../web/ui/field.tsx';
import { Input } from '../../../web/ui/input.tsx';
import type { Option } from '../../../web/ui/use-options.ts';
import { MAX_TRANSCRIPT, meetings, NewMeeting } from '../contract.ts';
import { MEETINGS } from '../paths.ts';
import { heldAtOf, MEETING_FIELDS, MeetingFields, titleOfFile, useMeetingDefaults } from './meeting-fields.tsx';

const MeetingForm = z.object({ ...MEETING_FIELDS, transcript: NewMeeting.shape.transcript });
type MeetingForm = z.infer<typeof MeetingForm>;

/** Adds a meeting from a file or from text that is pasted. */
export default function NewMeetingDialog({ onClose, onAdded }: { onClose: () => void; onAdded: (id: string) => void }) {
  const client = useQueryClient();
  const [contact, setContact] = useState<Option | null>(null);
  const form = useContractForm(MeetingForm, {
    defaultValues: { ...useMeetingDefaults(), transcript: '' },
    failure: 'The meeting was not added.',
    onSubmit: async ({ title, transcript, ...when }) => {
      const meeting = await call(meetings.create, {
        body: { title, heldAt: heldAtOf(when), transcript, ...(contact && { contactId: contact.value }) },
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
    if (!getValues('title')) setValue('title', titleOfFile(file.name), { shouldDirty: true });
  };
  return (
    <EntryDialog form={form} title="Add meeting" submit="Add meeting" onClose={onClose}>
      <Field
        label="Transcript file"
        optional
        hint="VTT, SRT, TXT, or JSON from Zoom, Teams, Meet, or a speech service. For audio and video, use Upload recording."
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
      <MeetingFields contact={contact} onContact={setContact} />
    </EntryDialog>
  );
}
