-- Exports of clients: rows of the operations workspace, the files in the store.
create table client_exports (
  id uuid primary key,
  workspace_id uuid not null references workspaces (id) on delete cascade,
  client_id uuid not null references workspaces (id) on delete cascade,
  job_id uuid not null,
  requested_by uuid references users (id) on delete set null,
  created_at timestamptz(3) not null default now(),
  -- The rest is there once the file is.
  storage_key text,
  size bigint,
  sha256 text,
  record_count bigint,
  file_count integer,
  ready_at timestamptz(3),
  expires_at timestamptz(3)
);
create index client_exports_of_client on client_exports (client_id, id);
create index client_exports_expiring on client_exports (expires_at) where storage_key is not null;
select build_wall('client_exports');

-- How the services of a workspace have been: one row for each time in which one stayed the same.
create table service_states (
  id uuid primary key,
  workspace_id uuid not null references workspaces (id) on delete cascade,
  service text not null,
  status text not null check (status in ('active', 'inactive', 'pending', 'warning', 'error')),
  detail text not null,
  started_at timestamptz(3) not null default now(),
  -- Null: it is so now.
  ended_at timestamptz(3)
);
create unique index service_states_now on service_states (workspace_id, service) where ended_at is null;
create index service_states_troubles on service_states (workspace_id, id) where status in ('warning', 'error');
create index service_states_past on service_states (ended_at) where ended_at is not null;
select build_wall('service_states');

-- What flows between a client's workspace and the operations workspace. All rows belong to the operations workspace.
create table sync_definitions (
  id uuid primary key,
  workspace_id uuid not null references workspaces (id) on delete cascade,
  client_id uuid not null references workspaces (id) on delete cascade,
  version integer not null default 1,
  kind text not null check (kind in ('contact', 'company', 'lead', 'opportunity', 'activity')),
  direction text not null check (direction in ('to_ops', 'to_client', 'both')),
  -- Who wins where both sides changed the same field.
  conflict_rule text not null check (conflict_rule in ('newest', 'ops', 'client', 'ask')),
  -- Pairs of fields: [{ops, client}].
  mapping jsonb not null,
  -- Which records that are not linked yet take part; null: all. Judged on the side that they come from.
  filter jsonb,
  schedule text not null check (schedule in ('manual', 'change', 'hourly', 'daily')),
  state text not null default 'on' check (state in ('on', 'paused')),
  next_at timestamptz(3),
  created_by uuid references users (id) on delete set null,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now()
);
create unique index sync_definitions_of_kind on sync_definitions (workspace_id, client_id, kind);
create index sync_definitions_of_client on sync_definitions (client_id, kind);
create index sync_definitions_due on sync_definitions (next_at) where state = 'on' and next_at is not null;
select build_wall('sync_definitions');

-- Two records that are one. `ops_base` and `client_base` hold what each side was when they were last brought together:
-- a field has changed when it differs from its side's own base, so what a side writes in its own way never travels
-- back.
create table sync_links (
  definition_id uuid not null references sync_definitions (id) on delete cascade,
  workspace_id uuid not null references workspaces (id) on delete cascade,
  ops_record uuid not null,
  client_record uuid not null,
  ops_version integer not null,
  client_version integer not null,
  -- Of the definition when they were last compared: after a change of its rules each pair is looked at again.
  definition_version integer not null,
  ops_base jsonb not null,
  client_base jsonb not null,
  linked_at timestamptz(3) not null default now(),
  primary key (definition_id, ops_record)
);
create unique index sync_links_client on sync_links (definition_id, client_record);
select build_wall('sync_links');

create table sync_runs (
  id uuid primary key,
  workspace_id uuid not null references workspaces (id) on delete cascade,
  definition_id uuid not null references sync_definitions (id) on delete cascade,
  job_id uuid,
  cause text not null check (cause in ('manual', 'schedule', 'change')),
  dry boolean not null default false,
  state text not null default 'queued' check (state in ('queued', 'running', 'done', 'failed')),
  looked_at integer not null default 0,
  created integer not null default 0,
  updated integer not null default 0,
  linked integer not null default 0,
  conflicts integer not null default 0,
  errors integer not null default 0,
  error text,
  requested_by uuid references users (id) on delete set null,
  created_at timestamptz(3) not null default now(),
  finished_at timestamptz(3)
);
create index sync_runs_of_definition on sync_runs (definition_id, id);
select build_wall('sync_runs');

create table sync_log (
  id bigint generated always as identity primary key,
  workspace_id uuid not null references workspaces (id) on delete cascade,
  definition_id uuid not null references sync_definitions (id) on delete cascade,
  -- Null for what a person decided in the queue of conflicts.
  run_id uuid references sync_runs (id) on delete cascade,
  at timestamptz(3) not null default now(),
  action text not null check (action in ('create', 'update', 'link', 'conflict', 'error')),
  -- The side that was written to; null where neither was.
  side text check (side in ('ops', 'client')),
  ops_record uuid,
  client_record uuid,
  title text not null,
  -- [{label, before, after}]
  changes jsonb not null default '[]',
  note text
);
create index sync_log_of_run on sync_log (run_id, id);
create index sync_log_of_definition on sync_log (definition_id, id);
select build_wall('sync_log');
select hide_private('sync_log', 'ops_record', 'client_record');

create table sync_conflicts (
  id uuid primary key,
  workspace_id uuid not null references workspaces (id) on delete cascade,
  definition_id uuid not null references sync_definitions (id) on delete cascade,
  ops_record uuid not null,
  client_record uuid not null,
  title text not null,
  -- [{pair, label, ops, client}]
  fields jsonb not null,
  created_at timestamptz(3) not null default now()
);
create unique index sync_conflicts_open on sync_conflicts (definition_id, ops_record);
select build_wall('sync_conflicts');
select hide_private('sync_conflicts', 'ops_record', 'client_record');

-- Records that changed since the last run of a definition that runs on changes.
create table sync_dirty (
  definition_id uuid not null references sync_definitions (id) on delete cascade,
  workspace_id uuid not null references workspaces (id) on delete cascade,
  side text not null check (side in ('ops', 'client')),
  record_id uuid not null,
  -- Workflows that led to the change: those of both sides would otherwise trigger each other endlessly.
  chain text[] not null default '{}',
  primary key (definition_id, side, record_id)
);
select build_wall('sync_dirty');
