-- Appointments that people outside book; see src/domains/booking.
create extension if not exists btree_gist;

create table booking_types (
  id uuid primary key,
  workspace_id uuid not null references workspaces (id) on delete cascade,
  -- In the public address, which names no workspace: unique in the installation.
  slug text collate "C" not null,
  name text not null check (name <> ''),
  description text not null default '',
  place text not null default '',
  duration_minutes integer not null check (duration_minutes between 1 and 720),
  step_minutes integer not null check (step_minutes between 1 and 720),
  buffer_before integer not null default 0 check (buffer_before between 0 and 240),
  buffer_after integer not null default 0 check (buffer_after between 0 and 240),
  notice_minutes integer not null default 0 check (notice_minutes >= 0),
  horizon_days integer not null default 30 check (horizon_days between 1 and 365),
  -- Bookings of one host on one of their days, and in one of their weeks; null is no limit.
  daily_limit integer check (daily_limit > 0),
  weekly_limit integer check (weekly_limit > 0),
  -- How hosts share the bookings; `all`: every host attends each one.
  assignment text not null default 'even' check (assignment in ('even', 'priority', 'least_busy', 'all')),
  -- In the order of their priority.
  host_ids uuid[] not null,
  needs_approval boolean not null default false,
  is_active boolean not null default true,
  -- [{ label, kind, required, options }]
  questions jsonb not null default '[]',
  phone text not null default 'optional' check (phone in ('off', 'optional', 'required')),
  -- Minutes before the start.
  reminders integer[] not null default '{}',
  text_reminders boolean not null default false,
  version integer not null default 1,
  created_at timestamptz(3) not null default now(),
  deleted_at timestamptz(3)
);
create unique index booking_types_slug on booking_types (slug) where deleted_at is null;
create index booking_types_workspace on booking_types (workspace_id, id);
select build_wall('booking_types');

-- When a person takes bookings: wall time and zone, so that nine o'clock stays nine o'clock.
create table booking_hours (
  workspace_id uuid not null references workspaces (id) on delete cascade,
  user_id uuid not null,
  zone text not null,
  weekly jsonb not null,
  overrides jsonb not null default '{}',
  primary key (workspace_id, user_id)
);
select build_wall('booking_hours');

create table bookings (
  id uuid primary key,
  workspace_id uuid not null references workspaces (id) on delete cascade,
  type_id uuid not null references booking_types (id) on delete cascade,
  -- The first of its hosts.
  host_id uuid not null,
  state text not null check (state in ('pending', 'confirmed', 'canceled', 'declined', 'no_show')),
  name text not null,
  email text not null,
  phone text not null default '',
  answers jsonb not null default '[]',
  -- The visitor's.
  zone text not null,
  start_at timestamptz(3) not null,
  end_at timestamptz(3) not null,
  -- Of the last invitation that went out; grows with each one. Null: none yet.
  sequence integer,
  wants_texts boolean not null default false,
  -- When the next reminder is due; null: none is.
  remind_at timestamptz(3),
  -- Why it was canceled, or moved.
  reason text not null default '',
  contact_id uuid,
  lead_id uuid,
  activity_id uuid,
  version integer not null default 1,
  created_at timestamptz(3) not null default now()
);
create index bookings_by_start on bookings (workspace_id, start_at, id);
create index bookings_of_type on bookings (type_id, host_id);
create index bookings_of_activity on bookings (activity_id) where activity_id is not null;
create index bookings_to_remind on bookings (remind_at) where remind_at is not null;
select build_wall('bookings');
select hide_private('bookings', 'contact_id', 'lead_id', 'activity_id');

-- Whose time a booking takes, with the buffers. It names no record, so everyone may know that the time is taken.
create table booking_hosts (
  workspace_id uuid not null references workspaces (id) on delete cascade,
  booking_id uuid not null references bookings (id) on delete cascade,
  host_id uuid not null,
  type_id uuid not null,
  start_at timestamptz(3) not null,
  blocked_from timestamptz(3) not null,
  blocked_until timestamptz(3) not null,
  is_open boolean not null default true,
  primary key (booking_id, host_id),
  constraint booking_hosts_no_overlap exclude using gist
    (workspace_id with =, host_id with =, tstzrange(blocked_from, blocked_until) with &&) where (is_open)
);
create index booking_hosts_busy on booking_hosts (workspace_id, host_id, blocked_until) where is_open;
select build_wall('booking_hosts');

-- The invitation that a mail carries: { method, text }.
alter table messages add column calendar jsonb;
