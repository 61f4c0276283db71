import { useEffect, useRef, useState } from 'react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { messageFor } from '../../../web/api/error.ts';
import { call, read, readKey } from '../../../web/api/request.ts';
import { toast } from '../../../web/shell/toast.ts';
import { Badge } from '../../../web/ui/badge.tsx';
import { Button } from '../../../web/ui/button.tsx';
import { confirm } from '../../../web/ui/confirm.ts';
import { fileSize } from '../../../web/ui/format.ts';
import { ProgressBar } from '../../../web/ui/progress-bar.tsx';
import { Spinner } from '../../../web/ui/spinner.tsx';
import { RelativeTime } from '../../../web/ui/time.tsx';
import { type MeetingRecording, meetings } from '../contract.ts';
import { GapError, recoverRecording } from './record/live-upload.ts';
import { dropParts } from './record/pending-parts.ts';
import { forgetRecorder, recorderOf, runningRecorders, unlessRecorded } from './record/recorder-lock.ts';
import { runUpload, stopUpload, useUploads } from './record/uploads.ts';

/** Recordings that are not meetings yet: being transcribed, failed, or stopped. Nothing where there are none. */
export function OpenRecordings() {
  const { data } = useQuery({
    ...read(meetings.recordings),
    // A recording that breaks off sends nothing that would tell.
    refetchInterval: ({ state }) => (state.data?.items.some(({ isLive }) => isLive) ? LOOK_AGAIN_MS : false),
  });
  const running = useRunningRecorders(data?.items);
  if (!data || data.items.length === 0) return null;
  return (
    <section aria-labelledby="recordings" className="mb-5 grid gap-2 text-sm">
      <h2 id="recordings" className="text-base font-semibold">
        Recordings
      </h2>
      <ul className="divide-y divide-line border-y border-line">
        {data.items.map((recording) => (
          <Row key={recording.id} recording={recording} isRecorded={isRecorded(recording, running)} />
        ))}
      </ul>
    </section>
  );
}

const LOOK_AGAIN_MS = 20_000;

/** Ids of the recorders in tabs of this browser; undefined until the browser has said so. */
function useRunningRecorders(items: readonly MeetingRecording[] | undefined): ReadonlySet<string> | undefined {
  const [running, setRunning] = useState<ReadonlySet<string>>();
  useEffect(() => {
    if (!items?.some(({ state }) => state === 'uploading')) return;
    let isOver = false;
    const look = () => {
      runningRecorders().then(
        (now) => !isOver && setRunning(now),
        () => !isOver && setRunning(new Set()),
      );
    };
    look();
    window.addEventListener('focus', look);
    return () => {
      isOver = true;
      window.removeEventListener('focus', look);
    };
  }, [items]);
  return running;
}

/** Whether someone still records it; undefined while that is unknown. */
function isRecorded(
  { id, state, size, isLive }: MeetingRecording,
  running: ReadonlySet<string> | undefined,
): boolean | undefined {
  if (state !== 'uploading' || size > 0) return false;
  // This browser's own one has ended when no tab makes it, whatever the server assumes for a minute.
  const recorder = recorderOf(id);
  return recorder ? running?.has(recorder) : isLive;
}

interface RowProps {
  recording: MeetingRecording;
  isRecorded: boolean | undefined;
}

function Row({ recording, isRecorded }: RowProps) {
  const client = useQueryClient();
  const { id, title, name, size, received, state, progress, error, createdAt, createdBy } = recording;
  const params = { id };
  const act = async (work: () => Promise<unknown>, failure: string) => {
    try {
      await work();
    } catch (reason) {
      toast({ type: 'error', title: failure, description: messageFor(reason, 'Try again.') });
    }
    await client.invalidateQueries({ queryKey: readKey(meetings.recordings) });
  };
  const remove = async () => {
    const sure = await confirm({
      title: `Delete the recording “${title}”?`,
      description: 'The file is deleted. This cannot be undone.',
      action: 'Delete recording',
    });
    if (!sure) return;
    stopUpload(id);
    const work = async () => {
      await call(meetings.removeRecording, { params, query: { recorder: recorderOf(id) } });
      forgetRecorder(id);
      await dropParts(id);
    };
    await act(() => unlessRecorded(id, work), 'Couldn’t delete the recording');
  };
  const isActive = state === 'waiting' || state === 'running';
  return (
    <li data-testid="recording" className="grid gap-1 py-2.5">
      <div className="flex flex-wrap items-center gap-2">
        <span className="min-w-0 font-medium break-words">{title}</span>
        {isActive ? (
          <span role="status" className="flex items-center gap-2 text-muted">
            <Spinner />{' '}
            {state === 'waiting'
              ? 'Waiting to be transcribed…'
              : progress > 0
                ? `Transcribing, ${Math.round(progress * 100)}%…`
                : 'Transcribing…'}
          </span>
        ) : state === 'uploading' ? (
          <UploadState recording={recording} isRecorded={isRecorded} />
        ) : (
          <Badge tone={state === 'failed' ? 'danger' : 'neutral'}>
            {state === 'failed' ? 'Not transcribed' : 'Canceled'}
          </Badge>
        )}
        <span className="ml-auto flex flex-wrap gap-2">
          {isActive ? (
            <Button
              size="sm"
              onClick={() => void act(() => call(meetings.cancelRecording, { params }), 'Couldn’t cancel')}
            >
              Cancel
            </Button>
          ) : isRecorded !== false ? null : state === 'uploading' ? (
            <UploadActions recording={recording} onDelete={() => void remove()} act={act} />
          ) : (
            <>
              <Button
                size="sm"
                onClick={() =>
                  void act(() => call(meetings.retryRecording, { params }), 'Couldn’t transcribe the recording')
                }
              >
                {state === 'failed' ? 'Try again' : 'Transcribe'}
              </Button>
              <Button size="sm" variant="ghost" onClick={() => void remove()}>
                Delete…
              </Button>
            </>
          )}
        </span>
      </div>
      {error && <p className="break-words text-danger-ink">{error}</p>}
      <p className="truncate text-muted">
        {name}, {fileSize(size || received)}, added <RelativeTime value={createdAt} /> by {createdBy}
      </p>
    </li>
  );
}

