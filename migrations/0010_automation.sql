-- Actions that wait for approval, and what was decided. `version` and `state` together make sure that each is decided
-- once and runs once.
create table approvals (
  id uuid primary key,
  workspace_id uuid not null,
  version integer not null default 1,
  kind text not null,
  tab text not null check (tab in ('incoming', 'outgoing')),
  title text not null,
  why text not null default '',
  content jsonb not null,
  -- As it was asked for; null while nobody changed it.
  original jsonb,
  state text not null default 'pending' check (state in ('pending', 'approved', 'running', 'done', 'failed',
    'uncertain', 'rejected', 'expired', 'undone')),
  origin jsonb,
  subject_type text,
  subject_id text,
  -- Names the occasion: a second request under the same key is the same request.
  dedupe_key text,
  requested_by uuid,
  requested_at timestamptz(3) not null default now(),
  expires_at timestamptz(3),
  snoozed_until timestamptz(3),
  decided_by uuid,
  decided_at timestamptz(3),
  rule_id uuid,
  reason text not null default '',
  attempts integer not null default 0,
  error text,
  result jsonb,
  undo_until timestamptz(3),
  -- `search_text`: title, reason and content, folded as people search.
  cause jsonb,
  search_text text not null default ''
);
create index approvals_waiting on approvals (workspace_id, tab, requested_at, id) where state = 'pending';
create index approvals_decided on approvals (workspace_id, tab, decided_at desc, id desc) where state <> 'pending';
create index approvals_kind on approvals (workspace_id, kind, requested_at desc);
create index approvals_due on approvals (least(expires_at, snoozed_until)) where state = 'pending';
create unique index approvals_dedupe on approvals (workspace_id, kind, dedupe_key) where dedupe_key is not null;
create index approvals_latest on approvals (workspace_id, (coalesce(decided_at, expires_at, requested_at)) desc,
  id desc) where state <> 'pending';
comment on column approvals.content is 'Exactly what will be done; secrets in headers of calls as {"sealed": "v1.…"}';
comment on column approvals.original is 'As it was asked for, as in content; null while nobody changed it';
select build_wall('approvals');
select hide_private('approvals', 'subject_id');

create table approval_rules (
  id uuid primary key,
  workspace_id uuid not null,
  version integer not null default 1,
  name text not null,
  kind text not null,
  filter jsonb not null,
  daily_limit integer,
  active boolean not null default true,
  approved bigint not null default 0,
  created_by uuid,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now()
);
create index approval_rules_kind on approval_rules (workspace_id, kind);
select build_wall('approval_rules');

-- Automations. `draft` is what people edit, versions are what runs.
create table workflows (
  id uuid primary key,
  workspace_id uuid not null,
  version integer not null default 1,
  name text not null,
  description text not null default '',
  state text not null default 'off' check (state in ('off', 'on', 'paused')),
  -- Why it was paused, where nobody did it by hand.
  paused_reason text,
  draft jsonb not null,
  -- The version that new runs take; null before the first.
  published integer,
  -- Of the published version: what starts it.
  trigger_kind text,
  trigger_types text[] not null default '{}',
  -- Schedules: when it is due next.
  next_at timestamptz(3),
  -- Inbound webhooks: the secret part of the address, as a fingerprint to find it by and sealed to show it again.
  hook_hash text,
  hook_sealed text,
  runs_per_minute integer not null default 60,
  -- Rate guard: the theoretical arrival time of the next run (GCRA).
  arrival_at timestamptz(3),
  -- Starts that a guard refused, and why the last one was.
  blocked bigint not null default 0,
  blocked_at timestamptz(3),
  created_by uuid,
  created_at timestamptz(3) not null default now(),
  updated_by uuid,
  updated_at timestamptz(3) not null default now(),
  deleted_at timestamptz(3)
);
create index workflows_name on workflows (workspace_id, lower(name), id) where deleted_at is null;
create index workflows_trigger on workflows using gin (workspace_id, trigger_types) where deleted_at is null
  and state = 'on';
create unique index workflows_hook on workflows (hook_hash) where hook_hash is not null;
create index workflows_due on workflows (next_at) where deleted_at is null and state = 'on' and next_at is not null;
comment on column workflows.draft is 'As people draft it; secrets in headers as {"sealed": "v1.…"}';
select build_wall('workflows');

-- What was published, for ever: a run keeps the version that it started with.
create table workflow_versions (
  workspace_id uuid not null,
  workflow_id uuid not null references workflows (id) on delete cascade,
  number integer not null,
  definition jsonb not null,
  note text not null default '',
  published_by uuid,
  published_at timestamptz(3) not null default now(),
  primary key (workflow_id, number)
);
comment on column workflow_versions.definition is 'What runs; secrets in headers as {"sealed": "v1.…"}';
select build_wall('workflow_versions');

