import { useState } from 'react';
import CalendarIcon from 'lucide-react/icons/calendar';
import Check from 'lucide-react/icons/check';
import { messageFor } from '../../../web/api/error.ts';
import { call } from '../../../web/api/request.ts';
import { Link } from '../../../web/router/link.tsx';
import { toast } from '../../../web/shell/toast.ts';
import { Banner } from '../../../web/ui/banner.tsx';
import { Button } from '../../../web/ui/button.tsx';
import { addDays } from '../../../kernel/days.ts';
import { timeText } from '../../crm/web/index.ts';
import { type InvitationAnswer, type MailInvitation, type MailMessage, mailThreads } from '../contract.ts';
import { useMailRefresh } from './use-mail-acts.ts';

const ANSWERS: Readonly<Record<InvitationAnswer, string>> = {
  none: '',
  accepted: 'Accepted',
  tentative: 'Maybe',
  declined: 'Declined',
};
const CHOICES = [
  { answer: 'accepted', label: 'Accept' },
  { answer: 'tentative', label: 'Maybe' },
  { answer: 'declined', label: 'Decline' },
] as const;
const NOTES: Partial<Record<MailInvitation['state'], string>> = {
  canceled: 'The organizer canceled this event.',
  updated: 'A later email changed this event.',
  ended: 'This event has ended.',
  foreign: 'This email is not from the organizer, so nothing in your calendar changes.',
};
const DONE = {
  accepted: { title: 'Invitation accepted', description: 'The event is in your calendar.' },
  tentative: { title: 'Answered with Maybe', description: 'The event is in your calendar, marked with Maybe.' },
  declined: { title: 'Invitation declined', description: 'The event is not in your calendar.' },
} as const;

const nameOf = ({ name, address }: { name: string; address: string }) => name || address;

/** The calendar event in a message, and the answer to it. */
export function InvitationCard({ message, invitation }: { message: MailMessage; invitation: MailInvitation }) {
  const { state, summary, place, link, organizer, guests, moreGuests, rule, answer, activityId, overlaps } = invitation;
  if (state === 'reply') return <Reply message={message} invitation={invitation} />;
  return (
    <section aria-label="Invitation" className="rounded-lg border border-line bg-raised p-3 text-sm">
      <div className="flex items-start gap-3">
        <CalendarIcon size={18} className="mt-0.5 shrink-0 text-accent-ink" aria-hidden="true" />
        <div className="min-w-0 flex-1">
          <h3 className="font-semibold break-words">{summary || 'Event without a title'}</h3>
          <p className={state === 'canceled' || state === 'updated' ? 'text-muted line-through' : 'font-medium'}>
            {whenText(invitation)}
          </p>
          {rule && <p className="text-muted">Repeats</p>}
          {place && <p className="break-words text-muted">{place}</p>}
          {link && (
            <a
              href={link}
              target="_blank"
              rel="noopener noreferrer"
              className="block truncate text-accent-ink underline underline-offset-2"
            >
              {link}
            </a>
          )}
          {organizer && <p className="mt-1 text-muted">Organizer: {nameOf(organizer)}</p>}
          {guests.length > 0 && (
            <details className="text-muted">
              <summary className="cursor-pointer">
                {guests.length + moreGuests === 1 ? '1 guest' : `${guests.length + moreGuests} guests`}
              </summary>
              <ul className="mt-1 grid gap-0.5">
                {guests.map((guest) => (
                  <li key={guest.address} className="break-words">
                    {nameOf(guest)}
                    {ANSWERS[guest.answer] && ` · ${ANSWERS[guest.answer]}`}
                  </li>
                ))}
                {moreGuests > 0 && <li>and {moreGuests} more</li>}
              </ul>
            </details>
          )}
        </div>
      </div>
      {NOTES[state] && (
        <Banner tone={state === 'ended' || state === 'updated' ? 'info' : 'warning'} className="mt-3">
          {NOTES[state]}
        </Banner>
      )}
      {overlaps.length > 0 && (
        <p className="mt-3 text-warning-ink">
          At the same time:{' '}
          {overlaps.map((one, n) => (
            <span key={one.id}>
              {n > 0 && ', '}
              <Link to={`/activities/${one.id}`} className="underline underline-offset-2">
                {one.subject}
              </Link>{' '}
              ({timeText(one.startsAt)})
            </span>
          ))}
        </p>
      )}
      {state === 'open' && <Answers messageId={message.id} answer={answer} />}
      {activityId && state !== 'updated' && (
        <p className="mt-2">
          <Link to={`/activities/${activityId}`} className="text-accent-ink underline underline-offset-2">
            Open in calendar
          </Link>
        </p>
      )}
    </section>
  );
}

function Answers({ messageId, answer }: { messageId: string; answer: InvitationAnswer }) {
  const refresh = useMailRefresh();
  const [busy, setBusy] = useState<InvitationAnswer>('none');
  const send = async (chosen: Exclude<InvitationAnswer, 'none'>) => {
    setBusy(chosen);
    try {
      await call(mailThreads.answerInvitation, { params: { id: messageId }, body: { answer: chosen } });
      toast({ type: 'success', ...DONE[chosen] });
    } catch (error) {
      toast({ type: 'error', title: 'Invitation not answered', description: messageFor(error, 'Try again.') });
    }
    await refresh();
    setBusy('none');
  };
  return (
    <div className="mt-3 flex flex-wrap gap-2" role="group" aria-label="Your answer">
      {CHOICES.map(({ answer: value, label }) => (
        <Button
          key={value}
          aria-pressed={answer === value}
          variant={answer === 'none' && value === 'accepted' ? 'primary' : 'secondary'}
          icon={answer === value ? <Check /> : undefined}
          loading={busy === value}
          disabled={busy !== 'none' && busy !== value}
          onClick={() => void send(value)}
        >
          {answer === value ? ANSWERS[value] : label}
        </Button>
      ))}
    </div>
  );
}

/** A guest's answer. */
function Reply({ message, invitation: { summary, guests } }: { message: MailMessage; invitation: MailInvitation }) {
  const guest = guests[0];
  const who = message.direction === 'out' ? 'You' : guest ? nameOf(guest) : nameOf(message.from);
  return (
    <p className="flex items-center gap-2 text-sm text-muted">
      <CalendarIcon size={15} className="shrink-0" aria-hidden="true" />
      {who} answered “{summary || 'Event'}”: {(guest && ANSWERS[guest.answer]) || 'no response'}
    </p>
  );
}

const DAY_PARTS = { weekday: 'short', month: 'short', day: 'numeric', year: 'numeric' } as const;

/** In the zone of this device: "Wed, Jul 1, 2026, 9:00 – 10:00 AM GMT+2"; days for a whole-day event. */
function whenText({ startsAt, day, minutes }: MailInvitation): string {
  if (day !== null) {
    const days = new Intl.DateTimeFormat(undefined, { ...DAY_PARTS, timeZone: 'UTC' });
    const first = new Date(`${day}T00:00:00Z`);
    const last = new Date(`${addDays(day, Math.max(Math.round(minutes / 1_440), 1) - 1)}T00:00:00Z`);
    return days.formatRange(first, last);
  }
  const timed = new Intl.DateTimeFormat(undefined, {
    ...DAY_PARTS,
    hour: 'numeric',
    minute: '2-digit',
    timeZoneName: 'short',
  });
  const start = new Date(startsAt);
  return minutes > 0 ? timed.formatRange(start, new Date(start.getTime() + minutes * 60_000)) : timed.format(start);
}
