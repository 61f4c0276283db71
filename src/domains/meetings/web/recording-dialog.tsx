import { useEffect, useRef, useState } from 'react';
import * as z from 'zod';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { read, readKey } from '../../../web/api/request.ts';
import { upload } from '../../../web/api/upload.ts';
import { EntryDialog } from '../../../web/form/entry-dialog.tsx';
import { useContractForm } from '../../../web/form/use-contract-form.ts';
import { Link } from '../../../web/router/link.tsx';
import { buttonClass } from '../../../web/ui/button.tsx';
import { Dialog } from '../../../web/ui/dialog.tsx';
import { Failure } from '../../../web/ui/failure.tsx';
import { Field } from '../../../web/ui/field.tsx';
import { fileSize } from '../../../web/ui/format.ts';
import { Input } from '../../../web/ui/input.tsx';
import { ProgressBar } from '../../../web/ui/progress-bar.tsx';
import { Skeleton } from '../../../web/ui/skeleton.tsx';
import type { Option } from '../../../web/ui/use-options.ts';
import { MAX_RECORDING, meetings } from '../contract.ts';
import { heldAtOf, MEETING_FIELDS, MeetingFields, titleOfFile, useMeetingDefaults } from './meeting-fields.tsx';

const TITLE = 'Upload recording';
const LIMIT = fileSize(MAX_RECORDING);

/** Adds a meeting from audio or video; where no speech service is connected, it says so. */
export default function RecordingDialog({ onClose }: { onClose: () => void }) {
  const { data, error, refetch } = useQuery(read(meetings.recordings));
  if (data?.connected) return <RecordingForm onClose={onClose} />;
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={TITLE}
      footer={
        data && (
          <Link to="/settings" search={{ tab: 'connections' }} className={buttonClass({ variant: 'primary' })}>
            Open Connections
          </Link>
        )
      }
    >
      {error && !data ? (
        <Failure error={error} what="This form" onRetry={() => void refetch()} />
      ) : data ? (
        <p className="text-sm">No speech service is connected, so audio and video can’t be transcribed yet.</p>
      ) : (
        <Skeleton className="h-24 w-full" />
      )}
    </Dialog>
  );
}

const RecordingFormSchema = z.object({
  ...MEETING_FIELDS,
  file: z
    .custom<File>((value) => value instanceof File, 'Choose a recording.')
    .refine((file) => file.size <= MAX_RECORDING, `Choose a file of at most ${LIMIT}.`)
    .refine((file) => file.size > 0, 'This file is empty.'),
});

function RecordingForm({ onClose }: { onClose: () => void }) {
  const client = useQueryClient();
  const [contact, setContact] = useState<Option | null>(null);
  const [share, setShare] = useState(0);
  const leaving = useRef<AbortController>(undefined);
  // Closing the dialog stops the upload.
  useEffect(() => () => leaving.current?.abort(), []);
  const form = useContractForm(RecordingFormSchema, {
    defaultValues: useMeetingDefaults(),
    failure: 'The recording was not uploaded.',
    onSubmit: async ({ title, file, ...when }) => {
      leaving.current = new AbortController();
      setShare(0);
      await upload(meetings.addRecording, {
        query: { title, heldAt: heldAtOf(when), ...(contact && { contactId: contact.value }) },
        file,
        signal: leaving.current.signal,
        onProgress: setShare,
      });
      await client.invalidateQueries({ queryKey: readKey(meetings.recordings) });
      onClose();
    },
  });
  const { setValue, getValues, formState } = form.methods;
  const choose = (file: File | undefined) => {
    if (!file) return;
    setValue('file', file, { shouldDirty: true, shouldValidate: true });
    if (!getValues('title')) setValue('title', titleOfFile(file.name), { shouldDirty: true });
  };
  const percent = Math.floor(share * 100);
  const fault = formState.errors.file?.message;
  return (
    <EntryDialog
      form={form}
      title={TITLE}
      description="Your speech service receives the recording and transcribes it."
      submit="Upload and transcribe"
      onClose={onClose}
    >
      <Field
        label="Recording"
        required
        hint={`MP3, M4A, WAV, OGG, WebM, or MP4, up to ${LIMIT}. Your speech service may accept less.`}
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
      {form.saving && <ProgressBar label="Upload" value={share < 1 ? percent : undefined} valueText={`${percent}%`} />}
    </EntryDialog>
  );
}
