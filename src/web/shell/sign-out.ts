import { useState } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { ApiError } from '../api/error.ts';
import { dropUser, endSession } from '../api/session.ts';
import { useGo } from '../router/link.tsx';
import { clearToastHistory, toast } from './toast.ts';

/** Milliseconds before the sign-in page, and after an error, so that the toast can be read. */
const REDIRECT_DELAY = 100;
const REDIRECT_DELAY_AFTER_ERROR = 500;

const wait = (milliseconds: number) => new Promise<void>((resolve) => setTimeout(resolve, milliseconds));

/** Signs out. Whatever the server answers, this browser forgets the user. */
export function useSignOut(): { signOut: () => Promise<void>; signingOut: boolean } {
  const client = useQueryClient();
  const go = useGo();
  const [signingOut, setSigningOut] = useState(false);

  async function signOut(): Promise<void> {
    setSigningOut(true);
    try {
      await endSession();
      clearToastHistory();
      toast({ type: 'success', title: 'Logged out', description: 'You have been signed out.' });
      await wait(REDIRECT_DELAY);
    } catch (error) {
      clearToastHistory();
      // An answer means that the server no longer knows the session. Without one the sign-out is still owed, and
      // repeated as soon as the server answers (see session.ts).
      if (error instanceof ApiError && error.status < 500) {
        toast({ type: 'warning', title: 'Logout completed', description: 'Session has been cleared locally.' });
      } else {
        toast({
          type: 'error',
          title: 'Logout failed',
          description: 'An error occurred while logging out. Please try again.',
        });
      }
      await wait(REDIRECT_DELAY_AFTER_ERROR);
    }
    dropUser(client, { onPurpose: true });
    setSigningOut(false);
    await go('/login', { replace: true });
  }

  return { signOut, signingOut };
}
