-- Questions before the calendar that lead visitors to the right booking type; see src/domains/booking.
create table booking_routes (
  id uuid primary key,
  workspace_id uuid not null references workspaces (id) on delete cascade,
  -- In the public address, which names no workspace: unique in the installation.
  slug text collate "C" not null,
  title text not null check (title <> ''),
  description text not null default '',
  -- [{ label, options }]
  questions jsonb not null,
  -- [{ answers: [option or null for any], target }], tried in order
  rules jsonb not null,
  -- { typeId } or { message }
  fallback jsonb not null,
  is_active boolean not null default true,
  version integer not null default 1,
  created_at timestamptz(3) not null default now()
);
create unique index booking_routes_slug on booking_routes (slug);
create index booking_routes_workspace on booking_routes (workspace_id, id);
select build_wall('booking_routes');
