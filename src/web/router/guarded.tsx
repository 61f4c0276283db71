import { useEffect, type ReactNode } from 'react';
import { useQuery } from '@tanstack/react-query';
import { Navigate, useLocation } from '@tanstack/react-router';
import { ApiError, messageFor } from '../api/error.ts';
import { API } from '../api/paths.ts';
import { send } from '../api/send.ts';
import { hasLeftOnPurpose, userQuery, type SessionUser } from '../api/session.ts';
import { ErrorState } from '../ui/states.tsx';
import { Spinner } from '../ui/spinner.tsx';
import type { Guard } from './page.ts';

/** What a guard does with a visitor. */
export type Verdict = 'wait' | 'show' | 'sign-in' | 'deny';

/** @param user undefined while it is not known who is there, null when nobody is. */
export function judge(guard: Guard, user: Pick<SessionUser, 'role'> | null | undefined): Verdict {
  if (guard === 'public') return 'show';
  if (user === undefined) return 'wait';
  if (guard === 'open') return 'show';
  if (user === null) return 'sign-in';
  return guard === 'admin' && user.role !== 'admin' ? 'deny' : 'show';
}

/** Shows its children to whom the guard lets in, with the user where there is one; leads everyone else where they belong. */
export function Guarded({ guard, children }: { guard: Guard; children: (user: SessionUser | null) => ReactNode }) {
  const { data: user, error, refetch } = useQuery({ ...userQuery, enabled: guard !== 'public' });
  const { href, pathname } = useLocation();
  const verdict = judge(guard, user);
  if (verdict === 'show') return children(user ?? null);
  if (verdict === 'sign-in') {
    const next = href === '/' || hasLeftOnPurpose() ? undefined : href;
    return <Navigate to="/login" search={{ next } as never} replace />;
  }
  if (verdict === 'deny') return <Denied path={pathname} />;
  if (error) {
    const requestId = error instanceof ApiError ? error.requestId : undefined;
    return (
      <main className="grid min-h-dvh place-items-center">
        <ErrorState title="Gauntlet could not be opened" message={messageFor(error, 'The server could not say who is signed in.')} requestId={requestId} onRetry={() => void refetch()} />
      </main>
    );
  }
  return <div className="grid min-h-dvh animate-appear-late place-items-center"><Spinner label="Loading" /></div>;
}

/** Leads a signed-in user away from an admin page and tells the server that they tried. */
function Denied({ path }: { path: string }) {
  useEffect(() => {
    send('POST', API.denials, { body: { path } }).catch((error: unknown) => console.warn('The denial could not be reported', error));
  }, [path]);
  return <Navigate to="/" replace />;
}
