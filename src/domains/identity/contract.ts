/** Accounts: sign-in, sessions, first run, password reset. Paths and field names are the specification's. */
import * as z from 'zod';
import { endpoint, Id, Instant } from '../../kernel/endpoint.ts';
import { onOneLine } from '../../kernel/text.ts';

export const Role = z.enum(['admin', 'opus_team', 'user']);
export type Role = z.infer<typeof Role>;

export const WorkspaceKind = z.enum(['operations', 'client', 'personal']);

/** Roles in a workspace: the owner invites people and sees the visits of administrators. */
export const WorkspaceRole = z.enum(['owner', 'member']);
export type WorkspaceRole = z.infer<typeof WorkspaceRole>;

export const WorkspaceRef = z.object({ id: Id, name: z.string(), kind: WorkspaceKind });
export type WorkspaceRef = z.infer<typeof WorkspaceRef>;

/** Where the picture of the active workspace is read. */
export const WORKSPACE_LOGO = '/api/workspace-logo';

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
  /** Address of that workspace's logo; null where it has none. */
  logo: z.string().nullable(),
  /** The user's part in that workspace; null while visiting it as an administrator. */
  workspaceRole: WorkspaceRole.nullable(),
  /** `open` until the owner of a new business has gone through the registration wizard. */
  setup: z.enum(['open', 'done']),
  /** Apps that the workspace does not have, and the pages that are theirs. */
  appsOff: z.array(z.object({ id: z.string(), name: z.string(), pages: z.array(z.string()) })),
  /** Every workspace that the user belongs to, the first one joined first. */
  workspaces: z.array(WorkspaceRef),
  /** True while an admin works inside a client's workspace. */
  steppedIn: z.boolean(),
  /** When that visit ends by itself. */
  visitUntil: Instant.nullable(),
  /** Whether the email address is proven; until then no one can be invited. */
  emailConfirmed: z.boolean(),
});
export type CurrentUser = z.infer<typeof CurrentUser>;

/** 12 to 200 characters, any composition (ASVS 5.0, 6.2): long enough to resist guessing, never truncated. */
export const NewPassword = z.string().min(12, 'Use at least 12 characters.').max(200, 'Use at most 200 characters.');
export const Email = z
  .string()
  .trim()
  .min(1, 'Enter an email address.')
  .max(254)
  .pipe(z.email('Enter a valid email address, such as ada@example.com.'));
export const PersonName = z.string().overwrite(onOneLine).min(1, 'Enter a name.').max(120);

export const Credentials = z.object({
  email: z.string().trim().min(1, 'Enter your email address.').max(254),
  password: z.string().min(1, 'Enter your password.').max(200),
  /** Of an authenticator app, or a recovery code; asked for by the answer `two_factor_required`. */
  code: z.string().trim().max(20).optional(),
});
export type Credentials = z.infer<typeof Credentials>;

export const BusinessName = z.string().overwrite(onOneLine).min(1, 'Enter the name of your business.').max(120);
/** IANA time zone that a workspace counts its days in, for example `Europe/Berlin`. */
export const TimeZone = z.string().min(1, 'Choose a time zone.').max(64);
/** ISO 4217 code of a workspace's currency. */
export const Currency = z.string().regex(/^[A-Z]{3}$/, 'Use a three-letter currency code, such as USD.');
/** ISO 3166-1 alpha-2: how phone numbers without a country code are read. */
export const Country = z.string().regex(/^[A-Z]{2}$/, 'Use a two-letter country code, such as US.');

export const Registration = z.object({
  name: PersonName,
  email: Email,
  password: NewPassword,
  /** Name of the operations workspace: the agency itself. */
  businessName: BusinessName,
  timeZone: TimeZone.default('UTC'),
  currency: Currency.default('USD'),
  country: Country.default('US'),
});
export type Registration = z.infer<typeof Registration>;

