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
--> statement-breakpoint
create unique index sync_definitions_of_kind on sync_definitions (workspace_id, client_id, kind);
--> statement-breakpoint
create index sync_definitions_of_client on sync_definitions (client_id, kind);
--> statement-breakpoint
create index sync_definitions_due on sync_definitions (next_at) where state = 'on' and next_at is not null;
--> statement-breakpoint
-- Two records that are one. `ops_base` and `client_base` hold what each side was when they were last brought together:
-- a field has changed when it differs from its side's own base, so what a side writes in its own way never travels back.
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
--> statement-breakpoint
create unique index sync_links_client on sync_links (definition_id, client_record);
--> statement-breakpoint
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
--> statement-breakpoint
create index sync_runs_of_definition on sync_runs (definition_id, id);
--> statement-breakpoint
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
--> statement-breakpoint
create index sync_log_of_run on sync_log (run_id, id);
--> statement-breakpoint
create index sync_log_of_definition on sync_log (definition_id, id);
--> statement-breakpoint
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
--> statement-breakpoint
create unique index sync_conflicts_open on sync_conflicts (definition_id, ops_record);
--> statement-breakpoint
-- Records that changed since the last run of a definition that runs on changes.
create table sync_dirty (
  definition_id uuid not null references sync_definitions (id) on delete cascade,
  workspace_id uuid not null references workspaces (id) on delete cascade,
  side text not null check (side in ('ops', 'client')),
  record_id uuid not null,
  primary key (definition_id, side, record_id)
);
--> statement-breakpoint
select build_wall(walled::regclass) from unnest(array['sync_definitions', 'sync_links', 'sync_runs', 'sync_log', 'sync_conflicts', 'sync_dirty']) as walled;