create table workflow_runs (
  id uuid primary key,
  workspace_id uuid not null,
  workflow_id uuid not null references workflows (id) on delete cascade,
  number integer not null,
  state text not null check (state in ('queued', 'running', 'waiting', 'succeeded', 'failed', 'cancelled', 'blocked')),
  -- What started it: kind, event, data.
  started_by jsonb not null,
  -- Names the occasion: the same one starts one run.
  occasion text not null,
  subject_type text,
  subject_id text,
  -- Workflows that led here, this one last.
  chain uuid[] not null default '{}',
  -- The step to do next; null when there is none.
  step_id text,
  -- What steps have brought so far, by their id.
  outputs jsonb not null default '{}',
  steps_done integer not null default 0,
  attempt integer not null default 0,
  -- When to go on; while it runs, until when it is taken for alive.
  wake_at timestamptz(3),
  -- The approval that it waits for.
  approval_id uuid,
  replay_of uuid,
  error text,
  created_by uuid,
  created_at timestamptz(3) not null default now(),
  finished_at timestamptz(3),
  -- The claim under which a run is worked on: a worker that lost its run to another leaves it alone.
  claim uuid
);
create unique index workflow_runs_occasion on workflow_runs (workflow_id, occasion);
create index workflow_runs_list on workflow_runs (workspace_id, id desc);
create index workflow_runs_of on workflow_runs (workflow_id, id desc);
create index workflow_runs_due on workflow_runs (wake_at) where state in ('queued', 'running', 'waiting');
create index workflow_runs_approval on workflow_runs (approval_id) where approval_id is not null;
create index workflow_runs_finished on workflow_runs (finished_at) where finished_at is not null;
select build_wall('workflow_runs');

-- Every step of every run, with what went in and what came out.
create table workflow_steps (
  workspace_id uuid not null,
  run_id uuid not null references workflow_runs (id) on delete cascade,
  seq integer not null,
  step_id text not null,
  kind text not null,
  state text not null check (state in ('running', 'waiting', 'done', 'failed', 'skipped')),
  input jsonb not null default '{}',
  output jsonb,
  -- The way that a branch took.
  port text,
  error text,
  attempts integer not null default 0,
  started_at timestamptz(3) not null default now(),
  finished_at timestamptz(3),
  primary key (run_id, seq)
);
comment on column workflow_steps.input is 'What the step was given; secrets in headers as {"sealed": "v1.…"}';
select build_wall('workflow_steps');

-- Where events are sent.
create table webhook_endpoints (
  id uuid primary key,
  workspace_id uuid not null,
  version integer not null default 1,
  url text not null,
  description text not null default '',
  types text[] not null,
  state text not null default 'on' check (state in ('on', 'off', 'disabled')),
  disabled_reason text,
  -- Sealed; the previous one signs as well until its end.
  secret text not null,
  previous_secret text,
  previous_until timestamptz(3),
  failing_since timestamptz(3),
  last_delivered_at timestamptz(3),
  created_by uuid,
  created_at timestamptz(3) not null default now(),
  -- An endpoint that did not answer rests: its messages wait and hold up no others.
  rest_until timestamptz
);
create index webhook_endpoints_workspace on webhook_endpoints (workspace_id, id);
select build_wall('webhook_endpoints');

create table webhook_messages (
  id uuid primary key,
  workspace_id uuid not null,
  endpoint_id uuid not null references webhook_endpoints (id) on delete cascade,
  -- The event that it tells of; null for a test. Told once.
  event_id bigint,
  type text not null,
  payload jsonb not null,
  state text not null default 'pending' check (state in ('pending', 'delivered', 'failed')),
  attempts integer not null default 0,
  next_at timestamptz(3) default now(),
  last_status integer,
  last_error text,
  created_at timestamptz(3) not null default now()
);
create unique index webhook_messages_event on webhook_messages (endpoint_id, event_id) where event_id is not null;
create index webhook_messages_log on webhook_messages (endpoint_id, id desc);
create index webhook_messages_due on webhook_messages (next_at) where state = 'pending';
create index webhook_messages_age on webhook_messages (created_at);
select build_wall('webhook_messages');

create table webhook_attempts (
  workspace_id uuid not null,
  message_id uuid not null references webhook_messages (id) on delete cascade,
  number integer not null,
  at timestamptz(3) not null default now(),
  duration_ms integer not null,
  status integer,
  error text,
  request_headers jsonb not null,
  response_headers jsonb not null default '{}',
  response_body text not null default '',
  primary key (message_id, number)
);
select build_wall('webhook_attempts');
