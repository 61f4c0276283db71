-- Accounts, what they sign in with, and the workspaces they work in. No wall here: only system code reads these tables.
-- A workspace: the operations team's own, one for each client business, or a community member's personal one.
create table workspaces (
  id uuid primary key,
  kind text not null check (kind in ('operations', 'client', 'personal')),
  name text not null,
  -- IANA zone in which the workspace counts its days.
  time_zone text not null default 'UTC',
  -- ISO 4217.
  currency text not null default 'USD',
  -- ISO 3166-1 alpha-2: how phone numbers without a country code are read.
  country text not null default 'US',
  created_at timestamptz(3) not null,
  archived_at timestamptz(3)
);
--> statement-breakpoint
create table users (
  id uuid primary key,
  name text not null,
  username text not null,
  email text not null,
  -- The address as it is compared: lower case.
  email_key text not null,
  role text not null check (role in ('admin', 'opus_team', 'user')),
  is_client boolean not null default false,
  is_community_member boolean not null default false,
  -- The account that set the installation up.
  is_owner boolean not null default false,
  active boolean not null default true,
  -- argon2id, with its parameters and salt in the string.
  password_hash text not null,
  password_changed_at timestamptz(3) not null,
  created_at timestamptz(3) not null
);
--> statement-breakpoint
create unique index users_email_key on users (email_key);
--> statement-breakpoint
create unique index users_username_key on users (username);
--> statement-breakpoint
create table memberships (
  workspace_id uuid not null references workspaces (id) on delete cascade,
  user_id uuid not null references users (id) on delete cascade,
  -- What the user may do inside the workspace.
  role text not null check (role in ('owner', 'member')),
  created_at timestamptz(3) not null,
  primary key (workspace_id, user_id)
);
--> statement-breakpoint
create index memberships_user on memberships (user_id);
--> statement-breakpoint
-- One browser that is signed in. Tokens are kept as SHA-256 hashes: reading this table signs nobody in.
create table sessions (
  id uuid primary key,
  user_id uuid not null references users (id) on delete cascade,
  workspace_id uuid not null references workspaces (id) on delete cascade,
  token_hash text not null,
  -- Hash of the renewal cookie, replaced at each renewal.
  renewal_hash text not null,
  -- The one before the last renewal: seeing it again means that the cookie was copied.
  previous_renewal_hash text,
  created_at timestamptz(3) not null,
  last_seen_at timestamptz(3) not null,
  -- The session ends here unless it is used before …
  idle_expires_at timestamptz(3) not null,
  -- … here in any case, and until `renewable_until` the renewal cookie may start it anew.
  expires_at timestamptz(3) not null,
  renewable_until timestamptz(3) not null,
  renewed_at timestamptz(3),
  revoked_at timestamptz(3),
  user_agent text not null default '',
  address text not null default ''
);
--> statement-breakpoint
create unique index sessions_token on sessions (token_hash);
--> statement-breakpoint
create unique index sessions_renewal on sessions (renewal_hash);
--> statement-breakpoint
create index sessions_previous_renewal on sessions (previous_renewal_hash);
--> statement-breakpoint
create index sessions_user on sessions (user_id);
--> statement-breakpoint
-- Mailed single-use links that set a new password.
create table password_resets (
  id uuid primary key,
  user_id uuid not null references users (id) on delete cascade,
  token_hash text not null,
  created_at timestamptz(3) not null,
  expires_at timestamptz(3) not null,
  used_at timestamptz(3)
);
--> statement-breakpoint
create unique index password_resets_token on password_resets (token_hash);
--> statement-breakpoint
create index password_resets_user on password_resets (user_id);
--> statement-breakpoint
-- Counters of attempts in a window, shared by all nodes: `sign-in:account:…`, `reset:address:…`.
create table throttles (
  key text primary key,
  count integer not null,
  reset_at timestamptz(3) not null
);
--> statement-breakpoint
-- Answers to requests that carried an Idempotency-Key, written in the transaction of the act itself: a repeated request
-- gets the first answer, and a crash between the commit and the answer loses nothing.
create table idempotency_keys (
  caller text not null,
  key text not null,
  -- SHA-256 over method, path and body: the same key with another request is a mistake.
  fingerprint text not null,
  status integer not null,
  body jsonb,
  created_at timestamptz(3) not null,
  primary key (caller, key)
);
--> statement-breakpoint
-- Kept by the request's own transaction, which runs under the app role.
grant select, insert, update on idempotency_keys to gauntlet_app;
--> statement-breakpoint
-- What a request may know of its workspace's people: names and roles, never a password hash.
-- The view reads as its owner; its `where` is the wall.
create view workspace_people as
select m.workspace_id, u.id, u.name, u.email, u.role, m.role as workspace_role, u.active
from memberships m join users u on u.id = m.user_id
where m.workspace_id = (select app_workspace());
--> statement-breakpoint
grant select on workspace_people to gauntlet_app;
--> statement-breakpoint
-- The present workspace's own settings: time zone, currency, country.
create view present_workspace as
select id, kind, name, time_zone, currency, country from workspaces where id = (select app_workspace());
--> statement-breakpoint
grant select on present_workspace to gauntlet_app;
