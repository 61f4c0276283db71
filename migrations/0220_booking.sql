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
  -- Bookings of one host on one of their days; null is no limit.
  daily_limit integer check (daily_limit > 0),
  needs_approval boolean not null default false,
  is_active boolean not null default true,
  questions text[] not null default '{}',
  host_ids uuid[] not null,
  version integer not null default 1,
  created_at timestamptz(3) not null default now()
);
create unique index booking_types_slug on booking_types (slug);
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
  -- With the buffers.
  blocked_from timestamptz(3) not null,
  blocked_until timestamptz(3) not null,
  -- Grows with each change that the visitor's calendar must hear of.
  sequence integer not null default 0,
  reminded_at timestamptz(3),
  lead_id uuid,
  activity_id uuid,
  version integer not null default 1,
  created_at timestamptz(3) not null default now(),
  constraint bookings_no_overlap exclude using gist
    (workspace_id with =, host_id with =, tstzrange(blocked_from, blocked_until) with &&)
    where (state in ('pending', 'confirmed'))
);
create index bookings_by_start on bookings (workspace_id, start_at, id);
create index bookings_of_type on bookings (type_id);
create index bookings_to_remind on bookings (start_at) where state = 'confirmed' and reminded_at is null;
select build_wall('bookings');
select hide_private('bookings', 'lead_id', 'activity_id');
