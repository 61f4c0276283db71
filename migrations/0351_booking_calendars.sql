-- Busy times from calendars elsewhere (ICS addresses), visitors who wait for a time, and times held while a visitor
-- fills in the form; see src/domains/booking.
create table booking_calendars (
  id uuid primary key,
  workspace_id uuid not null references workspaces (id) on delete cascade,
  user_id uuid not null,
  name text not null check (name <> ''),
  -- Sealed: who has the address can read the calendar.
  url text not null,
  -- Host of the address, for display.
  host text not null,
  etag text not null default '',
  events integer not null default 0,
  -- Events whose times could not be read.
  unread integer not null default 0,
  -- Why the last check failed; empty: it worked.
  problem text not null default '',
  failures integer not null default 0,
  read_at timestamptz(3),
  next_at timestamptz(3) not null default now(),
  created_at timestamptz(3) not null default now()
);
create index booking_calendars_owner on booking_calendars (workspace_id, user_id);
create index booking_calendars_due on booking_calendars (next_at);
select build_wall('booking_calendars');

create table booking_calendar_busy (
  workspace_id uuid not null references workspaces (id) on delete cascade,
  calendar_id uuid not null references booking_calendars (id) on delete cascade,
  user_id uuid not null,
  busy_from timestamptz(3) not null,
  busy_until timestamptz(3) not null
);
create index booking_calendar_busy_time on booking_calendar_busy (workspace_id, user_id, busy_until);
create index booking_calendar_busy_calendar on booking_calendar_busy (calendar_id);
select build_wall('booking_calendar_busy');

create table booking_holds (
  id uuid primary key,
  workspace_id uuid not null references workspaces (id) on delete cascade,
  type_id uuid not null references booking_types (id) on delete cascade,
  host_ids uuid[] not null,
  start_at timestamptz(3) not null,
  held_from timestamptz(3) not null,
  held_until timestamptz(3) not null,
  expires_at timestamptz(3) not null
);
create index booking_holds_workspace on booking_holds (workspace_id, expires_at);
create index booking_holds_expiry on booking_holds (expires_at);
select build_wall('booking_holds');

create table booking_waits (
  id uuid primary key,
  workspace_id uuid not null references workspaces (id) on delete cascade,
  type_id uuid not null references booking_types (id) on delete cascade,
  name text not null,
  email text not null,
  -- The visitor's.
  zone text not null,
  -- When they last heard of a free time.
  told_at timestamptz(3),
  created_at timestamptz(3) not null default now()
);
create unique index booking_waits_once on booking_waits (workspace_id, type_id, lower(email));
select build_wall('booking_waits');
