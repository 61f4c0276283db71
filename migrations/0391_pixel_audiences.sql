-- Audiences of website tracking: contacts whose visits fulfil conditions.

-- Events of a visit, for audiences and for the steps of a visit. Visits have ids in the order of time, so it grows at its end.
create index pixel_events_visit on pixel_events (visit_id);

create table pixel_audiences (
  id uuid primary key,
  workspace_id uuid not null references workspaces (id) on delete cascade,
  site_id uuid not null references pixel_sites (id) on delete cascade,
  name text not null check (name <> ''),
  -- All of them hold; src/domains/pixel/contract/audiences.ts
  conditions jsonb not null,
  evaluated_at timestamptz(3),
  version integer not null default 1,
  created_at timestamptz(3) not null default now()
);
create unique index pixel_audiences_name on pixel_audiences (site_id, lower(name));
select build_wall('pixel_audiences');

create table pixel_audience_members (
  audience_id uuid not null references pixel_audiences (id) on delete cascade,
  contact_id uuid not null references contacts (id) on delete cascade,
  workspace_id uuid not null,
  entered_at timestamptz(3) not null default now(),
  primary key (audience_id, contact_id)
);
create index pixel_audience_members_newest on pixel_audience_members (audience_id, entered_at desc, contact_id desc);
create index pixel_audience_members_contact on pixel_audience_members (contact_id);
select build_wall('pixel_audience_members');
