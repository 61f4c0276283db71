create table activities (
  id uuid primary key,
  workspace_id uuid not null,
  version integer not null default 1,
  type text not null check (type in ('task', 'call', 'meeting', 'mail', 'note')),
  subject text not null,
  body text not null default '',
  due_at timestamptz(3),
  done_at timestamptz(3),
  contact_id uuid,
  opportunity_id uuid,
  owner_id uuid,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  created_by uuid,
  updated_by uuid,
  deleted_at timestamptz(3),
  tags text[] not null default '{}',
  custom jsonb not null default '{}',
  search_text text not null default '',
  import_id uuid,
  import_version integer,
  -- An activity of a whole day has `day` as well; due_at is then the beginning of that day in its zone.
  day date,
  zone text not null default 'UTC',
  duration_minutes integer check (duration_minutes between 0 and 86400),
  priority text not null default 'normal' check (priority in ('low', 'normal', 'high')),
  cancelled_at timestamptz(3),
  outcome text not null default '',
  place text not null default '',
  link text not null default '',
  company_id uuid,
  lead_id uuid,
  -- Minutes before it begins at which its people are reminded.
  reminders integer[] not null default '{}',
  series_id uuid,
  -- Which occurrence of the series it is: the day or wall time on which the rule puts it, wherever it was moved since.
  occurs text collate "C",
  -- Number of the last invitation that went out (SEQUENCE of RFC 5546); null: none did.
  invited_sequence integer,
  -- The UID under which guests have the invitation in their calendars. It stays when a changed series goes on as
  -- another one.
  invited_uid text
);
create index activities_newest on activities (workspace_id, id) where deleted_at is null;
create index activities_of_contact on activities (workspace_id, contact_id, id) where contact_id is not null;
create index activities_due on activities (workspace_id, owner_id, due_at) where done_at is null and due_at is not null
  and deleted_at is null;
create index activities_search on activities using gin (workspace_id, search_text gin_trgm_ops);
create unique index activities_of_series on activities (series_id, occurs) where series_id is not null;
create index activities_by_due on activities (workspace_id, due_at, id) where due_at is not null and deleted_at is null;
create index activities_of_owner on activities (workspace_id, owner_id, id) where deleted_at is null;
create index activities_of_company on activities (workspace_id, company_id, id) where company_id is not null;
create index activities_of_lead on activities (workspace_id, lead_id, id) where lead_id is not null;
create index activities_of_opportunity on activities (workspace_id, opportunity_id, id)
  where opportunity_id is not null;
-- For lists and figures of large workspaces.
create index activities_by_done on activities (workspace_id, done_at, id) where done_at is not null
  and deleted_at is null;
-- Open activities of a person by due date.
create index activities_waiting on activities (workspace_id, owner_id, due_at, id) where done_at is null
  and cancelled_at is null and deleted_at is null;
create index activities_by_created on activities (workspace_id, created_at, id) where deleted_at is null;
create index activities_by_updated on activities (workspace_id, updated_at, id) where deleted_at is null;
-- Open activities of everybody: in a list of two years they would stand behind all that are done.
create index activities_open_by_due on activities (workspace_id, due_at, id) where done_at is null
  and cancelled_at is null and deleted_at is null;
create index activities_open_by_created on activities (workspace_id, created_at, id) where done_at is null
  and cancelled_at is null and deleted_at is null;
create index activities_of_owner_by_due on activities (workspace_id, owner_id, due_at, id) where due_at is not null
  and deleted_at is null;
-- Activities that began days before a calendar's span and may still reach into it.
create index activities_long on activities (workspace_id, due_at, id) where duration_minutes > 1440
  and deleted_at is null;
-- Activities of one type by day: a type that rarely has days (notes) would be looked for through all others.
create index activities_of_type_by_due on activities (workspace_id, type, due_at, id) where due_at is not null
  and deleted_at is null;
create index activities_done_figures on activities (workspace_id, done_at)
  include (type, owner_id, opportunity_id, lead_id) where done_at is not null and deleted_at is null;
create index activities_in_trash on activities (workspace_id, deleted_at, id) where deleted_at is not null;
select build_wall('activities');
select hide_private('activities', 'lead_id', 'opportunity_id');

