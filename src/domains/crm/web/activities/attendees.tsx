import Send from 'lucide-react/icons/send';
import { useState } from 'react';
import { messageFor } from '../../../../web/api/error.ts';
import { call } from '../../../../web/api/request.ts';
import { toast } from '../../../../web/shell/toast.ts';
import { Badge } from '../../../../web/ui/badge.tsx';
import { Button } from '../../../../web/ui/button.tsx';
import type { Activity, Answer } from '../../contract/activities.ts';
import { invitations } from '../../contract/invitations.ts';
import { useActivityActs } from './use-activity-acts.ts';
import { ANSWER_WORDS } from './labels.tsx';

const TONES = {
  none: 'neutral',
  accepted: 'success',
  tentative: 'warning',
  declined: 'danger',
} as const satisfies Record<Answer, string>;

/** Attendees with their answers, and the email invitation. */
export function Attendees({ activity }: { activity: Activity }) {
  const acts = useActivityActs();
  const [sending, setSending] = useState(false);
  const reachable = activity.attendees.filter((guest) => guest.email !== '').length;
  const send = async () => {
    setSending(true);
    try {
      await call(invitations.send, { params: { id: activity.id }, body: {} });
      await acts.refresh();
      toast({
        type: 'success',
        title: activity.invited ? 'Update sent' : 'Invitations sent',
        description: activity.subject,
      });
    } catch (error) {
      toast({ type: 'error', title: 'Couldn’t send invitations', description: messageFor(error, 'Try again.') });
    } finally {
      setSending(false);
    }
  };
  return (
    <section>
      <div className="mb-1 flex items-center justify-between gap-2">
        <h3 className="text-sm font-semibold">Attendees</h3>
        {activity.status === 'open' && activity.dueAt !== null && reachable > 0 && (
          <Button size="sm" icon={<Send />} loading={sending} onClick={() => void send()}>
            {activity.invited ? 'Send update' : 'Invite by email'}
          </Button>
        )}
      </div>
      <ul className="divide-y divide-line rounded-lg border border-line">
        {activity.attendees.map((guest) => (
          <li key={guest.id} className="flex items-center gap-3 px-3 py-2">
            <span className="min-w-0 flex-1">
              <span className="block truncate" title={guest.name || guest.email}>
                {guest.name || guest.email}
              </span>
              <span className="block truncate text-xs text-muted">
                {guest.email ? (guest.name ? guest.email : '') : 'No email address'}
              </span>
            </span>
            {(guest.invitedAt || guest.answer !== 'none') && (
              <Badge tone={TONES[guest.answer]}>{ANSWER_WORDS[guest.answer]}</Badge>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
