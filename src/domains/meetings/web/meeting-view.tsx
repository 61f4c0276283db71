import { useState } from 'react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import Share2 from 'lucide-react/icons/share-2';
import Sparkles from 'lucide-react/icons/sparkles';
import Trash2 from 'lucide-react/icons/trash-2';
import { messageFor } from '../../../web/api/error.ts';
import { call, read } from '../../../web/api/request.ts';
import { Link } from '../../../web/router/link.tsx';
import { toast } from '../../../web/shell/toast.ts';
import { Banner } from '../../../web/ui/banner.tsx';
import { Button } from '../../../web/ui/button.tsx';
import { confirm } from '../../../web/ui/confirm.ts';
import { Failure } from '../../../web/ui/failure.tsx';
import { Skeleton } from '../../../web/ui/skeleton.tsx';
import { Spinner } from '../../../web/ui/spinner.tsx';
import { Tag } from '../../../web/ui/badge.tsx';
import { type Meeting, meetings } from '../contract.ts';
import { MEETINGS } from '../paths.ts';
import { minutesWords } from './labels.ts';
import { MeetingItems } from './meeting-items.tsx';
import { MeetingTranscript } from './meeting-transcript.tsx';
import { ShareDialog } from './share-dialog.tsx';
import { Speakers } from './speakers.tsx';

/** One meeting: its summary and what follows from it, beside the transcript. */
export default function MeetingView({ id, at, onClose }: { id: string; at: number | undefined; onClose: () => void }) {
  const client = useQueryClient();
  const [shown, setShown] = useState(at);
  const [sharing, setSharing] = useState(false);
  const { data, error, refetch } = useQuery(read(meetings.get, { params: { id } }));
  if (error && !data) return <Failure error={error} what="The meeting" onRetry={() => void refetch()} />;
  if (!data) return <Skeleton className="h-96 w-full" />;
  /** Runs a call that answers the meeting as it is then. */
  const act = async (work: () => Promise<Meeting>, failure: string): Promise<boolean> => {
    try {
      client.setQueryData(read(meetings.get, { params: { id } }).queryKey, await work());
      await client.invalidateQueries({ queryKey: [MEETINGS] });
      return true;
    } catch (reason) {
      toast({ type: 'error', title: failure, description: messageFor(reason, 'Try again.') });
      return false;
    }
  };
  const remove = async () => {
    const sure = await confirm({
      title: `Delete “${data.title}”?`,
      description: 'The transcript, its recording, summary, and links are deleted. Tasks stay. This cannot be undone.',
      action: 'Delete meeting',
    });
    if (!sure) return;
    try {
      await call(meetings.remove, { params: { id } });
      await client.invalidateQueries({ queryKey: [MEETINGS] });
      onClose();
    } catch (reason) {
      toast({ type: 'error', title: 'Couldn’t delete the meeting', description: messageFor(reason, 'Try again.') });
    }
  };
  return (
    <article className="grid gap-5 text-sm">
      <header className="grid gap-2">
        <div className="flex flex-wrap items-center gap-2">
          <Button size="sm" onClick={onClose}>
            All meetings
          </Button>
          <span className="ml-auto flex flex-wrap gap-2">
            <Button size="sm" icon={<Share2 />} onClick={() => setSharing(true)}>
              Share by a link…
            </Button>
            <Button size="sm" variant="ghost" icon={<Trash2 />} onClick={() => void remove()}>
              Delete meeting…
            </Button>
          </span>
        </div>
        <h1 tabIndex={-1} className="page-title break-words">
          {data.title}
        </h1>
        <MeetingFacts meeting={data} />
      </header>
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-6 lg:grid-cols-2">
        <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
          <Summary
            meeting={data}
            onShow={setShown}
            onWrite={() => void act(() => call(meetings.summarize, { params: { id } }), 'Couldn’t write the summary')}
          />
          <MeetingItems meeting={data} onShow={setShown} onAct={act} />
          <Speakers meeting={data} onAct={act} />
        </div>
        <MeetingTranscript key={id} meeting={data} shown={shown} onAct={act} />
      </div>
      {sharing && <ShareDialog meeting={data} onAct={act} onClose={() => setSharing(false)} />}
    </article>
  );
}

function MeetingFacts({ meeting }: { meeting: Meeting }) {
  const held = new Date(meeting.heldAt).toLocaleString('en-US', { dateStyle: 'medium', timeStyle: 'short' });
  return (
    <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-muted">
      <span>{held}</span>
      {meeting.durationMs !== null && <span>{minutesWords(meeting.durationMs)}</span>}
      {meeting.contact && (
        <Link to={`/contacts/${meeting.contact.id}`} className="underline underline-offset-2">
          {meeting.contact.name}
        </Link>
      )}
      {meeting.opportunity && (
        <Link to={`/opportunities/${meeting.opportunity.id}`} className="underline underline-offset-2">
          {meeting.opportunity.name}
        </Link>
      )}
      <span>Added by {meeting.createdBy}</span>
      {meeting.topics.slice(0, 5).map((topic) => (
        <Tag key={topic}>{topic}</Tag>
      ))}
    </p>
  );
}

function Summary({
  meeting: { summary, summaryState, summaryError, hasModel },
  onShow,
  onWrite,
}: {
  meeting: Meeting;
  onShow: (position: number) => void;
  onWrite: () => void;
}) {
  return (
    <section aria-labelledby="summary" className="grid gap-2">
      <div className="flex flex-wrap items-center gap-2">
        <h2 id="summary" className="flex-1 text-base font-semibold">
          Summary
        </h2>
        {summaryState === 'running' ? (
          <span role="status" className="flex items-center gap-2 text-muted">
            <Spinner /> Writing the summary…
          </span>
        ) : (
          hasModel && (
            <Button size="sm" icon={<Sparkles />} onClick={onWrite}>
              {summary.by === 'model' ? 'Write summary again' : 'Write summary with AI'}
            </Button>
          )
        )}
      </div>
      {summaryState === 'failed' && <Banner tone="danger">{summaryError}</Banner>}
      <p className="text-muted">
        {summary.by === 'model'
          ? 'Written by a language model. Select a sentence to see the passage it rests on.'
          : `The sentences that say most, quoted from the transcript.${hasModel ? '' : ' Connect a language model for a written summary.'}`}
      </p>
      <ul className="grid gap-1.5">
        {summary.points.map(({ text, position }) => (
          <li key={`${position} ${text}`}>
            <button type="button" className="text-left hover:underline" onClick={() => onShow(position)}>
              {text}
            </button>
          </li>
        ))}
      </ul>
      {summary.chapters.length > 0 && (
        <>
          <h3 className="mt-2 font-medium">Chapters</h3>
          <ol className="list-decimal pl-5">
            {summary.chapters.map(({ text, position }) => (
              <li key={`${position} ${text}`}>
                <button type="button" className="text-left hover:underline" onClick={() => onShow(position)}>
                  {text}
                </button>
              </li>
            ))}
          </ol>
        </>
      )}
    </section>
  );
}
