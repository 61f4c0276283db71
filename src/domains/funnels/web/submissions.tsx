import { useState } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { messageFor } from '../../../web/api/error.ts';
import { usePages } from '../../../web/api/pages.ts';
import { call, readKey } from '../../../web/api/request.ts';
import { Link } from '../../../web/router/link.tsx';
import { toast } from '../../../web/shell/toast.ts';
import { Badge } from '../../../web/ui/badge.tsx';
import { Button } from '../../../web/ui/button.tsx';
import { Failure } from '../../../web/ui/failure.tsx';
import { LoadMore } from '../../../web/ui/load-more.tsx';
import { Select } from '../../../web/ui/select.tsx';
import { Skeleton } from '../../../web/ui/skeleton.tsx';
import { EmptyState } from '../../../web/ui/states.tsx';
import { RelativeTime } from '../../../web/ui/time.tsx';
import { funnels, type FunnelSubmission } from '../contract.ts';

type State = FunnelSubmission['state'];
const STATES = [
  { value: 'accepted', label: 'Leads' },
  { value: 'spam', label: 'Held as spam' },
  { value: 'partial', label: 'Not finished' },
];

/** Submissions of visitors, newest first. */
export default function Submissions({ id }: { id: string }) {
  const [state, setState] = useState<'' | State>('');
  const list = usePages(funnels.submissions, { params: { id }, query: { state: state || undefined } });
  return (
    <div className="page-frame max-w-5xl">
      <div className="mb-4 flex items-center justify-between gap-3">
        <h2 className="text-base font-semibold">Submissions</h2>
        <Select
          aria-label="Show"
          className="w-40"
          placeholder="All"
          value={state}
          options={STATES}
          onChange={(event) => setState(event.target.value as '' | State)}
        />
      </div>
      {list.error && <Failure error={list.error} what="Submissions" onRetry={list.retry} />}
      {list.loading && <Skeleton className="h-64 w-full" />}
      {!list.loading && !list.error && list.items.length === 0 && (
        <EmptyState title="Nothing here yet">What visitors send in the forms of this funnel appears here.</EmptyState>
      )}
      <ul className="divide-y divide-line">
        {list.items.map((submission) => (
          <SubmissionItem key={submission.id} funnel={id} submission={submission} />
        ))}
      </ul>
      <LoadMore hasMore={list.hasMore} loading={list.loadingMore} onMore={list.more} />
    </div>
  );
}

const nameOf = ({ data }: FunnelSubmission) =>
  [data['firstName'], data['lastName']].filter(Boolean).join(' ') || data['email'] || data['phone'] || 'No name';

function SubmissionItem({ funnel, submission }: { funnel: string; submission: FunnelSubmission }) {
  const client = useQueryClient();
  const { id, state, reason, step, data, answers, origin, leadId, at } = submission;
  const accept = async () => {
    try {
      await call(funnels.accept, { params: { id: funnel, submissionId: id } });
      toast({ type: 'success', title: `Lead created: ${nameOf(submission)}` });
    } catch (error) {
      toast({ type: 'error', title: 'Lead not created', description: messageFor(error, 'Try again.') });
    }
    await client.invalidateQueries({ queryKey: readKey(funnels.submissions, { params: { id: funnel } }) });
  };
  const from = [origin['utm_source'] ?? origin['referrer'], origin['utm_campaign']].filter(Boolean).join(' · ');
  return (
    <li data-testid="row" className="grid gap-1 py-3 text-sm">
      <div className="flex flex-wrap items-center gap-2">
        {leadId ? (
          <Link to={`/leads/${leadId}`} className="font-medium hover:underline">
            {nameOf(submission)}
          </Link>
        ) : (
          <span className="font-medium">{nameOf(submission)}</span>
        )}
        {state === 'spam' && <Badge tone="warning">Held as spam</Badge>}
        {state === 'partial' && <Badge>Not finished</Badge>}
        <span className="text-xs text-muted">
          {step} · <RelativeTime value={at} />
          {from && ` · ${from}`}
        </span>
        {state !== 'accepted' && (
          <Button size="sm" className="ml-auto" onClick={() => void accept()}>
            Create lead
          </Button>
        )}
      </div>
      {state === 'partial' && (
        <p className="text-xs text-muted">The form was not sent, and no consent was given. Deleted after 30 days.</p>
      )}
      {reason && <p className="text-xs text-muted">{reason}</p>}
      <p className="break-words text-muted">
        {[data['email'], data['phone'], data['companyName'], data['message']].filter(Boolean).join(' · ')}
      </p>
      {answers.length > 0 && (
        <dl className="flex flex-wrap gap-x-4 gap-y-1 text-xs">
          {answers.map(({ label, answer }) => (
            <div key={label} className="flex gap-1">
              <dt className="text-muted">{label}</dt>
              <dd>{answer}</dd>
            </div>
          ))}
        </dl>
      )}
    </li>
  );
}
