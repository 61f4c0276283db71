/** Who is signed in, as far as the browser's platform needs to know. */
import { queryOptions, useQuery, type Query, type QueryClient, type QueryFunctionContext } from '@tanstack/react-query';
import { ApiError } from './error.ts';
import { forgetFirstReads } from './first-reads.ts';
import { API } from './paths.ts';
import { lastUser } from './renewal.ts';
import { send } from './send.ts';
import { keepShownWorkspace, showWorkspace } from './shown-workspace.ts';

/** The part of the user that shell and guards read; the identity domain's CurrentUser is one of these. */
export interface SessionUser {
  id: string;
  username: string;
  name: string;
  email: string;
  role: 'admin' | 'opus_team' | 'user';
  isClient: boolean;
  isCommunityMember: boolean;
  seesFund: boolean;
  workspace: { id: string; name: string; kind: 'operations' | 'client' | 'personal' };
  /** Address of that workspace's logo; null where it has none. */
  logo: string | null;
  /** Apps that the workspace does not have, and the pages that are theirs. */
  appsOff: readonly { id: string; name: string; pages: readonly string[] }[];
  /** Every workspace that the user belongs to. */
  workspaces: readonly { id: string; name: string; kind: 'operations' | 'client' | 'personal' }[];
  /** The user's part in the present workspace; null while visiting it. */
  workspaceRole: 'owner' | 'member' | null;
  /** `open` until the owner of a new business has gone through the registration wizard. */
  setup: 'open' | 'done';
  /** True while an admin works inside a client's workspace. */
  steppedIn: boolean;
  /** When that visit ends by itself; ISO instant. */
  visitUntil: string | null;
  emailConfirmed: boolean;
}

const SIGN_OUT_PENDING = 'gauntlet.signOutPending';

/** The variant of a read that answers null instead of throwing when nobody is signed in. */
export async function nullOn401<T>(answer: Promise<T>): Promise<T | null> {
  try {
    return await answer;
  } catch (error) {
    if (error instanceof ApiError && error.status === 401) return null;
    throw error;
  }
}

/**
 * Set by the server beside the session's own, unreadable cookie. Without it nobody is signed in, and asking is in vain.
 */
const SIGNED_IN_COOKIE = /(?:^|;\s*)signed-in=/;

async function readUser({
  signal,
  client,
}: Pick<QueryFunctionContext, 'signal' | 'client'>): Promise<SessionUser | null> {
  if (!SIGNED_IN_COOKIE.test(document.cookie)) return null;
  // A sign-out that never reached the server is made up for first: who pressed "Logout" stays out in this browser.
  if (isSignOutPending()) {
    forgetFirstReads();
    if (!(await finishSignOut())) return null;
  }
  const user = await nullOn401(send<SessionUser>('GET', API.user, { signal }));
  if (user) {
    lastUser.set(user.id);
    // A tab that was left behind goes on showing what it showed, and says so.
    if (!keepShownWorkspace(user.workspace.id)) return client.getQueryData<SessionUser>([API.user]) ?? user;
  }
  return (shown = user);
}

export const userQuery = queryOptions({ queryKey: [API.user] as const, queryFn: readUser, staleTime: 60_000 });

/** The signed-in user; null when nobody is; undefined while that is not known yet. */
export function useSessionUser(): SessionUser | null | undefined {
  return useQuery(userQuery).data;
}

let shown: SessionUser | null = null;

/** Whose pages this tab shows, and of which workspace; null when nobody is signed in in it. */
export const shownTo = (): string | null => shown && `${shown.id}/${shown.workspace.id}`;

let leftOnPurpose = false;

/** Whether the last user signed out here. Who signs in next then starts afresh instead of where the other one was. */
export function hasLeftOnPurpose(): boolean {
  return leftOnPurpose;
}

/** Takes over the user whom a sign-in call answered. Whatever was cached for someone else goes. */
export function adoptUser(client: QueryClient, user: SessionUser): void {
  leftOnPurpose = false;
  forgetFirstReads();
  markSignOut(false);
  lastUser.set(user.id);
  showWorkspace(user.workspace.id);
  shown = user;
  client.removeQueries({ predicate: isOfUser });
  client.setQueryData(userQuery.queryKey, user);
}

/** Forgets the user and everything that was read in their name; the guards then lead to the sign-in page. */
export function dropUser(client: QueryClient, { onPurpose = false } = {}): void {
  leftOnPurpose = onPurpose;
  forgetFirstReads();
  lastUser.forget();
  showWorkspace(undefined);
  shown = null;
  void client.cancelQueries({ predicate: isOfUser });
  client.setQueryData(userQuery.queryKey, null);
  // Once the guards have taken the pages away: what a page still shows would be read again, in vain.
  setTimeout(() => client.removeQueries({ type: 'inactive', predicate: isOfUser }), AFTER_PAGES_ARE_GONE);
}

const AFTER_PAGES_ARE_GONE = 100;

function isOfUser({ queryKey }: Query): boolean {
  return queryKey[0] !== API.user;
}

/** Ends the session on the server. When that cannot be reached, the wish is kept and made up for at the next chance. */
export async function endSession(): Promise<void> {
  markSignOut(true);
  await send('POST', API.logout);
  markSignOut(false);
}

async function finishSignOut(): Promise<boolean> {
  try {
    await endSession();
    return true;
  } catch {
    return false;
  }
}

function isSignOutPending(): boolean {
  try {
    return localStorage.getItem(SIGN_OUT_PENDING) !== null;
  } catch {
    return false;
  }
}

function markSignOut(pending: boolean): void {
  try {
    if (pending) localStorage.setItem(SIGN_OUT_PENDING, '1');
    else localStorage.removeItem(SIGN_OUT_PENDING);
  } catch {
    /* Storage is closed: the wish then lives as long as this page. */
  }
}
