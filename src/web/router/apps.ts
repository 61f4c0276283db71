/**
 * Apps that a workspace does not have, as the browser meets them: the server says which, and refuses their calls
 * itself.
 */
import { type SessionUser, useSessionUser } from '../api/session.ts';

/** The app that an address belongs to and that the user's workspace does not have. */
export function missingApp(
  user: Pick<SessionUser, 'appsOff'> | null | undefined,
  path: string,
): SessionUser['appsOff'][number] | undefined {
  return user?.appsOff.find(({ pages }) => pages.some((page) => path === page || path.startsWith(`${page}/`)));
}

/** Whether a part of a page that stands on another page's app may be shown. */
export function useHasPage(path: string): boolean {
  return missingApp(useSessionUser(), path) === undefined;
}
