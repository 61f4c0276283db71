-- Activities, whole: when and how long in which zone, what came of them, whom they link to, who attends, what reminds of
-- them, and how they repeat. A time is an instant in due_at; an activity of a whole day has `day` as well, and due_at is
-- where that day begins in its zone.
alter table activities
  add column day date,
  add column zone text not null default 'UTC',
  add column duration_minutes integer check (duration_minutes between 0 and 86400),
  add column priority text not null default 'normal' check (priority in ('low', 'normal', 'high')),
  add column cancelled_at timestamptz(3),
  add column outcome text not null default '',
  add column place text not null default '',
  add column link text not null default '',
  add column company_id uuid,
  add column lead_id uuid,
  -- Minutes before it begins at which its people are reminded.
  add column reminders integer[] not null default '{}',
  add column series_id uuid,
  -- Which occurrence of the series it is: the day or wall time on which the rule puts it, wherever it was moved since.
  add column occurs text collate "C",
  -- Number of the last invitation that went out (SEQUENCE of RFC 5546); null: none did.
  add column invited_sequence integer;
--> statement-breakpoint
create unique index activities_of_series on activities (series_id, occurs) where series_id is not null;
--> statement-breakpoint
create index activities_by_due on activities (workspace_id, due_at, id) where due_at is not null and deleted_at is null;
--> statement-breakpoint
create index activities_of_owner on activities (workspace_id, owner_id, id) where deleted_at is null;
--> statement-breakpoint
create index activities_of_company on activities (workspace_id, company_id, id) where company_id is not null;
--> statement-breakpoint
create index activities_of_lead on activities (workspace_id, lead_id, id) where lead_id is not null;
--> statement-breakpoint
create index activities_of_opportunity on activities (workspace_id, opportunity_id, id) where opportunity_id is not null;
--> statement-breakpoint
-- A series of activities. Its occurrences become rows of activities shortly before they are due; what lies further ahead
-- is worked out from the rule when a calendar shows it.
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
--> statement-breakpoint
create index activity_series_living on activity_series (workspace_id) where deleted_at is null;
--> statement-breakpoint
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
--> statement-breakpoint
create index activity_attendees_of_activity on activity_attendees (activity_id, position);
--> statement-breakpoint
create index activity_attendees_of_contact on activity_attendees (workspace_id, contact_id) where contact_id is not null;
--> statement-breakpoint
create index activity_attendees_of_user on activity_attendees (workspace_id, user_id) where user_id is not null;
--> statement-breakpoint
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
--> statement-breakpoint
create index activity_reminders_due on activity_reminders (fire_at) where told_at is null;
--> statement-breakpoint
-- The secret address under which a calendar program reads what a person may see: their activities, the licences of the
-- workspace and so on, one feed of each kind. Only its hash is kept.
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
--> statement-breakpoint
create unique index calendar_feeds_token on calendar_feeds (token_hash);
--> statement-breakpoint
select build_wall(walled::regclass) from unnest(array['activity_series', 'activity_attendees', 'activity_reminders', 'calendar_feeds']) as walled;