/** Completes a registration with the emailed token: creates the owner of a new business and its workspace. */
export const BusinessRegistration = Registration.omit({ email: true }).extend({ token: z.string().min(1).max(200) });
export type BusinessRegistration = z.infer<typeof BusinessRegistration>;

export const SetupStatus = z.object({
  /** No account exists yet: the first registration becomes the owner. */
  firstRun: z.boolean(),
  /** Businesses may register themselves, at /registration-wizard. */
  openRegistration: z.boolean(),
  /** Example data and accounts are loaded; the sign-in page may list them. */
  demo: z.boolean(),
  /** The password comes along so that the sign-in page can fill it in: it is public, and exists in demo mode only. */
  demoAccounts: z.array(z.object({ email: z.string(), label: z.string(), password: z.string().optional() })),
});
export type SetupStatus = z.infer<typeof SetupStatus>;

export const Member = z.object({ id: Id, name: z.string(), email: z.string(), role: Role, active: z.boolean() });
export type Member = z.infer<typeof Member>;

const Message = z.object({ message: z.string() });

/** An account as the administrators of the installation see it. */
export const InstallationAccount = z.object({
  id: Id,
  name: z.string(),
  email: z.string(),
  role: Role,
  /** It set the installation up. */
  isOwner: z.boolean(),
  active: z.boolean(),
  twoFactor: z.boolean(),
  workspaces: z.array(z.object({ id: Id, name: z.string(), role: WorkspaceRole })),
  lastSeenAt: Instant.nullable(),
  createdAt: Instant,
});
export type InstallationAccount = z.infer<typeof InstallationAccount>;