-- A series of activities. Its occurrences become rows of activities shortly before they are due; what lies further
-- ahead is worked out from the rule when a calendar shows it.
create table activity_series (
  id uuid primary key,
  workspace_id uuid not null,
  -- RRULE of RFC 5545.
  rule text not null,
  -- Day or wall time of the first occurrence.
  starts text collate "C" not null,
  zone text not null,
  -- What each occurrence begins with: the fields of an activity, and its attendees.
  template jsonb not null,
  -- Occurrences up to this one have become rows.
  through text collate "C" not null,
  created_at timestamptz(3) not null default now(),
  created_by uuid,
  deleted_at timestamptz(3)
);
create index activity_series_living on activity_series (workspace_id) where deleted_at is null;
select build_wall('activity_series');
select hide_private('activity_series', $$((template->'data'->>'leadId'))$$, $$((template->'data'->>'opportunityId'))$$);

create table activity_attendees (
  id uuid primary key,
  workspace_id uuid not null,
  activity_id uuid not null references activities (id) on delete cascade,
  position integer not null default 0,
  -- A contact, a user of the workspace, or only an address.
  contact_id uuid,
  user_id uuid,
  name text not null default '',
  email text not null default '',
  answer text not null default 'none' check (answer in ('none', 'accepted', 'tentative', 'declined')),
  answered_at timestamptz(3),
  invited_at timestamptz(3)
);
create index activity_attendees_of_activity on activity_attendees (activity_id, position);
create index activity_attendees_of_contact on activity_attendees (workspace_id, contact_id)
  where contact_id is not null;
create index activity_attendees_of_user on activity_attendees (workspace_id, user_id) where user_id is not null;
select build_wall('activity_attendees');
select hide_with('activity_attendees', 'activity_id', 'activities');

-- One reminder of one person. told_at is set in the transaction that tells: nobody is told twice.
create table activity_reminders (
  id uuid primary key,
  workspace_id uuid not null,
  activity_id uuid not null references activities (id) on delete cascade,
  user_id uuid not null,
  fire_at timestamptz(3) not null,
  told_at timestamptz(3),
  unique (activity_id, user_id, fire_at)
);
create index activity_reminders_due on activity_reminders (fire_at) where told_at is null;
select build_wall('activity_reminders');
select hide_with('activity_reminders', 'activity_id', 'activities');

-- Secret addresses of calendar feeds: what a person may see, one feed of each kind. Only the hash is kept.
create table calendar_feeds (
  id uuid primary key,
  workspace_id uuid not null,
  user_id uuid not null,
  kind text not null,
  token_hash text not null,
  created_at timestamptz(3) not null default now(),
  read_at timestamptz(3),
  unique (workspace_id, user_id, kind)
);
create unique index calendar_feeds_token on calendar_feeds (token_hash);
select build_wall('calendar_feeds');

-- An event or a notification about an activity is visible where the activity is.
create policy private_activities on events as restrictive to gauntlet_reader
using (case when subject_type = 'activity' then exists (select 1 from activities a where a.id = subject_id::uuid)
  else true end) with check (true);
create policy private_activities on notifications as restrictive to gauntlet_reader
using (case when subject_type = 'activity' then exists (select 1 from activities a where a.id = subject_id::uuid)
  else true end);

-- An activity counts for the company of its contact and of its opportunity too: which that is, is looked up when the
-- contact and the opportunity are locked, because they may be moving at the same time.
select keep_rollups('activities', $$values
  ('contact', r.contact_id, '{contact,company}'::text[], '{activities}'::text[]), ('opportunity', r.opportunity_id, '{opportunity,company}', '{activities}'),
  ('lead', r.lead_id, '{lead}', '{activities}'), ('company', r.company_id, '{company}', '{activities}')
  union all select 'contact', t.contact_id, '{contact}', '{activities}' from activity_attendees t where t.activity_id = r.id$$);
select keep_rollups('activity_attendees', $$values ('contact', r.contact_id, '{contact}'::text[], '{activities}'::text[])$$);
select keep_rollups('contacts', $$values
  ('company', r.company_id, '{company}'::text[], '{contacts,activities}'::text[]), ('contact', r.id, '{contact}', null)$$);
select keep_rollups('companies', $$values ('company', r.id, '{company}'::text[], null::text[])$$);
select keep_rollups('leads', $$values ('lead', r.id, '{lead}'::text[], null::text[])$$);
select keep_rollups('opportunities', $$values
  ('contact', r.contact_id, '{contact}'::text[], '{opportunities}'::text[]), ('company', r.company_id, '{company}', '{opportunities,activities}'), ('opportunity', r.id, '{opportunity}', null)
  union all select 'contact', t.contact_id, '{contact}', '{opportunities}' from opportunity_contacts t where t.opportunity_id = r.id$$);
select keep_rollups('opportunity_contacts', $$values ('contact', r.contact_id, '{contact}'::text[], '{opportunities}'::text[])$$);
select keep_rollups('opportunity_lines', $$values ('opportunity', r.opportunity_id, '{opportunity}'::text[], '{lines}'::text[])$$);
