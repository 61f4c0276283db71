import { lazy, Suspense, useState } from 'react';
import Copy from 'lucide-react/icons/copy';
import Download from 'lucide-react/icons/download';
import FileText from 'lucide-react/icons/file-text';
import { messageFor } from '../../../web/api/error.ts';
import { call, download } from '../../../web/api/request.ts';
import { toast } from '../../../web/shell/toast.ts';
import { Badge } from '../../../web/ui/badge.tsx';
import { Banner } from '../../../web/ui/banner.tsx';
import { Button } from '../../../web/ui/button.tsx';
import { confirm } from '../../../web/ui/confirm.ts';
import { money } from '../../../web/ui/format.ts';
import { Skeleton } from '../../../web/ui/skeleton.tsx';
import { EmptyState } from '../../../web/ui/states.tsx';
import { DayText, RelativeTime } from '../../../web/ui/time.tsx';
import { type DealRoom, dealRooms, type Proposal } from '../contract.ts';
import { useRoomAct } from './use-room-act.ts';

const ProposalEditor = lazy(() => import('./proposal-editor.tsx'));

const STATES = {
  draft: { label: 'Draft', tone: 'neutral' },
  sent: { label: 'Waiting for the buyer', tone: 'info' },
  accepted: { label: 'Accepted', tone: 'success' },
  declined: { label: 'Declined', tone: 'danger' },
  withdrawn: { label: 'Withdrawn', tone: 'neutral' },
  replaced: { label: 'Replaced', tone: 'neutral' },
  expired: { label: 'Expired', tone: 'warning' },
} as const;

/** The draft that is written, and every version that was sent. */
export default function ProposalTab({ room }: { room: DealRoom }) {
  const [writing, setWriting] = useState(false);
  const draft = room.proposals.find(({ state }) => state === 'draft');
  const others = room.proposals.filter((one) => one !== draft);
  const isAccepted = others.some(({ state }) => state === 'accepted');
  return (
    <section aria-label="Proposal" className="grid gap-6">
      {(draft || writing) && (
        <Suspense fallback={<Skeleton className="h-64 w-full" />}>
          <ProposalEditor room={room} draft={draft} onDone={() => setWriting(false)} />
        </Suspense>
      )}
      {!draft && !writing && others.length === 0 && (
        <EmptyState
          icon={<FileText />}
          title="No proposal yet"
          action={
            <Button variant="primary" onClick={() => setWriting(true)}>
              Write proposal
            </Button>
          }
        >
          Write sections, priced items with options, and a payment plan. The buyer accepts it on their page.
        </EmptyState>
      )}
      {others.length > 0 && (
        <ul className="grid gap-3">
          {others.map((proposal) => (
            <Version key={proposal.id} proposal={proposal} mayRevise={!draft && !isAccepted} />
          ))}
        </ul>
      )}
    </section>
  );
}

function Version({ proposal, mayRevise }: { proposal: Proposal; mayRevise: boolean }) {
  const act = useRoomAct();
  const { id, number, state, content, totals, acceptance } = proposal;
  const params = { id };
  const save = async () => {
    try {
      await download(dealRooms.pdf, `proposal-${number}.pdf`, { params });
    } catch (error) {
      toast({ type: 'error', title: 'Proposal not downloaded', description: messageFor(error, 'Try again.') });
    }
  };
  const withdraw = async () => {
    const title = `Withdraw “${content.title}”?`;
    const description = 'The buyer can no longer accept it.';
    if (await confirm({ title, description, action: 'Withdraw proposal', tone: 'danger' }))
      await act(() => call(dealRooms.withdraw, { params }), 'Proposal not withdrawn');
  };
  const total = acceptance
    ? money(acceptance.total, acceptance.currency)
    : totals.least.total === totals.most.total
      ? money(totals.least.total, content.currency)
      : `${money(totals.least.total, content.currency)} to ${money(totals.most.total, content.currency)}`;
  return (
    <li data-testid="version" className="rounded-lg border border-line p-4">
      <div className="flex flex-wrap items-start gap-x-4 gap-y-2">
        <div className="min-w-0 flex-1 basis-64">
          <p className="flex flex-wrap items-center gap-2 font-medium">
            {content.title} <Badge tone={STATES[state].tone}>{STATES[state].label}</Badge>
          </p>
          <p className="tabular text-sm text-muted">
            Version {number} · {total}
          </p>
          <Story proposal={proposal} />
        </div>
        <div className="flex flex-wrap gap-1">
          <Button size="sm" icon={<Download />} onClick={() => void save()}>
            {acceptance ? 'Download certificate' : 'Download PDF'}
          </Button>
          {mayRevise && (
            <Button
              size="sm"
              icon={<Copy />}
              onClick={() => void act(() => call(dealRooms.revise, { params }), 'Version not started')}
            >
              New version
            </Button>
          )}
          {state === 'sent' && (
            <Button size="sm" variant="ghost" onClick={() => void withdraw()}>
              Withdraw
            </Button>
          )}
        </div>
      </div>
      {acceptance && (
        <dl className="mt-3 grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1 border-t border-line pt-3 text-sm">
          <dt className="text-muted">Signed by</dt>
          <dd>
            {acceptance.name}, {acceptance.email}
          </dd>
          <dt className="text-muted">IP address</dt>
          <dd>{acceptance.ip}</dd>
          <dt className="text-muted">SHA-256</dt>
          <dd className="font-mono text-xs break-all">{acceptance.sha256}</dd>
        </dl>
      )}
      {acceptance && !acceptance.intact && (
        <Banner tone="danger" className="mt-3">
          The kept text no longer has this hash. Ask your administrator to check the database.
        </Banner>
      )}
    </li>
  );
}

function Story({
  proposal: { sentTo, sentAt, firstSeenAt, declinedAt, declineReason, acceptance, validUntil, state },
}: {
  proposal: Proposal;
}) {
  return (
    <p className="text-xs text-muted">
      {sentAt && (
        <>
          Sent to {sentTo.map(({ name }) => name).join(', ')} <RelativeTime value={sentAt} />
          {firstSeenAt ? (
            <>
              , first seen <RelativeTime value={firstSeenAt} />
            </>
          ) : (
            ', not seen yet'
          )}
          .{' '}
        </>
      )}
      {state === 'sent' && validUntil && (
        <>
          Valid until <DayText value={validUntil} />.{' '}
        </>
      )}
      {acceptance && (
        <>
          Accepted <RelativeTime value={acceptance.acceptedAt} />.
        </>
      )}
      {declinedAt && (
        <>
          Declined <RelativeTime value={declinedAt} />: {declineReason}
        </>
      )}
    </p>
  );
}
