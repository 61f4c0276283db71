import { useEffect, useState } from 'react';
import { useNavigate } from '@tanstack/react-router';
import { messageFor } from '../../../web/api/error.ts';
import { call } from '../../../web/api/request.ts';
import type { RawSearch } from '../../../web/router/page.ts';
import { usePageSearch } from '../../../web/router/use-page.ts';
import { toast } from '../../../web/shell/toast.ts';
import { Banner } from '../../../web/ui/banner.tsx';
import { Button } from '../../../web/ui/button.tsx';
import { Spinner } from '../../../web/ui/spinner.tsx';
import { mailSignIns } from '../contract.ts';
import { parseSignInReturn, type SignInReturn } from './search.ts';
import { useMailRefresh } from './use-mail-acts.ts';

const parse = (raw: RawSearch) => ({ back: parseSignInReturn(raw) });
/** Sign-ins that this page has taken up, so that none is finished twice. */
const taken = new Set<string>();
/** What providers add to the address. */
const PARAMETERS = new Set([
  'state',
  'code',
  'error',
  'error_description',
  'error_uri',
  'scope',
  'iss',
  'authuser',
  'hd',
  'prompt',
  'session_state',
]);

/** Finishes a sign-in when the provider has sent the browser back, and cleans the address. */
export function SignInReturnNotice({ onRetry }: { onRetry: () => void }) {
  const [{ back }] = usePageSearch(parse);
  const navigate = useNavigate();
  const refresh = useMailRefresh();
  const [state, setState] = useState<{ failure: string } | 'working' | null>(null);
  useEffect(() => {
    if (!back || taken.has(back.state)) return;
    taken.add(back.state);
    const finish = async (given: SignInReturn) => {
      setState('working');
      try {
        const { address } = await call(mailSignIns.finish, { body: given });
        toast({ type: 'success', title: 'Mailbox connected', description: address });
        setState(null);
      } catch (error) {
        setState({ failure: messageFor(error, 'The mailbox could not be connected. Try again.') });
      }
      await refresh();
    };
    void finish(back);
    // The code is of no use any more, and should not stay in the history.
    void navigate({
      to: '.',
      search: ((all: RawSearch) =>
        Object.fromEntries(Object.entries(all).filter(([name]) => !PARAMETERS.has(name)))) as never,
      replace: true,
    });
  }, [back, navigate, refresh]);
  if (state === null) return null;
  return (
    <div className="px-4 pt-3">
      {state === 'working' ? (
        <Banner tone="info">
          <span className="inline-flex items-center gap-2">
            <Spinner /> Connecting your mailbox…
          </span>
        </Banner>
      ) : (
        <Banner
          tone="danger"
          action={
            <>
              <Button size="sm" onClick={onRetry}>
                Try again
              </Button>
              <Button size="sm" variant="ghost" onClick={() => setState(null)}>
                Dismiss
              </Button>
            </>
          }
        >
          {state.failure}
        </Banner>
      )}
    </div>
  );
}
