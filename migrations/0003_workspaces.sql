-- Answers and drafts of the registration wizard, so that it goes on where it was left.
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
select build_wall('onboardings');

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
  revoked_at timestamptz(3),
  -- When mailing the invitation was given up because no mail server took it.
  unsent_at timestamptz(3)
);
create unique index invitations_token on invitations (token_hash);
-- One open invitation of an address into a workspace.
create unique index invitations_open on invitations (workspace_id, email_key) where accepted_at is null
  and revoked_at is null;
create index invitations_newest on invitations (workspace_id, id);
create index invitations_waiting on invitations (invited_by) where sent_at is null;
select build_wall('invitations');

create table teams (
  id uuid primary key,
  workspace_id uuid not null references workspaces (id) on delete cascade,
  version integer not null default 1,
  name text not null,
  name_key text not null,
  created_at timestamptz(3) not null default now()
);
create unique index teams_name on teams (workspace_id, name_key);
select build_wall('teams');

create table team_members (
  workspace_id uuid not null references workspaces (id) on delete cascade,
  team_id uuid not null references teams (id) on delete cascade,
  user_id uuid not null references users (id) on delete cascade,
  primary key (team_id, user_id)
);
create index team_members_user on team_members (workspace_id, user_id);
select build_wall('team_members');

-- When a member usually works: for each day of the week, Monday first, spans of minutes after midnight in their zone.
create table working_hours (
  workspace_id uuid not null references workspaces (id) on delete cascade,
  user_id uuid not null references users (id) on delete cascade,
  version integer not null default 1,
  time_zone text not null,
  days jsonb not null,
  primary key (workspace_id, user_id)
);
select build_wall('working_hours');

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
create index absences_of_member on absences (workspace_id, user_id, last_day);
select build_wall('absences');

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
create index step_ins_of_workspace on step_ins (workspace_id, id);
create unique index step_ins_open on step_ins (session_id) where ended_at is null;
select build_wall('step_ins');
