import { useQueryClient } from '@tanstack/react-query';
import Inbox from 'lucide-react/icons/inbox';
import { useState } from 'react';
import { usePages } from '../../../../../web/api/pages.ts';
import { call } from '../../../../../web/api/request.ts';
import { Link } from '../../../../../web/router/link.tsx';
import { Badge } from '../../../../../web/ui/badge.tsx';
import { Button } from '../../../../../web/ui/button.tsx';
import { Failure } from '../../../../../web/ui/failure.tsx';
import { LoadMore } from '../../../../../web/ui/load-more.tsx';
import { Select } from '../../../../../web/ui/select.tsx';
import { Sheet } from '../../../../../web/ui/sheet.tsx';
import { Skeleton } from '../../../../../web/ui/skeleton.tsx';
import { EmptyState } from '../../../../../web/ui/states.tsx';
import { RelativeTime } from '../../../../../web/ui/time.tsx';
import { type LeadForm, leadForms, type Submission } from '../../../contract/lead-forms.ts';
import { CRM } from '../../../paths.ts';
import { useAct } from '../../../../../records/web/use-row-action.ts';

const STATES = {
  accepted: { label: 'Became a lead', tone: 'success' },
  unconfirmed: { label: 'Not confirmed', tone: 'warning' },
  waiting: { label: 'Waiting for approval', tone: 'info' },
  rejected: { label: 'Rejected', tone: 'neutral' },
  spam: { label: 'Spam', tone: 'danger' },
} as const satisfies Record<Submission['state'], { label: string; tone: string }>;

/** A form's submissions: those that became leads, and blocked ones with the reason. */
export default function EntriesSheet({ form, onClose }: { form: LeadForm; onClose: () => void }) {
  const client = useQueryClient();
  const [state, setState] = useState<Submission['state'] | ''>('');
  const list = usePages(leadForms.submissions, {
    params: { id: form.id },
    query: { limit: 30, state: state || undefined },
  });
  const act = useAct(`${leadForms.list.path}/${form.id}/submissions`);
  const accept = async (entry: Submission) => {
    const done = await act('Lead created', 'Couldn’t create the lead', () =>
      call(leadForms.accept, { params: { id: form.id, submissionId: entry.id } }),
    );
    if (done) await client.invalidateQueries({ queryKey: [CRM.leads] });
  };
  return (
    <Sheet open onOpenChange={onClose} title={`Entries of “${form.name}”`}>
      <Select
        aria-label="Show"
        className="mb-3"
        value={state}
        placeholder="All entries"
        options={Object.entries(STATES).map(([value, { label }]) => ({ value, label }))}
        onChange={(event) => setState(event.target.value as Submission['state'] | '')}
      />
      {list.loading && <Skeleton className="h-24 w-full" />}
      {list.error && list.items.length === 0 && <Failure error={list.error} what="Entries" onRetry={list.retry} />}
      {!list.loading && !list.error && list.items.length === 0 && <EmptyState icon={<Inbox />} title="No entries" />}
      <ul className="grid gap-2">
        {list.items.map((entry) => (
          <li key={entry.id} data-testid="row" className="rounded-lg border border-line p-3 text-sm">
            <p className="flex flex-wrap items-center gap-2">
              <Badge tone={STATES[entry.state].tone}>{STATES[entry.state].label}</Badge>
              <RelativeTime value={entry.createdAt} className="text-xs text-muted" />
            </p>
            {entry.reason && <p className="mt-1 text-xs text-muted">{entry.reason}</p>}
            <dl className="mt-2 grid grid-cols-[6.5rem_minmax(0,1fr)] gap-x-2 gap-y-0.5 text-xs">
              {Object.entries(entry.data).map(([name, value]) => (
                <div key={name} className="contents">
                  <dt className="text-muted">{form.fields.find((field) => field.name === name)?.label ?? name}</dt>
                  <dd className="break-words whitespace-pre-wrap">{value}</dd>
                </div>
              ))}
            </dl>
            <p className="mt-2">
              {entry.leadId ? (
                <Link to={`/leads/${entry.leadId}`} className="text-accent-ink underline">
                  Open lead
                </Link>
              ) : entry.state === 'waiting' ? (
                <Link to="/lead-approval" className="text-accent-ink underline">
                  Review
                </Link>
              ) : (
                entry.state !== 'accepted' && (
                  <Button size="sm" onClick={() => void accept(entry)}>
                    Create lead
                  </Button>
                )
              )}
            </p>
          </li>
        ))}
      </ul>
      <LoadMore hasMore={list.hasMore} loading={list.loadingMore} onMore={list.more} />
    </Sheet>
  );
}
