/** The signed-in user, as far as the browser platform needs to know. */
import { queryOptions, useQuery, type Query, type QueryClient, type QueryFunctionContext } from '@tanstack/react-query';
import { ApiError } from './error.ts';
import { forgetFirstReads } from './first-reads.ts';
import { API } from './paths.ts';
import { lastUser } from './renewal.ts';
import { send } from './send.ts';
import { keepShownWorkspace, showWorkspace } from './shown-workspace.ts';

/** The part of the user that shell and guards read; the identity domain's CurrentUser extends it. */
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
  /** Address of the workspace's logo; null where it has none. */
  logo: string | null;
  /** Apps that the workspace does not have, with their pages. */
  appsOff: readonly { id: string; name: string; pages: readonly string[] }[];
  /** All workspaces of the user. */
  workspaces: readonly { id: string; name: string; kind: 'operations' | 'client' | 'personal' }[];
  /** The user's role in the current workspace; null on a visit. */
  workspaceRole: 'owner' | 'member' | null;
  /** `open` until the owner of a new business has finished the registration wizard. */
  setup: 'open' | 'done';
  /** True while an admin works inside a client's workspace. */
  steppedIn: boolean;
  /** When that visit ends; ISO instant. */
  visitUntil: string | null;
  emailConfirmed: boolean;
}

const SIGN_OUT_PENDING = 'gauntlet.signOutPending';

/** Returns null instead of throwing when no one is signed in. */
export async function nullOn401<T>(answer: Promise<T>): Promise<T | null> {
  try {
    return await answer;
  } catch (error) {
    if (error instanceof ApiError && error.status === 401) return null;
    throw error;
  }
}

/**
 * Set by the server beside the session's own, unreadable cookie. Without it no one is signed in, and there is no need
 * to ask.
 */
const SIGNED_IN_COOKIE = /(?:^|;\s*)signed-in=/;

async function readUser({
  signal,
  client,
}: Pick<QueryFunctionContext, 'signal' | 'client'>): Promise<SessionUser | null> {
  if (!SIGNED_IN_COOKIE.test(document.cookie)) return null;
  // A sign-out that never reached the server is repeated first: a person who pressed "Logout" stays signed out in this
  // browser.
  if (isSignOutPending()) {
    forgetFirstReads();
    if (!(await finishSignOut())) return null;
  }
  const user = await nullOn401(send<SessionUser>('GET', API.user, { signal }));
  if (user) {
    lastUser.set(user.id);
    // A tab left behind keeps its content and says so.
    if (!keepShownWorkspace(user.workspace.id)) return client.getQueryData<SessionUser>([API.user]) ?? user;
  }
  return (shown = user);
}

export const userQuery = queryOptions({ queryKey: [API.user] as const, queryFn: readUser, staleTime: 60_000 });

/** The signed-in user; null when no one is; undefined while unknown. */
export function useSessionUser(): SessionUser | null | undefined {
  return useQuery(userQuery).data;
}

let shown: SessionUser | null = null;

/** User and workspace of this tab's pages; null when no one is signed in. */
export const shownTo = (): string | null => shown && `${shown.id}/${shown.workspace.id}`;

let leftOnPurpose = false;

/** Whether the last user signed out here. The next one then starts fresh instead of at the other's page. */
export function hasLeftOnPurpose(): boolean {
  return leftOnPurpose;
}

/** Sets the user from a sign-in call and clears what was cached for another one. */
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

/** Clears the user and everything read in their name; the guards then lead to the sign-in page. */
export function dropUser(client: QueryClient, { onPurpose = false } = {}): void {
  leftOnPurpose = onPurpose;
  forgetFirstReads();
  lastUser.forget();
  showWorkspace(undefined);
  shown = null;
  void client.cancelQueries({ predicate: isOfUser });
  client.setQueryData(userQuery.queryKey, null);
  // After the guards have removed the pages: a visible page would read again, in vain.
  setTimeout(() => client.removeQueries({ type: 'inactive', predicate: isOfUser }), AFTER_PAGES_ARE_GONE);
}

const AFTER_PAGES_ARE_GONE = 100;

function isOfUser({ queryKey }: Query): boolean {
  return queryKey[0] !== API.user;
}

/** Ends the session on the server. If that cannot be reached, the request is stored and repeated at the next chance. */
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
    /* Storage is blocked, so the request lives as long as this page. */
  }
}
