import { useQueryClient } from '@tanstack/react-query';
import { messageFor } from '../../../web/api/error.ts';
import { call } from '../../../web/api/request.ts';
import { adoptUser } from '../../../web/api/session.ts';
import { useGo } from '../../../web/router/link.tsx';
import { safeNext } from '../../../web/router/next-path.ts';
import { clearToastHistory, toast } from '../../../web/shell/toast.ts';
import { identity, type CurrentUser } from '../contract.ts';

/** Milliseconds between a sign-in and the first page, so that the welcome is seen before the screen changes. */
const PAUSE_AFTER_ENTRY = 200;

/**
 * Takes a user who has just signed in or registered into the product: cache, session, welcome, a short pause, the page.
 */
export function useEnter(): (
  user: CurrentUser,
  welcome: { title: string; description: string },
  wanted: unknown,
) => Promise<void> {
  const client = useQueryClient();
  const go = useGo();
  return async (user, welcome, wanted) => {
    adoptUser(client, user);
    // A session may have ended by itself: what was said to whoever had it is no one else's.
    clearToastHistory();
    try {
      await call(identity.syncSession, { body: { userId: user.id } });
    } catch (error) {
      // It only names the session for the live finance channel, which asks again by itself.
      console.warn('The session could not be synced', error);
    }
    toast({ type: 'success', ...welcome });
    await new Promise((resolve) => setTimeout(resolve, PAUSE_AFTER_ENTRY));
    await go(safeNext(wanted), { replace: true });
  };
}

/** Shows a toast when a sign-in call fails. The page's banner remains. */
export function toastEntryFailure(title: string, error: unknown, fallback: string): void {
  toast({ type: 'error', title, description: messageFor(error, fallback), duration: 5_000 });
}
