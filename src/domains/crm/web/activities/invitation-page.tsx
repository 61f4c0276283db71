import CalendarX from 'lucide-react/icons/calendar-x';
import Check from 'lucide-react/icons/check';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiError, messageFor } from '../../../../web/api/error.ts';
import { call, read } from '../../../../web/api/request.ts';
import type { RawSearch } from '../../../../web/router/page.ts';
import { usePageSearch } from '../../../../web/router/use-page.ts';
import { LogoMark } from '../../../../web/shell/logo.tsx';
import { Banner } from '../../../../web/ui/banner.tsx';
import { Button } from '../../../../web/ui/button.tsx';
import { Failure } from '../../../../web/ui/failure.tsx';
import { Skeleton } from '../../../../web/ui/skeleton.tsx';
import { EmptyState } from '../../../../web/ui/states.tsx';
import type { Answer } from '../../contract/activities.ts';
import { type Invitation, invitations } from '../../contract/invitations.ts';
import { lengthText } from './times.ts';
import { ANSWER_WORDS } from './labels.tsx';

const parse = (raw: RawSearch) => ({ token: typeof raw['token'] === 'string' ? raw['token'] : '' });
const CHOICES: { answer: Exclude<Answer, 'none'>; label: string }[] = [
  { answer: 'accepted', label: 'Accept' },
  { answer: 'tentative', label: 'Maybe' },
  { answer: 'declined', label: 'Decline' },
];

/** `/meeting-invitation?token=…`: what someone without an account sees and answers. */
export default function InvitationPage() {
  const [{ token }] = usePageSearch(parse);
  const { data, error, refetch } = useQuery({ ...read(invitations.get, { query: { token } }), enabled: token !== '' });
  const absent = token === '' || (error instanceof ApiError && error.status === 404);
  return (
    <main className="grid min-h-dvh place-items-center bg-sunken p-4">
      <div className="w-full max-w-md rounded-xl border border-line bg-raised p-6">
        <div className="mb-4">
          <LogoMark />
        </div>
        {absent ? (
          <>
            <h1 className="sr-only">Invitation</h1>
            <EmptyState icon={<CalendarX />} title="This invitation is no longer available">
              You may have been removed from the list, or the link is incomplete.
            </EmptyState>
          </>
        ) : data ? (
          <Card invitation={data} token={token} />
        ) : error ? (
          <>
            <h1 className="sr-only">Invitation</h1>
            <Failure error={error} what="Invitation" onRetry={() => void refetch()} />
          </>
        ) : (
          <>
            <h1 className="sr-only">Invitation</h1>
            <div className="grid gap-3" aria-hidden="true">
              <Skeleton className="h-6 w-56" />
              <Skeleton className="h-5 w-40" />
              <Skeleton className="h-9 w-full" />
            </div>
          </>
        )}
      </div>
    </main>
  );
}

function Card({ invitation, token }: { invitation: Invitation; token: string }) {
  const client = useQueryClient();
  const [saving, setSaving] = useState<Answer | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const answer = async (chosen: Exclude<Answer, 'none'>) => {
    setSaving(chosen);
    setFailure(null);
    try {
      client.setQueryData(
        read(invitations.get, { query: { token } }).queryKey,
        await call(invitations.answer, { body: { token, answer: chosen } }),
      );
    } catch (error) {
      setFailure(messageFor(error, 'Your response could not be saved. Try again.'));
    } finally {
      setSaving(null);
    }
  };
  return (
    <>
      <p className="text-sm text-muted">
        {invitation.organizer ? `${invitation.organizer} invites you` : 'You are invited'}
      </p>
      <h1 tabIndex={-1} className="mt-1 text-xl font-semibold break-words">
        {invitation.subject}
      </h1>
      <dl className="mt-3 grid gap-1 text-sm">
        <div>
          <dt className="sr-only">When</dt>
          <dd className="font-medium">{whenOf(invitation)}</dd>
        </div>
        {invitation.place && (
          <div>
            <dt className="sr-only">Location</dt>
            <dd>{invitation.place}</dd>
          </div>
        )}
        {invitation.link && (
          <div>
            <dt className="sr-only">Link</dt>
            <dd>
              <a
                href={invitation.link}
                rel="noreferrer"
                className="break-all text-accent-ink underline underline-offset-2"
              >
                {invitation.link}
              </a>
            </dd>
          </div>
        )}
      </dl>
      <div className="mt-5" aria-live="polite">
        {invitation.state === 'off' && <Banner tone="warning">This event was canceled. No response is needed.</Banner>}
        {invitation.state === 'over' && <Banner tone="info">This event has ended.</Banner>}
        {invitation.answer !== 'none' && (
          <p className="mb-3 flex items-center gap-1.5 text-sm">
            <Check size={16} aria-hidden="true" className="text-success-ink" />
            Your response: {ANSWER_WORDS[invitation.answer]}.{' '}
            {invitation.state === 'open' && 'You can change it until then.'}
          </p>
        )}
        {failure && (
          <Banner tone="danger" className="mb-3">
            {failure}
          </Banner>
        )}
      </div>
      {invitation.state === 'open' && (
        <div className="flex flex-wrap gap-2" role="group" aria-label="Your response">
          {CHOICES.map((choice) => (
            <Button
              key={choice.answer}
              size="lg"
              variant={choice.answer === 'accepted' ? 'primary' : 'secondary'}
              aria-pressed={invitation.answer === choice.answer}
              loading={saving === choice.answer}
              onClick={() => void answer(choice.answer)}
            >
              {choice.label}
            </Button>
          ))}
        </div>
      )}
    </>
  );
}

/** In the reader's own zone, with the zone named. */
function whenOf({ dueAt, day, durationMinutes }: Invitation): string {
  if (day !== null)
    return new Intl.DateTimeFormat(undefined, { dateStyle: 'full', timeZone: 'UTC' }).format(
      new Date(`${day}T00:00:00Z`),
    );
  if (dueAt === null) return '';
  const text = new Intl.DateTimeFormat(undefined, {
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    timeZoneName: 'short',
  }).format(new Date(dueAt));
  return durationMinutes ? `${text}, ${lengthText(durationMinutes)}` : text;
}
