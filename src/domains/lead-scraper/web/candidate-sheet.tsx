import { useQuery } from '@tanstack/react-query';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { read } from '../../../web/api/request.ts';
import { Link } from '../../../web/router/link.tsx';
import { toast } from '../../../web/shell/toast.ts';
import { Badge } from '../../../web/ui/badge.tsx';
import { Button } from '../../../web/ui/button.tsx';
import { Failure } from '../../../web/ui/failure.tsx';
import { Sheet } from '../../../web/ui/sheet.tsx';
import { Skeleton } from '../../../web/ui/skeleton.tsx';
import { DayText, RelativeTime } from '../../../web/ui/time.tsx';
import { type CandidateDetail, candidates } from '../contract.ts';
import type { CandidateActs } from './use-candidate-acts.ts';
import { CANDIDATE_STATES, EMAIL_STATES, FOUND_BY, NOTICES } from './labels.ts';

const MergeCandidateDialog = lazy(() => import('./merge-candidate-dialog.tsx'));

interface CandidateSheetProps {
  id: string;
  acts: CandidateActs;
  onClose: () => void;
}

/** A candidate: what was found, where, how good it is, and who it may be already. */
export default function CandidateSheet({ id, acts, onClose }: CandidateSheetProps) {
  const { data, error, refetch } = useQuery(read(candidates.get, { params: { id } }));
  const isOpen = data?.state === 'new' || data?.state === 'rejected';
  return (
    <Sheet
      open
      inAddress
      onOpenChange={onClose}
      title={data ? data.name || data.email || data.phone : 'Candidate'}
      description={data && [data.title, data.kind === 'person' ? data.company : 'Company'].filter(Boolean).join(' · ')}
      footer={
        data &&
        isOpen && (
          <>
            <Button onClick={() => void acts.dismiss([id])}>Dismiss</Button>
            <Button variant="primary" loading={acts.busy} onClick={() => void acts.submit([id])}>
              Submit for approval
            </Button>
          </>
        )
      }
    >
      {data ? (
        <Details one={data} acts={acts} />
      ) : error ? (
        <Failure error={error} what="The candidate" onRetry={() => void refetch()} />
      ) : (
        <Skeleton className="h-64 w-full" />
      )}
    </Sheet>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="grid gap-1.5">
      <h3 className="text-sm font-semibold">{title}</h3>
      {children}
    </section>
  );
}

function Details({ one, acts }: { one: CandidateDetail; acts: CandidateActs }) {
  const facts: [string, string][] = [
    ['Email', one.email],
    ['Phone', one.phone],
    ['Website', one.website],
    ['Address', one.address],
    ['City', one.city],
    ['Country', one.country],
  ];
  return (
    <div className="grid gap-5">
      <p className="flex flex-wrap gap-2">
        <Badge tone={CANDIDATE_STATES[one.state].tone}>
          {one.isMerged ? 'Merged' : CANDIDATE_STATES[one.state].label}
        </Badge>
        {one.email && <Badge tone={EMAIL_STATES[one.emailState].tone}>{EMAIL_STATES[one.emailState].label}</Badge>}
        {(one.leadId ?? one.contactId) && (
          <Link
            to={one.leadId ? `/leads/${one.leadId}` : `/contacts/${one.contactId}`}
            className="text-sm text-accent-ink underline underline-offset-2"
          >
            {one.leadId ? 'Open lead' : 'Open contact'}
          </Link>
        )}
      </p>
      <dl className="grid grid-cols-[7rem_1fr] gap-x-3 gap-y-1 text-sm">
        {facts
          .filter(([, value]) => value)
          .map(([label, value]) => (
            <div key={label} className="contents">
              <dt className="text-muted">{label}</dt>
              <dd className="min-w-0 break-words">{value}</dd>
            </div>
          ))}
      </dl>
      <Part title={`Score ${one.score}`}>
        <ul className="grid gap-0.5 text-sm text-muted">
          {one.reasons.map(({ label, points }) => (
            <li key={label} className="flex justify-between gap-3">
              <span>{label}</span>
              <span className="tabular">{points > 0 ? `+${points}` : points}</span>
            </li>
          ))}
        </ul>
      </Part>
      {one.matches.length > 0 && <Matches one={one} />}
      <Part title="Evidence">
        <ul className="divide-y divide-line border-y border-line text-sm">
          {one.evidence.map((place) => (
            <li key={place.id} className="grid gap-0.5 py-2">
              <span className="flex flex-wrap items-baseline gap-x-2">
                <span className="text-muted capitalize">{place.field}</span>
                <span className="min-w-0 font-medium break-words">{place.value}</span>
              </span>
              <a
                href={place.url}
                target="_blank"
                rel="noopener noreferrer nofollow"
                className="truncate text-xs text-accent-ink underline underline-offset-2"
              >
                {place.url}
              </a>
              <span className="text-xs break-all text-muted">
                {FOUND_BY[place.by] ?? place.by} · <code>{place.selector}</code> · <RelativeTime value={place.at} />
              </span>
            </li>
          ))}
          {one.evidence.length === 0 && <li className="py-2 text-muted">The evidence was erased.</li>}
        </ul>
      </Part>
      {one.kind === 'person' && one.state !== 'dismissed' && <Notice one={one} acts={acts} />}
    </div>
  );
}

