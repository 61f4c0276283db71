-- What an event was caused by, where it was an automation: the chain of workflows that led to it. Loops are found by it.
alter table events add column cause jsonb;
--> statement-breakpoint
-- `search_text`: title, reason and content, folded as people search.
alter table approvals add column cause jsonb, add column search_text text not null default '';
--> statement-breakpoint
-- Workflows: what happens by itself. `draft` is what people work on, versions are what runs.
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
--> statement-breakpoint
create index workflows_name on workflows (workspace_id, lower(name), id) where deleted_at is null;
--> statement-breakpoint
create index workflows_trigger on workflows using gin (workspace_id, trigger_types) where deleted_at is null and state = 'on';
--> statement-breakpoint
create unique index workflows_hook on workflows (hook_hash) where hook_hash is not null;
--> statement-breakpoint
create index workflows_due on workflows (next_at) where deleted_at is null and state = 'on' and next_at is not null;
--> statement-breakpoint
select build_wall('workflows');
--> statement-breakpoint
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
--> statement-breakpoint
select build_wall('workflow_versions');
--> statement-breakpoint
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
  finished_at timestamptz(3)
);
--> statement-breakpoint
create unique index workflow_runs_occasion on workflow_runs (workflow_id, occasion);
--> statement-breakpoint
create index workflow_runs_list on workflow_runs (workspace_id, id desc);
--> statement-breakpoint
create index workflow_runs_of on workflow_runs (workflow_id, id desc);
--> statement-breakpoint
create index workflow_runs_due on workflow_runs (wake_at) where state in ('queued', 'running', 'waiting');
--> statement-breakpoint
create index workflow_runs_approval on workflow_runs (approval_id) where approval_id is not null;
--> statement-breakpoint
create index workflow_runs_finished on workflow_runs (finished_at) where finished_at is not null;
--> statement-breakpoint
select build_wall('workflow_runs');
--> statement-breakpoint
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
--> statement-breakpoint
select build_wall('workflow_steps');
