-- Website tracking; see src/domains/pixel. Events are written in batches by one statement for each table, so the tables
-- that they go to have as few indexes as their reports need, and no foreign keys: those cost more than the row.

-- A website whose visits are counted.
create table pixel_sites (
  id uuid primary key,
  workspace_id uuid not null references workspaces (id) on delete cascade,
  name text not null check (name <> ''),
  -- In the address of the snippet; public.
  site_key text collate "C" not null,
  -- Hosts whose pages may send events, and everything beneath them.
  domains text[] not null default '{}',
  consent_mode text not null default 'cookieless' check (consent_mode in ('cookieless', 'after_consent', 'required')),
  -- Days of its calendar are counted in this zone.
  time_zone text not null default 'UTC',
  currency text not null default 'USD',
  -- Events and visits are deleted after so many days; daily figures stay.
  retention_days integer not null default 395 check (retention_days between 1 and 1825),
  last_event_at timestamptz(3),
  -- Set while its data are being deleted.
  deleting boolean not null default false,
  version integer not null default 1,
  created_by uuid,
  created_at timestamptz(3) not null default now()
);
create unique index pixel_sites_key on pixel_sites (site_key);
create index pixel_sites_workspace on pixel_sites (workspace_id, created_at);
select build_wall('pixel_sites');

-- Keys of visitors without an identifier are derived from the day's salt, which is deleted soon after the day.
create table pixel_salts (
  day date primary key,
  salt text not null
);

-- A visit: ends after 30 minutes without an event.
create table pixel_visits (
  id uuid primary key,
  workspace_id uuid not null,
  site_id uuid not null,
  visitor_id uuid not null,
  -- The visitor agreed to an identifier that lasts.
  known boolean not null default false,
  started_at timestamptz(3) not null,
  last_at timestamptz(3) not null,
  pageviews integer not null default 0,
  events integer not null default 0,
  -- Campaigns and sites that it came from, counted each time the visitor came by another one.
  touches integer not null default 1,
  entry_path text not null default '',
  exit_path text not null default '',
  channel text not null default 'Direct',
  source text not null default '',
  medium text not null default '',
  campaign text not null default '',
  device text not null default '',
  browser text not null default '',
  os text not null default '',
  -- Goals that it reached.
  goals uuid[] not null default '{}',
  revenue numeric not null default 0,
  contact_id uuid
) with (fillfactor = 80);
create index pixel_visits_visitor on pixel_visits (site_id, visitor_id, started_at);
create index pixel_visits_newest on pixel_visits (site_id, started_at desc, id desc);
create index pixel_visits_contact on pixel_visits (workspace_id, contact_id, started_at desc) where contact_id is not null;
select build_wall('pixel_visits');

-- One partition for each day (UTC), made by the writer; the default one holds days that have none.
create table pixel_events (
  workspace_id uuid not null,
  site_id uuid not null,
  at timestamptz(3) not null,
  id uuid not null,
  visit_id uuid not null,
  visitor_id uuid not null,
  kind text not null,
  name text not null default '',
  path text not null default '',
  source text not null default '',
  campaign text not null default '',
  props jsonb,
  revenue numeric,
  primary key (site_id, at, id)
) partition by range (at);
select build_wall('pixel_events');
create table pixel_events_other partition of pixel_events default;

-- Figures of a day by dimension, kept by the writer in the transaction of the events.
create table pixel_daily (
  site_id uuid not null,
  dimension text collate "C" not null,
  day date not null,
  value text collate "C" not null,
  workspace_id uuid not null,
  visits integer not null default 0,
  visitors integer not null default 0,
  pageviews integer not null default 0,
  events integer not null default 0,
  -- Visits with one page view and nothing else.
  bounces integer not null default 0,
  seconds bigint not null default 0,
  -- Goals reached, and visits that reached one.
  goals integer not null default 0,
  converted integer not null default 0,
  revenue numeric not null default 0,
  primary key (site_id, dimension, day, value)
) with (fillfactor = 70);
select build_wall('pixel_daily');

create table pixel_goals (
  id uuid primary key,
  workspace_id uuid not null references workspaces (id) on delete cascade,
  site_id uuid not null references pixel_sites (id) on delete cascade,
  name text not null check (name <> ''),
  kind text not null check (kind in ('page', 'event', 'form', 'outbound')),
  -- A path, with * for any part; or the name of an event, a form, or a host.
  matches text not null check (matches <> ''),
  -- Worth of one, where the event itself names none.
  worth numeric check (worth >= 0),
  version integer not null default 1,
  created_at timestamptz(3) not null default now()
);
create unique index pixel_goals_name on pixel_goals (site_id, lower(name));
select build_wall('pixel_goals');

-- Without foreign keys, what belongs to a site goes with it by this.
create trigger pixel_sites_gone after delete on pixel_sites for each row execute function pixel_forget_site();
