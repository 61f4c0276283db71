-- Templates of whole workspaces, what they stamped where, and the onboarding of clients.
create table workspace_templates (
  id uuid primary key,
  workspace_id uuid not null,
  version integer not null default 1,
  name text not null,
  -- Folded name: one living template of a name, and the order of the list.
  name_key text collate "C" not null,
  summary text not null default '',
  industry text not null default '',
  content jsonb not null,
  -- Of the latest content.
  number integer not null default 1,
  -- Name of the template that it was made from, where there is one.
  based_on text,
  archived_at timestamptz(3),
  created_by uuid,
  created_at timestamptz(3) not null default now(),
  updated_by uuid,
  updated_at timestamptz(3) not null default now()
);
create unique index workspace_templates_name on workspace_templates (workspace_id, name_key) where archived_at is null;
create index workspace_templates_list on workspace_templates (workspace_id, name_key, id);
select build_wall('workspace_templates');

create table workspace_template_versions (
  workspace_id uuid not null,
  template_id uuid not null references workspace_templates (id) on delete cascade,
  number integer not null,
  content jsonb not null,
  note text not null default '',
  created_by uuid,
  created_at timestamptz(3) not null default now(),
  primary key (template_id, number)
);
select build_wall('workspace_template_versions');

-- A template in a workspace. It keeps the content that it was stamped from, so that it can go on after a restart.
create table template_installs (
  id uuid primary key,
  workspace_id uuid not null,
  -- Name of a shipped template, or id of an own one.
  template_ref text not null,
  template_name text not null,
  number integer not null,
  content jsonb not null,
  parts text[] not null,
  -- Parts that are through, of the act under way: stamping or undoing.
  done_parts text[] not null default '{}',
  state text not null default 'queued' check (state in ('queued', 'running', 'done', 'failed', 'undoing', 'undone')),
  -- What is being done, or was done last.
  act text not null default 'apply' check (act in ('apply', 'undo')),
  -- Keys that are removed although people use them.
  insist text[] not null default '{}',
  error text,
  created_by uuid,
  created_at timestamptz(3) not null default now(),
  finished_at timestamptz(3)
);
create unique index template_installs_living on template_installs (workspace_id, template_ref) where state <> 'undone';
create index template_installs_list on template_installs (id desc);
select build_wall('template_installs');

create table template_stamps (
  id uuid primary key,
  workspace_id uuid not null,
  install_id uuid not null references template_installs (id) on delete cascade,
  part text not null,
  key text not null,
  label text not null,
  -- What it became: a kind of record for examples, else the part's own thing.
  kind text not null,
  record_id uuid,
  -- Version in which it was left: a higher one means that someone changed it since.
  record_version integer,
  state text not null check (state in ('made', 'present', 'failed', 'removed', 'kept')),
  note text not null default '',
  created_at timestamptz(3) not null default now()
);
create unique index template_stamps_key on template_stamps (install_id, part, key);
create index template_stamps_record on template_stamps (workspace_id, record_id) where record_id is not null;
select build_wall('template_stamps');
select hide_private('template_stamps', 'record_id');

-- One for each client, in the client's workspace.
create table client_onboardings (
  workspace_id uuid primary key,
  version integer not null default 1,
  template_name text not null,
  -- Who of the agency looks after it.
  owner_id uuid,
  -- The first day on which an open step is due; null when none is open.
  next_due date,
  last_move_at timestamptz(3) not null default now(),
  reminded_at timestamptz(3),
  finished_at timestamptz(3),
  started_by uuid,
  started_at timestamptz(3) not null default now()
);
create index client_onboardings_order on client_onboardings ((finished_at is not null), next_due, workspace_id);
select build_wall('client_onboardings');

create table client_onboarding_steps (
  workspace_id uuid not null,
  key text not null,
  position integer not null,
  title text not null,
  text text not null default '',
  audience text not null check (audience in ('client', 'agency')),
  link text,
  rule text,
  due_on date not null,
  state text not null default 'open' check (state in ('open', 'done', 'skipped')),
  done_at timestamptz(3),
  -- Null when it happened by itself.
  done_by uuid,
  primary key (workspace_id, key)
);
create index client_onboarding_steps_waiting on client_onboarding_steps (workspace_id, rule) where state = 'open'
  and rule is not null;
select build_wall('client_onboarding_steps');
