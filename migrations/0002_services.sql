-- Events: what happened, written in the transaction in which it happened (an outbox). `xid` orders them for subscribers:
-- ids are given out before commit, so a lower id may become visible after a higher one; see src/server/events/subscribers.ts.
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
  paths text[] not null default '{}'
);
--> statement-breakpoint
create index events_order on events (xid, id);
--> statement-breakpoint
create index events_subject on events (workspace_id, subject_type, subject_id, id);
--> statement-breakpoint
select build_wall('events');
--> statement-breakpoint
revoke update, delete on events from gauntlet_app;
--> statement-breakpoint
-- How far each subscriber has come: everything up to (xid, id) is handled.
create table event_cursors (
  subscriber text primary key,
  xid xid8 not null,
  event_id bigint not null,
  failures integer not null default 0,
  retry_at timestamptz(3),
  updated_at timestamptz(3) not null default now()
);
--> statement-breakpoint
-- Events that a subscriber gave up on: kept, so that nothing is lost in silence.
create table event_failures (
  subscriber text not null,
  event_id bigint not null references events (id) on delete cascade,
  error text not null,
  at timestamptz(3) not null default now(),
  primary key (subscriber, event_id)
);
--> statement-breakpoint
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
--> statement-breakpoint
create index jobs_tray on jobs (workspace_id, created_by, created_at desc, id desc);
--> statement-breakpoint
create index jobs_open on jobs (state) where state in ('queued', 'running');
--> statement-breakpoint
create index jobs_finished on jobs (finished_at) where finished_at is not null;
--> statement-breakpoint
select build_wall('jobs');
--> statement-breakpoint
revoke delete on jobs from gauntlet_app;
--> statement-breakpoint
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
--> statement-breakpoint
create index audit_log_workspace on audit_log (workspace_id, id);
--> statement-breakpoint
create index audit_log_subject on audit_log (subject_type, subject_id, id);
--> statement-breakpoint
create function refuse_audit_change() returns trigger
language plpgsql
as $$
begin
  raise exception 'The audit log is append-only: % is not allowed', lower(tg_op) using errcode = 'insufficient_privilege';
end
$$;
--> statement-breakpoint
create trigger audit_log_append_only before update or delete on audit_log for each row execute function refuse_audit_change();
--> statement-breakpoint
create trigger audit_log_no_truncate before truncate on audit_log for each statement execute function refuse_audit_change();
--> statement-breakpoint
-- A subscription or a replica must not get around it either.
alter table audit_log enable always trigger audit_log_append_only;
--> statement-breakpoint
alter table audit_log enable always trigger audit_log_no_truncate;
--> statement-breakpoint
select build_wall('audit_log');
--> statement-breakpoint
revoke update, delete on audit_log from gauntlet_app;
--> statement-breakpoint
-- Mails that the embedded provider kept instead of sending. Of the whole installation: a password reset has no workspace.
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
--> statement-breakpoint
create index mail_outbox_kept on mail_outbox (kept_at desc, id desc);
