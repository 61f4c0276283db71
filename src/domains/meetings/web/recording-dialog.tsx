import { useState } from 'react';
import * as z from 'zod';
import { useQueryClient } from '@tanstack/react-query';
import { call, readKey } from '../../../web/api/request.ts';
import { EntryDialog } from '../../../web/form/entry-dialog.tsx';
import { useContractForm } from '../../../web/form/use-contract-form.ts';
import { Field } from '../../../web/ui/field.tsx';
import { fileSize } from '../../../web/ui/format.ts';
import { Input } from '../../../web/ui/input.tsx';
import type { Option } from '../../../web/ui/use-options.ts';
import { MAX_RECORDING, meetings } from '../contract.ts';
import { heldAtOf, MEETING_FIELDS, MeetingFields, titleOfFile, useMeetingDefaults } from './meeting-fields.tsx';
import { runUpload } from './record/uploads.ts';
import { SpeechGate } from './speech-gate.tsx';

const TITLE = 'Upload recording';
const LIMIT = fileSize(MAX_RECORDING);

/** Adds a meeting from audio or video; where no speech service is connected, it says so. */
export default function RecordingDialog({ onClose }: { onClose: () => void }) {
  return (
    <SpeechGate title={TITLE} onClose={onClose}>
      {({ pieceBytes }) => <RecordingForm pieceBytes={pieceBytes} onClose={onClose} />}
    </SpeechGate>
  );
}

const RecordingFormSchema = z.object({
  ...MEETING_FIELDS,
  file: z
    .custom<File>((value) => value instanceof File, 'Choose a recording.')
    .refine((file) => file.size <= MAX_RECORDING, `Choose a file of at most ${LIMIT}.`)
    .refine((file) => file.size > 0, 'This file is empty.'),
});

function RecordingForm({ pieceBytes, onClose }: { pieceBytes: number | null; onClose: () => void }) {
  const client = useQueryClient();
  const [contact, setContact] = useState<Option | null>(null);
  const form = useContractForm(RecordingFormSchema, {
    defaultValues: useMeetingDefaults(),
    failure: 'The recording was not uploaded.',
    onSubmit: async ({ title, file, ...when }) => {
      const { id } = await call(meetings.startUpload, {
        body: {
          title,
          heldAt: heldAtOf(when),
          ...(contact && { contactId: contact.value }),
          name: file.name.slice(-200),
          size: file.size,
        },
      });
      const refresh = () => client.invalidateQueries({ queryKey: readKey(meetings.recordings) });
      await refresh();
      // It goes on while the dialog is closed; the list shows how far it is.
      void runUpload(id, file, refresh);
      onClose();
    },
  });
  const { setValue, getValues, formState } = form.methods;
  const choose = (file: File | undefined) => {
    if (!file) return;
    setValue('file', file, { shouldDirty: true, shouldValidate: true });
    if (!getValues('title')) setValue('title', titleOfFile(file.name), { shouldDirty: true });
  };
  const fault = formState.errors.file?.message;
  return (
    <EntryDialog
      form={form}
      title={TITLE}
      description="Your speech service receives the recording and transcribes it. You can leave this page once it is uploaded."
      submit="Upload and transcribe"
      onClose={onClose}
    >
      <Field
        label="Recording"
        required
        hint={`MP3, WAV, or WebM up to ${LIMIT}. M4A, OGG, or MP4 up to ${fileSize(pieceBytes ?? MAX_RECORDING)}, the limit of your speech service.`}
        {...(typeof fault === 'string' && { error: fault })}
      >
        {(control) => (
          <Input
            {...control}
            type="file"
            accept=".mp3,.m4a,.wav,.ogg,.oga,.webm,.mp4,audio/*,video/mp4,video/webm"
            onChange={(event) => choose(event.target.files?.[0])}
          />
        )}
      </Field>
      <MeetingFields contact={contact} onContact={setContact} />
    </EntryDialog>
  );
}