/** Records that may be the same, each with its merge while no one has decided on the candidate. */
function Matches({ one }: { one: CandidateDetail }) {
  const [merging, setMerging] = useState<CandidateDetail['matches'][number]>();
  const canMerge = one.state !== 'accepted' && one.state !== 'dismissed';
  return (
    <Part title="Possible duplicates">
      <ul className="grid gap-1 text-sm">
        {one.matches.map((match) => (
          <li key={match.id} className="flex flex-wrap items-center gap-2">
            <Link
              to={`/${match.kind === 'lead' ? 'leads' : 'contacts'}/${match.id}`}
              className="text-accent-ink underline underline-offset-2"
            >
              {match.name}
            </Link>
            <span className="text-muted">
              {match.kind === 'lead' ? 'Lead' : 'Contact'} with the same {SAME[match.reason] ?? 'details'}:{' '}
              {match.matched}
            </span>
            {canMerge && (
              <Button size="sm" onClick={() => setMerging(match)} aria-label={`Merge into ${match.name}`}>
                Merge…
              </Button>
            )}
          </li>
        ))}
      </ul>
      {merging && (
        <Suspense>
          <MergeCandidateDialog candidate={one} match={merging} onClose={() => setMerging(undefined)} />
        </Suspense>
      )}
    </Part>
  );
}

const SAME: Readonly<Record<string, string>> = {
  email: 'email',
  phone: 'phone',
  name_company: 'name and company',
  name: 'name',
};

function Notice({ one, acts }: { one: CandidateDetail; acts: CandidateActs }) {
  const copy = async () => {
    await navigator.clipboard.writeText(one.noticeText);
    toast({ type: 'success', title: 'Notice copied' });
  };
  return (
    <Part title="Privacy notice">
      <p className="flex flex-wrap items-center gap-2 text-sm">
        <Badge tone={NOTICES[one.notice].tone}>{NOTICES[one.notice].label}</Badge>
        {one.notice === 'due' && one.noticeDueAt && (
          <span className="text-muted">
            Tell the person where their data came from by <DayText value={one.noticeDueAt.slice(0, 10)} /> (GDPR, Art.
            14).
          </span>
        )}
      </p>
      <blockquote className="rounded-md border border-line bg-sunken p-3 text-sm whitespace-pre-line">
        {one.noticeText}
      </blockquote>
      <p className="flex flex-wrap gap-2">
        <Button size="sm" onClick={() => void copy()}>
          Copy notice
        </Button>
        {one.notice === 'due' && (
          <Button size="sm" onClick={() => void acts.markInformed([one.id])}>
            Mark as informed
          </Button>
        )}
      </p>
    </Part>
  );
}
