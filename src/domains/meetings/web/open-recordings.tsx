import { useQuery, useQueryClient } from '@tanstack/react-query';
import { messageFor } from '../../../web/api/error.ts';
import { call, read, readKey } from '../../../web/api/request.ts';
import { toast } from '../../../web/shell/toast.ts';
import { Badge } from '../../../web/ui/badge.tsx';
import { Button } from '../../../web/ui/button.tsx';
import { confirm } from '../../../web/ui/confirm.ts';
import { fileSize } from '../../../web/ui/format.ts';
import { Spinner } from '../../../web/ui/spinner.tsx';
import { RelativeTime } from '../../../web/ui/time.tsx';
import { type MeetingRecording, meetings } from '../contract.ts';

/** Recordings that are not meetings yet: being transcribed, failed, or stopped. Nothing where there are none. */
export function OpenRecordings() {
  const { data } = useQuery(read(meetings.recordings));
  if (!data || data.items.length === 0) return null;
  return (
    <section aria-labelledby="recordings" className="mb-5 grid gap-2 text-sm">
      <h2 id="recordings" className="text-base font-semibold">
        Recordings
      </h2>
      <ul className="divide-y divide-line border-y border-line">
        {data.items.map((recording) => (
          <Row key={recording.id} recording={recording} />
        ))}
      </ul>
    </section>
  );
}

function Row({ recording }: { recording: MeetingRecording }) {
  const client = useQueryClient();
  const { id, title, name, size, state, error, createdAt, createdBy } = recording;
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
    if (sure) await act(() => call(meetings.removeRecording, { params }), 'Couldn’t delete the recording');
  };
  const isActive = state === 'waiting' || state === 'running';
  return (
    <li data-testid="recording" className="grid gap-1 py-2.5">
      <div className="flex flex-wrap items-center gap-2">
        <span className="min-w-0 font-medium break-words">{title}</span>
        {isActive ? (
          <span role="status" className="flex items-center gap-2 text-muted">
            <Spinner /> {state === 'waiting' ? 'Waiting to be transcribed…' : 'Transcribing…'}
          </span>
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
        {name}, {fileSize(size)}, added <RelativeTime value={createdAt} /> by {createdBy}
      </p>
    </li>
  );
}
