-- Mail addresses that are proven, invitations, who works when, visits of administrators in clients' workspaces.
-- When the account's present address was proven; null: not yet.
alter table users add column email_confirmed_at timestamptz(3);
--> statement-breakpoint
alter table users add column deactivated_at timestamptz(3);
--> statement-breakpoint
-- Grows with each change that administrators make to the account: role, state.
alter table users add column version integer not null default 1;
--> statement-breakpoint
-- Accounts from before addresses were proven came by hand: they are taken at their word.
update users set email_confirmed_at = created_at;
--> statement-breakpoint
-- Whether somebody is a client's follows from the workspace that they work in; a person may belong to several.
alter table users drop column is_client;
--> statement-breakpoint
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
--> statement-breakpoint
create unique index mailed_links_token on mailed_links (token_hash);
--> statement-breakpoint
create index mailed_links_user on mailed_links (user_id) where used_at is null;
--> statement-breakpoint
-- What administrators decide for the whole installation; one row.
create table installation_policy (
  id boolean primary key default true check (id),
  version integer not null default 1,
  -- Whether a business may register itself.
  open_registration boolean not null default false
);
--> statement-breakpoint
insert into installation_policy default values;
--> statement-breakpoint
-- A workspace whose owner has not gone through the registration wizard to its end is `open`.
alter table workspaces add column setup text not null default 'done' check (setup in ('open', 'done'));
--> statement-breakpoint
-- The plan that the owner chose; see src/domains/workspaces/contract/plans.ts.
alter table workspaces add column plan text;
--> statement-breakpoint
-- What has been answered and typed in the registration wizard, so that it goes on where it was left.
create table onboardings (
  workspace_id uuid primary key references workspaces (id) on delete cascade,
  version integer not null default 1,
  -- Names of the steps that are done or were skipped.
  done text[] not null default '{}',
  -- What was typed but not sent, by step.
  drafts jsonb not null default '{}',
  license_id uuid,
  updated_at timestamptz(3) not null default now(),
  finished_at timestamptz(3)
);
--> statement-breakpoint
-- Invitations into a workspace. The link's token is kept as a hash and made anew at each sending.
create table invitations (
  id uuid primary key,
  workspace_id uuid not null references workspaces (id) on delete cascade,
  email text not null,
  email_key text not null,
  -- Role of an account that the invitation makes, or raises an existing one to.
  role text not null check (role in ('admin', 'opus_team', 'user')),
  workspace_role text not null check (workspace_role in ('owner', 'member')),
  invited_by uuid references users (id) on delete set null,
  -- Null while it waits for the inviter's own address to be confirmed.
  token_hash text,
  created_at timestamptz(3) not null default now(),
  sent_at timestamptz(3),
  sendings integer not null default 0,
  expires_at timestamptz(3) not null,
  accepted_at timestamptz(3),
  accepted_by uuid references users (id) on delete set null,
  revoked_at timestamptz(3)
);
--> statement-breakpoint
create unique index invitations_token on invitations (token_hash);
--> statement-breakpoint
-- One open invitation of an address into a workspace.
create unique index invitations_open on invitations (workspace_id, email_key) where accepted_at is null and revoked_at is null;
--> statement-breakpoint
create index invitations_newest on invitations (workspace_id, id);
--> statement-breakpoint
create index invitations_waiting on invitations (invited_by) where sent_at is null;
--> statement-breakpoint
create table teams (
  id uuid primary key,
  workspace_id uuid not null references workspaces (id) on delete cascade,
  version integer not null default 1,
  name text not null,
  name_key text not null,
  created_at timestamptz(3) not null default now()
);
--> statement-breakpoint
create unique index teams_name on teams (workspace_id, name_key);
--> statement-breakpoint
create table team_members (
  workspace_id uuid not null references workspaces (id) on delete cascade,
  team_id uuid not null references teams (id) on delete cascade,
  user_id uuid not null references users (id) on delete cascade,
  primary key (team_id, user_id)
);
--> statement-breakpoint
create index team_members_user on team_members (workspace_id, user_id);
--> statement-breakpoint
-- When a member usually works: for each day of the week, Monday first, spans of minutes after midnight in their zone.
create table working_hours (
  workspace_id uuid not null references workspaces (id) on delete cascade,
  user_id uuid not null references users (id) on delete cascade,
  version integer not null default 1,
  time_zone text not null,
  days jsonb not null,
  primary key (workspace_id, user_id)
);
--> statement-breakpoint
create table absences (
  id uuid primary key,
  workspace_id uuid not null references workspaces (id) on delete cascade,
  user_id uuid not null references users (id) on delete cascade,
  first_day date not null,
  last_day date not null,
  note text not null default '',
  created_at timestamptz(3) not null default now(),
  check (last_day >= first_day)
);
--> statement-breakpoint
create index absences_of_member on absences (workspace_id, user_id, last_day);
--> statement-breakpoint
-- Visits of administrators in a client's workspace: why, from when to when. Its owner may read them.
create table step_ins (
  id uuid primary key,
  workspace_id uuid not null references workspaces (id) on delete cascade,
  admin_id uuid not null references users (id) on delete cascade,
  session_id uuid not null,
  -- Where the administrator came from and goes back to.
  home_id uuid not null references workspaces (id) on delete cascade,
  reason text not null,
  started_at timestamptz(3) not null default now(),
  expires_at timestamptz(3) not null,
  ended_at timestamptz(3)
);
--> statement-breakpoint
create index step_ins_of_workspace on step_ins (workspace_id, id);
--> statement-breakpoint
create unique index step_ins_open on step_ins (session_id) where ended_at is null;
--> statement-breakpoint
-- Set while the session is on a visit: from `visit_until` on it is back in `home_id`, whatever else happens.
alter table sessions add column home_id uuid references workspaces (id) on delete cascade;
--> statement-breakpoint
alter table sessions add column visit_until timestamptz(3);
--> statement-breakpoint
alter table sessions add check ((home_id is null) = (visit_until is null));
--> statement-breakpoint
select build_wall(walled::regclass) from unnest(array[
  'onboardings', 'invitations', 'teams', 'team_members', 'working_hours', 'absences', 'step_ins'
]) as walled;
