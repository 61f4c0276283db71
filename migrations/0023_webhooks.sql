-- Who is told of what happens here.
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
  created_at timestamptz(3) not null default now()
);
--> statement-breakpoint
create index webhook_endpoints_workspace on webhook_endpoints (workspace_id, id);
--> statement-breakpoint
select build_wall('webhook_endpoints');
--> statement-breakpoint
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
--> statement-breakpoint
create unique index webhook_messages_event on webhook_messages (endpoint_id, event_id) where event_id is not null;
--> statement-breakpoint
create index webhook_messages_log on webhook_messages (endpoint_id, id desc);
--> statement-breakpoint
create index webhook_messages_due on webhook_messages (next_at) where state = 'pending';
--> statement-breakpoint
create index webhook_messages_age on webhook_messages (created_at);
--> statement-breakpoint
select build_wall('webhook_messages');
--> statement-breakpoint
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
--> statement-breakpoint
select build_wall('webhook_attempts');