export const identity = {
  csrfToken: endpoint({
    method: 'GET',
    path: '/api/csrf-token',
    tag: 'Sign-in',
    access: 'public',
    summary: 'Get a CSRF token',
    description: 'Also sets it as the cookie XSRF-TOKEN. Every call other than GET must carry the token.',
    query: z.object({ _: z.string().optional() }),
    response: z.object({ csrfToken: z.string() }),
  }),
  setupStatus: endpoint({
    method: 'GET',
    path: '/api/auth/setup-status',
    tag: 'Sign-in',
    access: 'public',
    summary: 'Whether this installation still needs an owner',
    response: SetupStatus,
  }),
  user: endpoint({
    method: 'GET',
    path: '/api/user',
    tag: 'Sign-in',
    access: 'user',
    summary: 'The signed-in user',
    response: CurrentUser,
  }),
  login: endpoint({
    method: 'POST',
    path: '/api/auth/login',
    tag: 'Sign-in',
    access: 'public',
    summary: 'Sign in',
    description:
      'A wrong email and a wrong password give the same answer. An account is locked for a while after ten failures.',
    body: Credentials,
    response: CurrentUser,
    errors: ['validation', 'unauthenticated', 'two_factor_required'],
  }),
  register: endpoint({
    method: 'POST',
    path: '/api/auth/register',
    tag: 'Sign-in',
    access: 'public',
    summary: 'Create the owner account of a new installation',
    description:
      'Only available while no account exists. Later accounts are created by invitation or by registering a business.',
    body: Registration,
    response: CurrentUser,
    status: 201,
    errors: ['validation', 'forbidden', 'conflict'],
  }),
  requestRegistration: endpoint({
    method: 'POST',
    path: '/api/auth/registration-link',
    tag: 'Sign-in',
    access: 'public',
    summary: 'Email a link to register a business',
    description:
      'Available while administrators allow it. The answer does not reveal whether the address has an account; an existing account gets an email that says so. The link works once, for 24 hours.',
    body: z.object({ email: Email }),
    response: Message,
    errors: ['validation', 'forbidden'],
  }),
  readRegistration: endpoint({
    method: 'POST',
    path: '/api/auth/registration-link/read',
    tag: 'Sign-in',
    access: 'public',
    summary: 'Get the email address of a registration link',
    body: z.object({ token: z.string().min(1).max(200) }),
    response: z.object({ email: z.string() }),
    errors: ['validation', 'gone'],
  }),
  registerBusiness: endpoint({
    method: 'POST',
    path: '/api/auth/register-business',
    tag: 'Sign-in',
    access: 'public',
    summary: 'Register a business with an emailed link',
    description:
      "Creates the owner's account, with its address verified by the link, and the workspace of the business. Setup continues in the registration wizard.",
    body: BusinessRegistration,
    response: CurrentUser,
    status: 201,
    errors: ['validation', 'forbidden', 'gone'],
  }),
  confirmEmail: endpoint({
    method: 'POST',
    path: '/api/auth/confirm-email',
    tag: 'Sign-in',
    access: 'public',
    summary: 'Confirm an email address with an emailed link',
    description: 'Works once. A new address replaces the old one, and the old address is notified.',
    body: z.object({ token: z.string().min(1).max(200) }),
    response: z.object({ email: z.string(), changed: z.boolean() }),
    errors: ['validation', 'gone'],
  }),
  logout: endpoint({
    method: 'POST',
    path: '/api/auth/logout',
    tag: 'Sign-in',
    access: 'public',
    summary: 'Sign out and end the session',
    response: Message,
  }),
  forgotPassword: endpoint({
    method: 'POST',
    path: '/api/auth/forgot-password',
    tag: 'Sign-in',
    access: 'public',
    summary: 'Email a link to reset the password',
    description: 'The answer does not reveal whether the address has an account. The link works once, for an hour.',
    body: z.object({ email: Email }),
    response: Message,
    errors: ['validation'],
  }),
  resetPassword: endpoint({
    method: 'POST',
    path: '/api/auth/reset-password',
    tag: 'Sign-in',
    access: 'public',
    summary: 'Reset the password with an emailed link',
    description: 'Ends all sessions of the account and cancels a pending change of its email address.',
    body: z.object({ token: z.string().min(1).max(200), password: NewPassword }),
    response: Message,
    errors: ['validation', 'gone'],
  }),
  syncSession: endpoint({
    method: 'POST',
    path: '/api/sync-session',
    tag: 'Sign-in',
    access: 'user',
    summary: 'Name this session for the live finance channel',
    description: 'The sessionId is not a secret. It only works together with the session cookie of the same user.',
    body: z.object({ userId: Id }),
    response: z.object({ sessionId: z.string() }),
    errors: ['validation', 'forbidden'],
  }),
  directLogin: endpoint({
    method: 'POST',
    path: '/api/direct-login',
    tag: 'Sign-in',
    access: 'public',
    summary: 'Renew an expired session',
    description:
      'Only works if the browser holds the HttpOnly renewal cookie of that user. An ID alone never signs anyone in.',
    body: z.object({ userId: Id }),
    response: z.object({ username: z.string() }),
    errors: ['validation', 'unauthenticated'],
  }),
  denials: endpoint({
    method: 'POST',
    path: '/api/denials',
    tag: 'Sign-in',
    access: 'user',
    summary: 'Report that an administrator page was refused',
    description: 'The browser redirects users who are not administrators. The server logs the attempt.',
    body: z.object({ path: z.string().min(1).max(500) }),
  }),
  members: endpoint({
    method: 'GET',
    path: '/api/members',
    tag: 'Team',
    access: 'user',
    summary: 'People of the active workspace, for owner fields and mentions',
    response: z.object({ items: z.array(Member) }),
  }),
} as const;

/** Names of the sign-in cookies' public part: the client reads the CSRF token from the first of these that is set. */
export const CSRF_COOKIES = ['XSRF-TOKEN', '_csrf', 'csrf-token', 'X-CSRF-Token'] as const;
export const CSRF_HEADERS = ['csrf-token', 'x-csrf-token', 'xsrf-token', 'x-xsrf-token'] as const;
