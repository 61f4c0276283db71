/** Accounts and what they sign in with. No workspace wall here: only system code reads these tables. */
import { bigint, boolean, index, integer, jsonb, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { id, instant } from '../../../server/db/columns.ts';

/** A workspace: the operations team's own, one for each client business, or a community member's personal one. */
export const workspaces = pgTable('workspaces', {
  id: id(),
  kind: text('kind', { enum: ['operations', 'client', 'personal'] }).notNull(),
  name: text('name').notNull(),
  /** IANA zone in which the workspace counts its days. */
  timeZone: text('time_zone').notNull().default('UTC'),
  /** ISO 4217. */
  currency: text('currency').notNull().default('USD'),
  /** ISO 3166-1 alpha-2: how phone numbers without a country code are read. */
  country: text('country').notNull().default('US'),
  createdAt: instant('created_at').notNull(),
  archivedAt: instant('archived_at'),
});

export const users = pgTable(
  'users',
  {
    id: id(),
    name: text('name').notNull(),
    username: text('username').notNull(),
    email: text('email').notNull(),
    /** The address as it is compared: lower case. */
    emailKey: text('email_key').notNull(),
    role: text('role', { enum: ['admin', 'opus_team', 'user'] }).notNull(),
    isClient: boolean('is_client').notNull().default(false),
    isCommunityMember: boolean('is_community_member').notNull().default(false),
    /** The account that set the installation up. */
    isOwner: boolean('is_owner').notNull().default(false),
    active: boolean('active').notNull().default(true),
    /** argon2id, with its parameters and salt in the string. */
    passwordHash: text('password_hash').notNull(),
    passwordChangedAt: instant('password_changed_at').notNull(),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [uniqueIndex('users_email_key').on(table.emailKey), uniqueIndex('users_username_key').on(table.username)],
);

export const memberships = pgTable(
  'memberships',
  {
    workspaceId: uuid('workspace_id').notNull().references(() => workspaces.id, { onDelete: 'cascade' }),
    userId: uuid('user_id').notNull().references(() => users.id, { onDelete: 'cascade' }),
    /** What the user may do inside the workspace. */
    role: text('role', { enum: ['owner', 'member'] }).notNull(),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.workspaceId, table.userId] }), index('memberships_user').on(table.userId)],
);

/** One browser that is signed in. Tokens are kept as SHA-256 hashes: reading this table signs nobody in. */
export const sessions = pgTable(
  'sessions',
  {
    id: id(),
    userId: uuid('user_id').notNull().references(() => users.id, { onDelete: 'cascade' }),
    workspaceId: uuid('workspace_id').notNull().references(() => workspaces.id, { onDelete: 'cascade' }),
    tokenHash: text('token_hash').notNull(),
    /** Hash of the renewal cookie, replaced at each renewal. */
    renewalHash: text('renewal_hash').notNull(),
    /** Hash before the last renewal: seeing it again means that the cookie was copied. */
    previousRenewalHash: text('previous_renewal_hash'),
    createdAt: instant('created_at').notNull(),
    lastSeenAt: instant('last_seen_at').notNull(),
    /** The session ends here unless it is used before. */
    idleExpiresAt: instant('idle_expires_at').notNull(),
    /** The session ends here in any case; the renewal cookie may start a new one until `renewableUntil`. */
    expiresAt: instant('expires_at').notNull(),
    renewableUntil: instant('renewable_until').notNull(),
    renewedAt: instant('renewed_at'),
    revokedAt: instant('revoked_at'),
    userAgent: text('user_agent').notNull().default(''),
    address: text('address').notNull().default(''),
  },
  (table) => [
    uniqueIndex('sessions_token').on(table.tokenHash),
    uniqueIndex('sessions_renewal').on(table.renewalHash),
    index('sessions_previous_renewal').on(table.previousRenewalHash),
    index('sessions_user').on(table.userId),
  ],
);

/** Mailed single-use links that set a new password. */
export const passwordResets = pgTable(
  'password_resets',
  {
    id: id(),
    userId: uuid('user_id').notNull().references(() => users.id, { onDelete: 'cascade' }),
    tokenHash: text('token_hash').notNull(),
    createdAt: instant('created_at').notNull(),
    expiresAt: instant('expires_at').notNull(),
    usedAt: instant('used_at'),
  },
  (table) => [uniqueIndex('password_resets_token').on(table.tokenHash), index('password_resets_user').on(table.userId)],
);

/** Counters of attempts in a window, shared by all nodes: `sign-in:account:…`, `reset:address:…`. */
export const throttles = pgTable('throttles', {
  key: text('key').primaryKey(),
  count: integer('count').notNull(),
  resetAt: instant('reset_at').notNull(),
});

/** What people set for themselves; absent parts have their defaults. */
export const userSettings = pgTable('user_settings', {
  userId: uuid('user_id').primaryKey().references(() => users.id, { onDelete: 'cascade' }),
  appearance: jsonb('appearance'),
  notifications: jsonb('notifications'),
});

/** Keys that act as their user within scopes, in one workspace. The key itself is kept as a hash. */
export const apiKeys = pgTable(
  'api_keys',
  {
    id: id(),
    userId: uuid('user_id').notNull().references(() => users.id, { onDelete: 'cascade' }),
    workspaceId: uuid('workspace_id').notNull().references(() => workspaces.id, { onDelete: 'cascade' }),
    name: text('name').notNull(),
    prefix: text('prefix').notNull(),
    keyHash: text('key_hash').notNull(),
    scopes: text('scopes').array().notNull(),
    createdAt: instant('created_at').notNull(),
    expiresAt: instant('expires_at'),
    lastUsedAt: instant('last_used_at'),
  },
  (table) => [uniqueIndex('api_keys_hash').on(table.keyHash), index('api_keys_user').on(table.userId)],
);

/** Second factors: the secret is sealed; codes already used are remembered by their time step. */
export const twoFactors = pgTable('two_factors', {
  userId: uuid('user_id').primaryKey().references(() => users.id, { onDelete: 'cascade' }),
  secret: text('secret').notNull(),
  /** Null while being set up. */
  confirmedAt: instant('confirmed_at'),
  /** The last 30-second step whose code was accepted: no code works twice. */
  lastStep: bigint('last_step', { mode: 'number' }).notNull().default(0),
  /** Hashes of the recovery codes that are left. */
  recoveryHashes: text('recovery_hashes').array().notNull(),
});
