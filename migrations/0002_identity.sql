-- Accounts, how they sign in, and the workspaces that they work in. Only system code reads most of these tables, so
-- they stand outside tenant isolation.

-- The operations team's workspace, one for each client business, or a community member's personal one.
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
  archived_at timestamptz(3),
  -- A workspace whose owner has not gone through the registration wizard to its end is `open`.
  setup text not null default 'done' check (setup in ('open', 'done')),
  -- The plan that the owner chose; see src/domains/workspaces/contract/plans.ts.
  plan text,
  -- Several administrators may change a client at once: a stale change is refused.
  version integer not null default 1,
  -- Apps that a client does not have; see src/kernel/apps.ts. What is not named here is on, new apps included.
  apps_off text[] not null default '{}',
  -- When the workspace and everything in it is deleted; only for an archived one.
  delete_at timestamptz(3),
  -- The picture above the menu of a client, as a small data URL, and a mark that changes with it. The mark is read with
  -- every user, the picture on its own.
  logo text not null default '' check (length(logo) <= 80000),
  logo_mark text not null default '',
  check (delete_at is null or archived_at is not null)
);
create index workspaces_clients on workspaces (lower(name) collate "C", id) where kind = 'client';
create index workspaces_to_delete on workspaces (delete_at) where delete_at is not null;

create table users (
  id uuid primary key,
  name text not null,
  username text not null,
  email text not null,
  -- The address as it is compared: lower case.
  email_key text not null,
  role text not null check (role in ('admin', 'opus_team', 'user')),
  is_community_member boolean not null default false,
  -- The account that set the installation up.
  is_owner boolean not null default false,
  active boolean not null default true,
  -- argon2id, with its parameters and salt in the string.
  password_hash text not null,
  password_changed_at timestamptz(3) not null,
  created_at timestamptz(3) not null,
  -- When the account's present address was confirmed; null: not yet.
  email_confirmed_at timestamptz(3),
  deactivated_at timestamptz(3),
  -- Grows with each change that administrators make to the account: role, state.
  version integer not null default 1,
  -- The holder deleted the account: what is left has no name, and nothing signs in to it.
  erased_at timestamptz(3)
);
create unique index users_email_key on users (email_key);
create unique index users_username_key on users (username);

create table memberships (
  workspace_id uuid not null references workspaces (id) on delete cascade,
  user_id uuid not null references users (id) on delete cascade,
  -- What the user may do inside the workspace.
  role text not null check (role in ('owner', 'member')),
  created_at timestamptz(3) not null,
  primary key (workspace_id, user_id)
);
create index memberships_user on memberships (user_id);

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
  address text not null default '',
  -- Set while the session is on a visit: from `visit_until` on it is back in `home_id`, whatever else happens.
  home_id uuid references workspaces (id) on delete cascade,
  visit_until timestamptz(3),
  -- When the password was last entered again after signing in; null: not since.
  proved_at timestamptz(3),
  -- Hash of what all renewal tokens of a session have in common, so that a replaced one is recognized as the session's.
  -- Null before the first renewal.
  renewal_family text,
  check ((home_id is null) = (visit_until is null))
);
create unique index sessions_token on sessions (token_hash);
create unique index sessions_renewal on sessions (renewal_hash);
create index sessions_previous_renewal on sessions (previous_renewal_hash);
create index sessions_of_workspace on sessions (workspace_id, user_id, last_seen_at);
-- The last visit of each person, in one step.
create index sessions_seen on sessions (user_id, last_seen_at desc, id);

-- Mailed single-use links that set a new password.
create table password_resets (
  id uuid primary key,
  user_id uuid not null references users (id) on delete cascade,
  token_hash text not null,
  created_at timestamptz(3) not null,
  expires_at timestamptz(3) not null,
  used_at timestamptz(3)
);
create unique index password_resets_token on password_resets (token_hash);
create index password_resets_user on password_resets (user_id);

-- Mailed links that prove an address: of an account (confirm), of its next one (change), or of somebody who is about to
-- register. Good once.
create table mailed_links (
  id uuid primary key,
  purpose text not null check (purpose in ('confirm', 'change', 'register')),
  -- Null for a registration: there is no account yet.
  user_id uuid references users (id) on delete cascade,
  email text not null,
  email_key text not null,
  token_hash text not null,
  created_at timestamptz(3) not null,
  expires_at timestamptz(3) not null,
  used_at timestamptz(3)
);
create unique index mailed_links_token on mailed_links (token_hash);
create index mailed_links_user on mailed_links (user_id) where used_at is null;

create table two_factors (
  user_id uuid primary key references users (id) on delete cascade,
  secret text not null,
  confirmed_at timestamptz(3),
  last_step bigint not null default 0,
  recovery_hashes text[] not null
);

create table api_keys (
  id uuid primary key,
  user_id uuid not null references users (id) on delete cascade,
  workspace_id uuid not null references workspaces (id) on delete cascade,
  name text not null,
  prefix text not null,
  key_hash text not null,
  scopes text[] not null,
  created_at timestamptz(3) not null,
  expires_at timestamptz(3),
  last_used_at timestamptz(3)
);
create unique index api_keys_hash on api_keys (key_hash);
create index api_keys_user on api_keys (user_id);

-- Settings of a person. This table and the next two are read by system code alone, so they stand outside tenant
-- isolation.
create table user_settings (
  user_id uuid primary key references users (id) on delete cascade,
  appearance jsonb
);

-- What administrators decide for the whole installation; one row.
create table installation_policy (
  id boolean primary key default true check (id),
  version integer not null default 1,
  -- Whether a business may register itself.
  open_registration boolean not null default false,
  -- Names of the keys that servers of this installation sealed with, and when one of them was last seen: two at a time
  -- are a mistake.
  keys_seen jsonb not null default '{}'
);
insert into installation_policy default values;

-- What a request may know of its workspace's people: names and roles, never a password hash. The view reads as its
-- owner; its `where` is the wall.
create view workspace_people as
select m.workspace_id, u.id, u.name, u.email, u.role, m.role as workspace_role, u.active
from memberships m join users u on u.id = m.user_id
where m.workspace_id = (select app_workspace());
grant select on workspace_people to gauntlet_app;

-- The present workspace's own settings: time zone, currency, country.
create view present_workspace as
select id, kind, name, time_zone, currency, country from workspaces where id = (select app_workspace());
grant select on present_workspace to gauntlet_app;
