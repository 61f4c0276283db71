create extension if not exists pg_trgm;
create extension if not exists btree_gin;

-- Requests run as `gauntlet_app`, in workspaces with private records as `gauntlet_reader`: neither owns anything, so
-- row-level security binds them. Roles belong to the whole server: another database may have made them, or may be
-- making them at this moment.
do $$
declare
  name text;
begin
  foreach name in array array['gauntlet_app', 'gauntlet_reader'] loop
    begin
      execute format('create role %I nologin', name);
    exception
      when duplicate_object or unique_violation then null;
    end;
    -- From PostgreSQL 16 on, creating a role does not by itself allow `set role` to it.
    begin
      execute format('grant %I to %I', name, current_user);
    exception
      when others then null;
    end;
  end loop;
  if not pg_has_role('gauntlet_reader', 'gauntlet_app', 'usage') then
    begin
      grant gauntlet_app to gauntlet_reader;
    exception
      when unique_violation then null;
    end;
  end if;
end
$$;

grant usage on schema public to gauntlet_app;

-- Records that only some people may see as a whole (docs/decisions/0018). The owner and the creator are always among
-- the readers. A row outlives its record, for what still refers to it.
create table private_records (
  record_id uuid primary key,
  workspace_id uuid not null,
  kind text not null check (kind in ('lead', 'opportunity')),
  readers uuid[] not null,
  -- Since when every reader is deactivated or gone. Where that lasts, whoever runs the workspace sees the record
  -- (docs/decisions/0018).
  lonely_since timestamptz(3)
);
create index private_records_of_workspace on private_records (workspace_id);
select build_wall('private_records');

-- Workspaces that have had a private record. All others are served by a role that no further policy binds, at no cost.
create table hiding_workspaces (
  workspace_id uuid primary key
);
select build_wall('hiding_workspaces');

-- Events, written in the transaction in which they happened (an outbox). `xid` orders them for subscribers: ids are
-- given out before the commit, so a lower id may become visible after a higher one; see
-- src/server/events/subscribers.ts.
create table events (
  id bigint generated always as identity primary key,
  xid xid8 not null default pg_current_xact_id(),
  workspace_id uuid not null,
  type text not null,
  subject_type text,
  subject_id text,
  actor_id uuid,
  actor_kind text not null,
  at timestamptz(3) not null default now(),
  data jsonb not null default '{}',
  paths text[] not null default '{}',
  -- The chain of workflows that led to the event; loops are found by it.
  cause jsonb
);
create index events_order on events (xid, id);
create index events_subject on events (workspace_id, subject_type, subject_id, id);
select build_wall('events');
revoke update, delete on events from gauntlet_app;
-- Events of a hidden record are hidden. Whoever reassigns a record that they do not see may still write the event.
select hide_private('events', 'subject_id');
alter policy private_records on events with check (true);

-- How far each subscriber has come: everything up to (xid, id) is handled.
create table event_cursors (
  subscriber text primary key,
  xid xid8 not null,
  event_id bigint not null,
  failures integer not null default 0,
  retry_at timestamptz(3),
  updated_at timestamptz(3) not null default now()
);

-- Events that a subscriber failed on. They are tried again beside the others.
create table event_failures (
  subscriber text not null,
  event_id bigint not null references events (id) on delete cascade,
  error text not null,
  at timestamptz(3) not null default now(),
  tries integer not null default 8,
  -- Null: the event rests until an administrator decides.
  retry_at timestamptz(3),
  primary key (subscriber, event_id)
);
create index event_failures_due on event_failures (subscriber, retry_at) where retry_at is not null;
create index event_failures_event on event_failures (event_id);

-- Events that belong to no history of a record are deleted after a while, in the order of their ids; this row says how
-- far that has come. No row: not begun.
create table event_horizon (
  id boolean primary key default true check (id),
  -- Every event up to this id is either gone or part of a history.
  looked_to bigint not null default 0,
  -- A browser that last heard of a transaction up to this one may have missed deleted events.
  forgotten_xid xid8 not null default '0'
);
grant select on event_horizon to gauntlet_app;

