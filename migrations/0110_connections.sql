-- Services outside that are connected: their settings, secrets sealed. Rows without a workspace are the installation's,
-- which requests do not see.
create table connections (
  id uuid primary key,
  workspace_id uuid,
  version integer not null default 1,
  port text not null,
  provider text not null,
  name text not null,
  settings jsonb not null,
  secrets text not null,
  hints jsonb not null default '{}',
  state text not null default 'working' check (state in ('working', 'failing', 'paused')),
  position integer not null default 0,
  verified_at timestamptz(3),
  last_used_at timestamptz(3),
  last_error text,
  last_error_at timestamptz(3),
  created_by uuid,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now()
);
create index connections_port on connections (port, position, id);
create index connections_workspace on connections (workspace_id);
comment on column connections.secrets is 'The secret settings as JSON, sealed for this row';
comment on column connections.hints is 'Of each secret its last characters, where it is long enough to show them';
comment on column connections.position is 'Fall-back order within the workspace, or the installation, and the port';
select build_wall('connections');

create table connection_usage (
  connection_id uuid not null references connections on delete cascade,
  workspace_id uuid,
  month date not null,
  calls bigint not null default 0,
  failures bigint not null default 0,
  units numeric(24, 4) not null default 0,
  primary key (connection_id, month)
);
select build_wall('connection_usage');

-- Reports of services that were handled: each is handled once.
create table connection_events (
  connection_id uuid not null references connections on delete cascade,
  workspace_id uuid,
  event_id text not null,
  type text not null,
  received_at timestamptz(3) not null default now(),
  primary key (connection_id, event_id)
);
create index connection_events_received on connection_events (received_at);
select build_wall('connection_events');
