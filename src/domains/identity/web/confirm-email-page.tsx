import { useState } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import MailCheck from 'lucide-react/icons/mail-check';
import { ApiError, messageFor } from '../../../web/api/error.ts';
import { call } from '../../../web/api/request.ts';
import { userQuery, useSessionUser } from '../../../web/api/session.ts';
import { Link } from '../../../web/router/link.tsx';
import type { RawSearch } from '../../../web/router/page.ts';
import { usePageSearch } from '../../../web/router/use-page.ts';
import { Banner } from '../../../web/ui/banner.tsx';
import { Button, buttonClass } from '../../../web/ui/button.tsx';
import { identity } from '../contract.ts';
import { Entrance } from './entrance.tsx';

const parseSearch = ({ token }: RawSearch) => ({ token: typeof token === 'string' ? token : '' });

/**
 * Confirms an address by the mailed link, at the press of a button: programs that look at every link in a mail before
 * it is read would use it up.
 */
export default function ConfirmEmailPage() {
  const [{ token }] = usePageSearch(parseSearch);
  const client = useQueryClient();
  const user = useSessionUser();
  const [state, setState] = useState<
    | { kind: 'asking' | 'sending' }
    | { kind: 'done'; email: string; changed: boolean }
    | { kind: 'failed'; message: string; gone: boolean }
  >({ kind: 'asking' });
  const confirm = async () => {
    setState({ kind: 'sending' });
    try {
      setState({ kind: 'done', ...(await call(identity.confirmEmail, { body: { token } })) });
      void client.invalidateQueries({ queryKey: userQuery.queryKey });
    } catch (error) {
      setState({
        kind: 'failed',
        message: messageFor(error, 'The address could not be confirmed.'),
        gone: error instanceof ApiError && error.code === 'gone',
      });
    }
  };
  const onward = (
    <Link to={user ? '/' : '/login'} className={`mt-4 w-full ${buttonClass({ variant: 'primary', size: 'lg' })}`}>
      {user ? 'Open Gauntlet' : 'Go to sign-in'}
    </Link>
  );
  if (!token)
    return (
      <Entrance title="Confirm your address">
        <Banner tone="warning">This link is incomplete. Open the link from the email again.</Banner>
        {onward}
      </Entrance>
    );
  if (state.kind === 'done') {
    return (
      <Entrance title="Address confirmed">
        <Banner tone="success">
          {state.changed ? (
            <>
              You now sign in with <strong className="break-all">{state.email}</strong>.
            </>
          ) : (
            <>
              <strong className="break-all">{state.email}</strong> is confirmed.
            </>
          )}
        </Banner>
        {onward}
      </Entrance>
    );
  }
  if (state.kind === 'failed' && state.gone)
    return (
      <Entrance title="Confirm your address">
        <Banner tone="warning">{state.message} Sign in and request a new link in Settings.</Banner>
        {onward}
      </Entrance>
    );
  return (
    <Entrance title="Confirm your address" lead="Confirm that this email address is yours.">
      {state.kind === 'failed' && (
        <Banner tone="danger" className="mb-4">
          {state.message}
        </Banner>
      )}
      <Button
        variant="primary"
        size="lg"
        icon={<MailCheck />}
        loading={state.kind === 'sending'}
        onClick={() => void confirm()}
        className="w-full"
        autoFocus
      >
        Confirm address
      </Button>
    </Entrance>
  );
}
