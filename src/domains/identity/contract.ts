/** Who someone is: sign-in, sessions, first run, password reset. Paths and field names are the specification's. */
import * as z from 'zod';
import { endpoint, Id } from '../../kernel/endpoint.ts';

export const Role = z.enum(['admin', 'opus_team', 'user']);
export type Role = z.infer<typeof Role>;

export const WorkspaceKind = z.enum(['operations', 'client', 'personal']);

export const WorkspaceRef = z.object({
  id: Id,
  name: z.string(),
  kind: WorkspaceKind,
});
export type WorkspaceRef = z.infer<typeof WorkspaceRef>;

/** The signed-in user, as `GET /api/user` and the sign-in calls answer it. */
export const CurrentUser = z.object({
  id: Id,
  username: z.string(),
  name: z.string(),
  email: z.string(),
  role: Role,
  /** Owner or staff of a client business: sees the Client Gauntlet and only that client's data. */
  isClient: z.boolean(),
  isCommunityMember: z.boolean(),
  /** May open /opus-arc-fund: the owner account, username `admin`, or role opus_team (specification, section 6). */
  seesFund: z.boolean(),
  /** The workspace whose data the calls of this session read and write. */
  workspace: WorkspaceRef,
  /** True while an admin works inside a client's workspace. */
  steppedIn: z.boolean(),
});
export type CurrentUser = z.infer<typeof CurrentUser>;

/** 12 to 200 characters, any composition (ASVS 5.0, 6.2): long enough to resist guessing, never truncated. */
export const NewPassword = z.string().min(12, 'Use at least 12 characters.').max(200, 'Use at most 200 characters.');
export const Email = z.string().trim().min(1, 'Enter an e-mail address.').max(254).pipe(z.email('That is not a complete e-mail address, such as ada@example.com.'));
export const PersonName = z.string().trim().min(1, 'Enter a name.').max(120);

export const Credentials = z.object({
  email: z.string().trim().min(1, 'Enter your e-mail address.').max(254),
  password: z.string().min(1, 'Enter your password.').max(200),
  /** Of an authenticator app, or a recovery code; asked for by the answer `two_factor_required`. */
  code: z.string().trim().max(20).optional(),
});
export type Credentials = z.infer<typeof Credentials>;

export const Registration = z.object({
  name: PersonName,
  email: Email,
  password: NewPassword,
  /** Name of the operations workspace: the agency itself. */
  businessName: z.string().trim().min(1, 'Enter the name of your business.').max(120),
  /** IANA time zone that the workspace counts its days in, for example `Europe/Berlin`. */
  timeZone: z.string().min(1).max(64).default('UTC'),
  /** ISO 4217 code of the workspace's currency. */
  currency: z.string().regex(/^[A-Z]{3}$/, 'Use a three-letter currency code, such as USD.').default('USD'),
});
export type Registration = z.infer<typeof Registration>;

export const SetupStatus = z.object({
  /** No account exists yet: the first registration becomes the owner. */
  firstRun: z.boolean(),
  /** Example data and accounts are loaded; the sign-in page may list them. */
  demo: z.boolean(),
  /** The password comes along so that the sign-in page can fill it in: it is public, and exists in demo mode only. */
  demoAccounts: z.array(z.object({ email: z.string(), label: z.string(), password: z.string().optional() })),
});
export type SetupStatus = z.infer<typeof SetupStatus>;

export const Member = z.object({ id: Id, name: z.string(), email: z.string(), role: Role, active: z.boolean() });
export type Member = z.infer<typeof Member>;

const Message = z.object({ message: z.string() });

export const identity = {
  csrfToken: endpoint({
    method: 'GET', path: '/api/csrf-token', tag: 'Sign-in', access: 'public',
    summary: 'Get a CSRF token', description: 'Also sets it as the cookie XSRF-TOKEN. Every call that is not a GET carries the token.',
    query: z.object({ _: z.string().optional() }),
    response: z.object({ csrfToken: z.string() }),
  }),
  setupStatus: endpoint({
    method: 'GET', path: '/api/auth/setup-status', tag: 'Sign-in', access: 'public',
    summary: 'Whether this installation still waits for its owner', response: SetupStatus,
  }),
  user: endpoint({
    method: 'GET', path: '/api/user', tag: 'Sign-in', access: 'user', summary: 'The signed-in user', response: CurrentUser,
  }),
  login: endpoint({
    method: 'POST', path: '/api/auth/login', tag: 'Sign-in', access: 'public', summary: 'Sign in',
    description: 'A wrong e-mail and a wrong password answer alike. After ten failures an account rests for a while.',
    body: Credentials, response: CurrentUser, errors: ['validation', 'unauthenticated', 'two_factor_required'],
  }),
  register: endpoint({
    method: 'POST', path: '/api/auth/register', tag: 'Sign-in', access: 'public', summary: 'Create the owner account of a new installation',
    description: 'Open only while no account exists; later accounts come by invitation.',
    body: Registration, response: CurrentUser, status: 201, errors: ['validation', 'forbidden', 'conflict'],
  }),
  logout: endpoint({
    method: 'POST', path: '/api/auth/logout', tag: 'Sign-in', access: 'public', summary: 'Sign out and end the session', response: Message,
  }),
  forgotPassword: endpoint({
    method: 'POST', path: '/api/auth/forgot-password', tag: 'Sign-in', access: 'public', summary: 'Mail a link that sets a new password',
    description: 'Answers alike whether or not the address has an account. The link works once, for an hour.',
    body: z.object({ email: Email }), response: Message, errors: ['validation'],
  }),
  resetPassword: endpoint({
    method: 'POST', path: '/api/auth/reset-password', tag: 'Sign-in', access: 'public', summary: 'Set a new password by the mailed link',
    description: 'Ends every session of the account.',
    body: z.object({ token: z.string().min(1).max(200), password: NewPassword }), response: Message, errors: ['validation', 'gone'],
  }),
  syncSession: endpoint({
    method: 'POST', path: '/api/sync-session', tag: 'Sign-in', access: 'user', summary: 'Name this session for the live finance channel',
    description: 'The sessionId is no secret: it works only together with the session cookie, and only for oneself.',
    body: z.object({ userId: Id }), response: z.object({ sessionId: z.string() }), errors: ['validation', 'forbidden'],
  }),
  directLogin: endpoint({
    method: 'POST', path: '/api/direct-login', tag: 'Sign-in', access: 'public', summary: 'Renew an expired session',
    description: 'Works only where the browser holds the HttpOnly renewal cookie of that very user; a bare id never signs anyone in.',
    body: z.object({ userId: Id }), response: z.object({ username: z.string() }), errors: ['validation', 'unauthenticated'],
  }),
  denials: endpoint({
    method: 'POST', path: '/api/denials', tag: 'Sign-in', access: 'user', summary: 'Report that a page for administrators was refused',
    description: 'The browser turns a non-administrator away from such a page; the server logs it.',
    body: z.object({ path: z.string().min(1).max(500) }),
  }),
  members: endpoint({
    method: 'GET', path: '/api/members', tag: 'Team', access: 'user', summary: 'People of the active workspace, for owner fields and mentions',
    response: z.object({ items: z.array(Member) }),
  }),
} as const;

/** Names of the sign-in cookies' public part: the client reads the CSRF token from the first of these that is set. */
export const CSRF_COOKIES = ['XSRF-TOKEN', '_csrf', 'csrf-token', 'X-CSRF-Token'] as const;
export const CSRF_HEADERS = ['csrf-token', 'x-csrf-token', 'xsrf-token', 'x-xsrf-token'] as const;
