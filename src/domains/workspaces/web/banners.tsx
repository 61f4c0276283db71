import { useEffect, useState } from 'react';
import { useLocation } from '@tanstack/react-router';
import { messageFor } from '../../../web/api/error.ts';
import { send } from '../../../web/api/send.ts';
import type { SessionUser } from '../../../web/api/session.ts';
import { Link } from '../../../web/router/link.tsx';
import { toast } from '../../../web/shell/toast.ts';
import { Banner } from '../../../web/ui/banner.tsx';
import { Button, buttonClass } from '../../../web/ui/button.tsx';
import { endVisit } from './switch-workspace.ts';

/** Account banners for every page: a current visit, an unconfirmed address, an unfinished registration. */
export default function AccountBanners({ user }: { user: SessionUser }) {
  const { pathname } = useLocation();
  return (
    <>
      {user.steppedIn && <Visiting workspace={user.workspace.name} until={user.visitUntil} />}
      {!user.steppedIn &&
        user.setup === 'open' &&
        user.workspaceRole === 'owner' &&
        pathname !== '/registration-wizard' && (
          <Banner
            className="rounded-none"
            action={
              <Link to="/registration-wizard" className={buttonClass({ size: 'sm' })}>
                Continue
              </Link>
            }
          >
            {user.workspace.name} is not fully set up yet. Continue where you left off.
          </Banner>
        )}
      {!user.emailConfirmed && !user.steppedIn && <Unconfirmed email={user.email} />}
    </>
  );
}

const clock = new Intl.DateTimeFormat(undefined, { timeStyle: 'short' });

function Visiting({ workspace, until }: { workspace: string; until: string | null }) {
  useEffect(() => {
    if (!until) return undefined;
    // The server has gone back by then; what is on the screen is the client's.
    const timer = setTimeout(() => location.assign('/'), Math.max(0, Date.parse(until) - Date.now()) + 1_000);
    return () => clearTimeout(timer);
  }, [until]);
  return (
    <Banner
      tone="warning"
      className="rounded-none"
      action={
        <Button size="sm" onClick={() => void endVisit()}>
          End visit
        </Button>
      }
    >
      You are working inside <strong>{workspace}</strong>
      {until && (
        <>
          {' '}
          until <time dateTime={until}>{clock.format(new Date(until))}</time>
        </>
      )}
      . Everything you do here is recorded in the client’s audit log.
    </Banner>
  );
}

function Unconfirmed({ email }: { email: string }) {
  const [sending, setSending] = useState(false);
  const resend = async () => {
    setSending(true);
    try {
      await send('POST', '/api/settings/email/confirmation');
      toast({ type: 'success', title: 'Link sent', description: `Check the inbox of ${email}.` });
    } catch (error) {
      toast({ type: 'error', title: 'The link could not be sent', description: messageFor(error, 'Try again.') });
    }
    setSending(false);
  };
  return (
    <Banner
      className="rounded-none"
      action={
        <>
          <Link to="/settings" className={buttonClass({ size: 'sm', variant: 'ghost' })}>
            Change address
          </Link>
          <Button size="sm" loading={sending} onClick={() => void resend()}>
            Resend link
          </Button>
        </>
      }
    >
      Confirm your address <strong className="break-all">{email}</strong> with the link we emailed you. Your invitations
      are sent after that.
    </Banner>
  );
}
