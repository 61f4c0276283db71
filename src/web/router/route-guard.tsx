import { useDeferredValue, useEffect, useState, type ReactNode } from 'react';
import { useQuery } from '@tanstack/react-query';
import { useLocation } from '@tanstack/react-router';
import { ApiError, messageFor } from '../api/error.ts';
import { API } from '../api/paths.ts';
import { send } from '../api/send.ts';
import { hasLeftOnPurpose, userQuery, type SessionUser } from '../api/session.ts';
import { ErrorState } from '../ui/states.tsx';
import { Spinner } from '../ui/spinner.tsx';
import { useFirstPictureGone } from './boot-outline.ts';
import { GoTo } from './link.tsx';
import type { Guard } from './page.ts';
import { stringifySearch } from './search-codec.ts';

/** A guard's decision about a visitor. */
export type Verdict = 'wait' | 'show' | 'sign-in' | 'deny';

/** @param user undefined while unknown, null when no one is signed in */
export function judge(guard: Guard, user: Pick<SessionUser, 'role'> | null | undefined): Verdict {
  if (guard === 'public') return 'show';
  if (user === undefined) return 'wait';
  if (guard === 'open') return 'show';
  if (user === null) return 'sign-in';
  return guard === 'admin' && user.role !== 'admin' ? 'deny' : 'show';
}

/** Shows its children to visitors the guard admits, with the user if there is one, and redirects everyone else. */
export function Guarded({ guard, children }: { guard: Guard; children: (user: SessionUser | null) => ReactNode }) {
  const { data: user, error, refetch } = useQuery({ ...userQuery, enabled: guard !== 'public' });
  // The user's answer, or the code after it, would draw header, sidebar, and page in one uninterruptible task; a
  // deferred value splits it. Signing out takes effect at once.
  const known = useDeferredValue(user !== undefined, false);
  const verdict = judge(guard, known ? user : undefined);
  if (verdict === 'show') return children(user ?? null);
  if (verdict === 'sign-in') return <SignInFirst />;
  if (verdict === 'deny') return <Denied />;
  if (error) return <NotOpened error={error} onRetry={() => void refetch()} />;
  return (
    <div className="grid min-h-dvh animate-appear-late place-items-center">
      <Spinner label="Loading" />
    </div>
  );
}

/** The user could not be determined. */
function NotOpened({ error, onRetry }: { error: Error; onRetry: () => void }) {
  useFirstPictureGone();
  const requestId = error instanceof ApiError ? error.requestId : undefined;
  return (
    <main className="grid min-h-dvh place-items-center">
      <h1 className="sr-only">Gauntlet could not be opened</h1>
      <ErrorState
        title="Gauntlet could not be opened"
        message={messageFor(error, 'The server could not say who is signed in.')}
        requestId={requestId}
        onRetry={onRetry}
      />
    </main>
  );
}

/** Leads to the sign-in page, and from there back to the wanted address. */
function SignInFirst() {
  const { href } = useLocation();
  // Read once: on the way to the sign-in page the current address is already that page's.
  const [to] = useState(
    () => `/login${stringifySearch({ next: href === '/' || hasLeftOnPurpose() ? undefined : href })}`,
  );
  return <GoTo to={to} />;
}

/** Leads a signed-in user away from an admin page and reports the attempt to the server. */
function Denied() {
  const { pathname } = useLocation();
  const [path] = useState(pathname);
  useEffect(() => {
    send('POST', API.denials, { body: { path } }).catch((error: unknown) =>
      console.warn('The denial could not be reported', error),
    );
  }, [path]);
  return <GoTo to="/" />;
}
