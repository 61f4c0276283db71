-- Teams of agents, their runs, and every step of a run.

create table agent_teams (
  id uuid primary key,
  workspace_id uuid not null references workspaces (id) on delete cascade,
  name text not null check (length(name) between 1 and 100),
  description text not null default '',
  starter text,
  agents jsonb not null,
  limits jsonb not null,
  version integer not null default 1,
  created_by uuid references users (id) on delete set null,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now()
);
create index agent_teams_workspace on agent_teams (workspace_id, id);
create index agent_teams_created_by on agent_teams (created_by);
comment on column agent_teams.agents is 'The graph: agents with their hand-offs; the first one begins';
select build_wall('agent_teams');

create table agent_runs (
  id uuid primary key,
  workspace_id uuid not null references workspaces (id) on delete cascade,
  team_id uuid references agent_teams (id) on delete set null,
  team_name text not null,
  agents jsonb not null,
  limits jsonb not null,
  brief text not null default '',
  record_type text,
  record_id uuid,
  record_name text not null default '',
  state text not null check (state in ('queued', 'running', 'waiting', 'paused', 'done', 'failed', 'stopped')),
  agent_id text,
  steps integer not null default 0 check (steps >= 0),
  tokens integer not null default 0 check (tokens >= 0),
  credits numeric(18, 4) not null default 0 check (credits >= 0),
  cost numeric(16, 6) not null default 0 check (cost >= 0),
  worked_ms bigint not null default 0 check (worked_ms >= 0),
  error text not null default '',
  replay_of uuid references agent_runs (id) on delete cascade,
  job_id uuid,
  started_by uuid references users (id) on delete set null,
  started_name text not null default '',
  created_at timestamptz(3) not null default now(),
  ended_at timestamptz(3)
);
create index agent_runs_workspace on agent_runs (workspace_id, id);
create index agent_runs_team on agent_runs (team_id, id);
create index agent_runs_replay on agent_runs (replay_of);
create index agent_runs_record on agent_runs (record_id) where record_id is not null;
create index agent_runs_started_by on agent_runs (started_by);
comment on column agent_runs.agents is 'The graph as it was when the run began';
comment on column agent_runs.agent_id is 'Whose turn it is; null: nobody''s any more';
comment on column agent_runs.cost is 'US dollars of calls whose model has a price';
comment on column agent_runs.worked_ms is 'Without the time in which it waited or was paused';
select build_wall('agent_runs');
select hide_private('agent_runs', 'record_id');

create table agent_steps (
  id uuid primary key,
  workspace_id uuid not null references workspaces (id) on delete cascade,
  run_id uuid not null references agent_runs (id) on delete cascade,
  position integer not null check (position > 0),
  agent_id text not null,
  kind text not null check (kind in ('work', 'act')),
  title text not null,
  state text not null check (state in ('running', 'waiting', 'ready', 'done', 'rejected', 'failed', 'skipped')),
  attempts integer not null default 1,
  input jsonb not null,
  output jsonb,
  error text not null default '',
  assistant_run_id uuid,
  approval_id uuid references approvals (id) on delete set null,
  is_counted boolean not null default false,
  tokens integer not null default 0,
  credits numeric(18, 4) not null default 0,
  cost numeric(16, 6),
  ms integer not null default 0,
  record_type text,
  record_id uuid,
  record_name text not null default '',
  created_at timestamptz(3) not null default now(),
  ended_at timestamptz(3),
  unique (run_id, position)
);
create index agent_steps_approval on agent_steps (approval_id) where approval_id is not null;
comment on column agent_steps.is_counted is 'Whether the tokens of the assistant''s run are counted';
comment on column agent_steps.input is 'Written before the step acts: what an agent reads, or the call that an act makes';
select build_wall('agent_steps');
select hide_with('agent_steps', 'run_id', 'agent_runs');