-- Jobs as people see them. The queue (pg-boss) only delivers; this row is the truth about a job.
create table jobs (
  id uuid primary key,
  workspace_id uuid not null,
  kind text not null,
  title text not null,
  payload jsonb not null,
  state text not null check (state in ('queued', 'running', 'succeeded', 'failed', 'cancelled')),
  done bigint not null default 0,
  total bigint,
  message text,
  result jsonb,
  error text,
  checkpoint jsonb,
  -- The queue's entry that may start the job; any other is out of date.
  delivery_id uuid not null,
  -- How often it was started; the number also fences off a worker that lost the job to another.
  attempts integer not null default 0,
  failures integer not null default 0,
  interruptions integer not null default 0,
  cancel_requested boolean not null default false,
  -- Number of the process that works on it.
  node integer,
  created_by uuid,
  created_at timestamptz(3) not null default now(),
  started_at timestamptz(3),
  heartbeat_at timestamptz(3),
  finished_at timestamptz(3)
);
create index jobs_tray on jobs (workspace_id, created_by, created_at desc, id desc);
create index jobs_open on jobs (state) where state in ('queued', 'running');
create index jobs_finished on jobs (finished_at) where finished_at is not null;
-- Administrators list the jobs of all workspaces by state, the newest first.
create index jobs_by_state on jobs (state, id desc);
select build_wall('jobs');
revoke delete on jobs from gauntlet_app;

-- Work that comes back on a schedule: one row for each kind, for the whole installation. Who works on it, and when it
-- is due next, stands here, so that any number of processes run it once.
create table recurring_jobs (
  name text primary key,
  -- The schedule that next_at was made from; another one in the code makes a new time.
  schedule text not null,
  next_at timestamptz(3) not null,
  -- Number of the process that works on it; null while nobody does.
  node integer,
  started_at timestamptz(3),
  heartbeat_at timestamptz(3),
  -- The last run that ended, however it ended.
  last_due_at timestamptz(3),
  last_finished_at timestamptz(3),
  last_duration_ms integer,
  last_error text,
  -- Runs that failed since the last that did not.
  failures integer not null default 0,
  runs bigint not null default 0,
  -- Set by administrators. `run_once` runs paused work all the same.
  paused boolean not null default false,
  run_once boolean not null default false
);

-- The audit log: who did what. Rows are added and never changed, whoever asks, the owner of the table included.
create table audit_log (
  id bigint generated always as identity primary key,
  workspace_id uuid,
  at timestamptz(3) not null default now(),
  action text not null,
  actor_id uuid,
  actor_kind text not null,
  subject_type text,
  subject_id text,
  details jsonb not null default '{}',
  request_id text
);
create index audit_log_workspace on audit_log (workspace_id, id);
create index audit_log_subject on audit_log (subject_type, subject_id, id);
select build_wall('audit_log');
revoke update, delete on audit_log from gauntlet_app;
select hide_private('audit_log', 'subject_id');
create trigger audit_log_append_only before update or delete on audit_log for each row
  execute function refuse_audit_change();
create trigger audit_log_no_truncate before truncate on audit_log for each statement
  execute function refuse_audit_change();
-- A subscription or a replica must not get around it either.
alter table audit_log enable always trigger audit_log_append_only;
alter table audit_log enable always trigger audit_log_no_truncate;

-- Mails that the embedded provider kept instead of sending. Of the whole installation: a password reset has no
-- workspace.
create table mail_outbox (
  id uuid primary key,
  message_id text not null,
  sender jsonb not null,
  recipients jsonb not null,
  reply_to jsonb,
  subject text not null,
  text text,
  html text,
  headers jsonb not null,
  attachments jsonb not null,
  kept_at timestamptz(3) not null default now()
);
create index mail_outbox_kept on mail_outbox (kept_at desc, id desc);

-- Counters of attempts in a window, shared by all nodes: `sign-in:account:…`, `reset:address:…`.
create table throttles (
  key text primary key,
  count integer not null,
  reset_at timestamptz(3) not null
);

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
-- Kept by the request's own transaction, which runs under the app role.
grant select, insert, update on idempotency_keys to gauntlet_app;

-- Reports of browsers, one row for equal ones. Nothing in them is about a person.
create table client_reports (
  id uuid primary key,
  -- SHA-256 over what makes two reports the same.
  fingerprint text not null unique,
  kind text not null check (kind in ('altered', 'framed', 'injected', 'error', 'policy')),
  detail text not null,
  -- Address inside the product without what names a record.
  page text not null,
  browser text not null,
  build text not null,
  count bigint not null default 1,
  first_at timestamptz(3) not null default now(),
  last_at timestamptz(3) not null default now()
);
