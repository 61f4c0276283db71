/** Missing apps of a workspace in the browser: the server lists them and refuses their calls itself. */
import { type SessionUser, useSessionUser } from '../api/session.ts';

/** The app of an address, if the user's workspace does not have it. */
export function missingApp(
  user: Pick<SessionUser, 'appsOff'> | null | undefined,
  path: string,
): SessionUser['appsOff'][number] | undefined {
  return user?.appsOff.find(({ pages }) => pages.some((page) => path === page || path.startsWith(`${page}/`)));
}

/** Whether to show a part of a page that belongs to another page's app. */
export function useHasPage(path: string): boolean {
  return missingApp(useSessionUser(), path) === undefined;
}
