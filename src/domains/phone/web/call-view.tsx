import { useQuery, useQueryClient } from '@tanstack/react-query';
import ArrowLeft from 'lucide-react/icons/arrow-left';
import Trash2 from 'lucide-react/icons/trash-2';
import { messageFor } from '../../../web/api/error.ts';
import { call, read } from '../../../web/api/request.ts';
import { Link } from '../../../web/router/link.tsx';
import { toast } from '../../../web/shell/toast.ts';
import { Button } from '../../../web/ui/button.tsx';
import { confirm } from '../../../web/ui/confirm.ts';
import { Failure } from '../../../web/ui/failure.tsx';
import { Skeleton } from '../../../web/ui/skeleton.tsx';
import { formatCredits } from '../../billing/contract.ts';
import { phone, type PhoneCall } from '../contract.ts';
import { PHONE } from '../paths.ts';
import { CallBadge, callerWords } from './call-list.tsx';
import { clockWords, latencyWords } from './labels.ts';
import { TakeCall } from './take-call.tsx';
import { TranscriptTurns } from './transcript.tsx';

const started = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'short' });

/** One call: what was said, what came of it, and what to do now. While it goes on, it grows. */
export default function CallView({ id, mayManage, onClose }: { id: string; mayManage: boolean; onClose: () => void }) {
  const client = useQueryClient();
  const { data, error, refetch } = useQuery(read(phone.call, { params: { id } }));
  if (error && !data) return <Failure error={error} what="The call" onRetry={() => void refetch()} />;
  if (!data) return <Skeleton className="h-96 w-full" />;
  const remove = async () => {
    const sure = await confirm({
      title: 'Delete this call?',
      description: 'The transcript is deleted. Tasks and activities stay. This cannot be undone.',
      action: 'Delete call',
      tone: 'danger',
    });
    if (!sure) return;
    try {
      await call(phone.removeCall, { params: { id } });
      await client.invalidateQueries({ queryKey: [PHONE.calls] });
      onClose();
    } catch (reason) {
      toast({ type: 'error', title: 'Couldn’t delete the call', description: messageFor(reason, 'Try again.') });
    }
  };
  return (
    <article data-testid="record" className="grid gap-5 text-sm">
      <header className="grid gap-2">
        <div className="flex flex-wrap items-center gap-2">
          <Button variant="ghost" size="sm" icon={<ArrowLeft />} onClick={onClose} className="-ml-2">
            All calls
          </Button>
          {mayManage && data.state === 'ended' && (
            <Button size="sm" variant="ghost" icon={<Trash2 />} className="ml-auto" onClick={() => void remove()}>
              Delete call…
            </Button>
          )}
        </div>
        <div className="flex flex-wrap items-center gap-2">
          <h1 tabIndex={-1} className="page-title break-words">
            {callerWords(data)}
          </h1>
          <CallBadge call={data} />
        </div>
      </header>
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-6 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
        <section aria-labelledby="transcript" className="grid gap-2">
          <h2 id="transcript" className="text-base font-semibold">
            Transcript
          </h2>
          {data.turns.length === 0 ? (
            <p className="border-y border-line py-4 text-muted">
              {data.state === 'ended' ? 'The call ended before anything was said.' : 'Nothing was said yet.'}
            </p>
          ) : (
            <TranscriptTurns
              turns={data.turns}
              agentName={data.agent.name}
              callerName={data.contact?.name ?? 'Caller'}
              label="Transcript"
            />
          )}
          {data.state === 'live' && <TakeCall data={data} />}
        </section>
        <Outcome data={data} />
      </div>
    </article>
  );
}

function Outcome({ data }: { data: PhoneCall }) {
  const { agent, contact, number, startedAt, durationMs, latency, message, nextStep, task, activityId, booking } = data;
  return (
    <section aria-labelledby="outcome" className="grid gap-4 rounded-lg border border-line bg-raised p-4">
      <h2 id="outcome" className="text-base font-semibold">
        Outcome
      </h2>
      {message && (
        <blockquote className="border-l-2 border-line pl-3 break-words whitespace-pre-wrap">{message}</blockquote>
      )}
      {nextStep && (
        <p>
          <span className="font-medium">Next step:</span> {nextStep}
        </p>
      )}
      {booking && (
        <p>
          <span className="font-medium">Appointment:</span>{' '}
          <Link to={`/appointment-funnel?booking=${booking.id}`} className="underline underline-offset-2">
            {booking.type}, {started.format(new Date(booking.startAt))}
          </Link>
        </p>
      )}
      {(task || activityId) && (
        <p className="flex flex-wrap gap-x-4 gap-y-1">
          {task && (
            <Link to={`/activities/${task.id}`} className="underline underline-offset-2">
              {task.done ? 'View task (done)' : 'View task'}
            </Link>
          )}
          {activityId && (
            <Link to={`/activities/${activityId}`} className="underline underline-offset-2">
              View activity
            </Link>
          )}
        </p>
      )}
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1.5">
        <dt className="text-muted">Agent</dt>
        <dd>{agent.name}</dd>
        {contact && (
          <>
            <dt className="text-muted">Contact</dt>
            <dd>
              <Link to={`/contacts/${contact.id}`} className="underline underline-offset-2">
                {contact.name}
              </Link>
            </dd>
          </>
        )}
        <dt className="text-muted">Number</dt>
        <dd>{number || 'Withheld'}</dd>
        <dt className="text-muted">Started</dt>
        <dd>{started.format(new Date(startedAt))}</dd>
        {durationMs !== null && (
          <>
            <dt className="text-muted">Length</dt>
            <dd className="tabular">{clockWords(durationMs)}</dd>
          </>
        )}
        {data.credits !== null && (
          <>
            <dt className="text-muted">Minutes</dt>
            <dd className="tabular">{formatCredits(data.credits)} credits</dd>
          </>
        )}
        {latency && (
          <>
            <dt className="text-muted">Answers began</dt>
            <dd>
              within {latencyWords(latency.p50)} (half), {latencyWords(latency.p95)} (95%)
            </dd>
          </>
        )}
      </dl>
    </section>
  );
}