/** How far an upload is: sent by this page, or waiting for someone to go on with it. */
function UploadState({ recording: { id, title, size, received, isMine }, isRecorded }: RowProps) {
  const upload = useUploads().get(id);
  const arrived = Math.max(received, upload?.sent ?? 0);
  const percent = size > 0 ? Math.floor((arrived / size) * 100) : 0;
  if (upload && !upload.error)
    return (
      <span className="flex min-w-48 flex-1 flex-wrap items-center gap-2 text-muted">
        <ProgressBar label={`Upload of ${title}`} value={percent} valueText={`${percent}%`} className="max-w-40" />
        <span role="status">{upload.isBroken ? 'No connection. It goes on by itself.' : `Uploading, ${percent}%`}</span>
      </span>
    );
  if (upload) return <Badge tone="danger">{upload.error}</Badge>;
  if (isRecorded === undefined) return null;
  if (isRecorded) return <Badge>Being recorded</Badge>;
  if (size === 0) return <Badge tone="warning">Not finished</Badge>;
  return <Badge tone="warning">{isMine ? `Interrupted at ${percent}%` : `Uploading, ${percent}%`}</Badge>;
}

/** Has a recording transcribed that ended with its page; where sound is missing, asks first. */
async function recover(id: string): Promise<void> {
  const { signal } = new AbortController();
  try {
    await recoverRecording(id, signal);
  } catch (error) {
    if (!(error instanceof GapError)) throw error;
    const sure = await confirm({
      title: 'Part of this recording is missing',
      description: `${error.message} Only the beginning can be transcribed. What follows is deleted.`,
      action: 'Transcribe the beginning',
    });
    if (sure) await recoverRecording(id, signal, { upToGap: true });
  }
}

interface UploadActionsProps {
  recording: MeetingRecording;
  onDelete: () => void;
  act: (work: () => Promise<unknown>, failure: string) => Promise<void>;
}

/** Goes on with an upload: with the same file again, or with what this browser kept of a recording. */
function UploadActions({ recording: { id, name, size, isMine }, onDelete, act }: UploadActionsProps) {
  const client = useQueryClient();
  const upload = useUploads().get(id);
  const [isBusy, setBusy] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const remove = (
    <Button size="sm" variant="ghost" onClick={onDelete}>
      Delete…
    </Button>
  );
  if (upload && !upload.error)
    return (
      <Button size="sm" onClick={() => stopUpload(id)}>
        Pause upload
      </Button>
    );
  if (!isMine) return remove;
  if (size === 0)
    return (
      <>
        <Button
          size="sm"
          loading={isBusy}
          onClick={() => {
            setBusy(true);
            void act(() => recover(id), 'Couldn’t transcribe the recording').finally(() => setBusy(false));
          }}
        >
          Transcribe what was recorded
        </Button>
        {remove}
      </>
    );
  const choose = (file: File | undefined) => {
    if (!file) return;
    if (file.size !== size)
      return void toast({
        type: 'error',
        title: 'This is another file',
        description: `Choose “${name}” with ${size.toLocaleString('en-US')} bytes.`,
      });
    void runUpload(id, file, () => client.invalidateQueries({ queryKey: readKey(meetings.recordings) }));
  };
  return (
    <>
      <input
        ref={input}
        type="file"
        hidden
        aria-label={`File of ${name}`}
        onChange={(event) => choose(event.target.files?.[0])}
      />
      <Button size="sm" onClick={() => input.current?.click()}>
        Continue upload…
      </Button>
      {remove}
    </>
  );
}
