-- Calendars that are connected by CalDAV (RFC 4791), and the bookings that are written into them.
alter table booking_calendars
  add column kind text not null default 'ics' check (kind in ('ics', 'caldav')),
  add column username text not null default '',
  -- Sealed; empty for ICS addresses.
  add column secret text not null default '',
  -- Bookings of the owner are written into it.
  add column writes boolean not null default false;

-- What was written, so that it can be changed and taken out again.
create table booking_calendar_events (
  workspace_id uuid not null references workspaces (id) on delete cascade,
  booking_id uuid not null references bookings (id) on delete cascade,
  calendar_id uuid not null references booking_calendars (id) on delete cascade,
  primary key (booking_id, calendar_id)
);
create index booking_calendar_events_calendar on booking_calendar_events (calendar_id);
create index booking_calendar_events_workspace on booking_calendar_events (workspace_id);
select build_wall('booking_calendar_events');
