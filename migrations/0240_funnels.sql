-- Funnels: drafts, published versions, what was counted on their pages, and what visitors sent; see src/domains/funnels.
create table funnels (
  id uuid primary key,
  workspace_id uuid not null references workspaces (id) on delete cascade,
  name text not null check (name <> ''),
  -- First part of the pages' address, on the installation's own address and on the workspace's domains.
  slug text collate "C" not null check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$'),
  -- The draft.
  document jsonb not null,
  version integer not null default 1,
  -- The version that visitors see; null while the funnel is not published.
  published_id uuid,
  -- Version of the draft when it was published last.
  published_draft integer,
  created_by uuid,
  created_at timestamptz(3) not null default now(),
  updated_by uuid,
  updated_at timestamptz(3) not null default now()
);
create unique index funnels_slug on funnels (slug);
create index funnels_newest on funnels (workspace_id, updated_at desc, id desc);
select build_wall('funnels');

create table funnel_versions (
  id uuid primary key,
  workspace_id uuid not null references workspaces (id) on delete cascade,
  funnel_id uuid not null references funnels (id) on delete cascade,
  number integer not null,
  document jsonb not null,
  note text not null default '',
  created_by uuid,
  created_at timestamptz(3) not null default now()
);
create unique index funnel_versions_number on funnel_versions (funnel_id, number);
create index funnel_versions_workspace on funnel_versions (workspace_id, funnel_id);
select build_wall('funnel_versions');
revoke update on funnel_versions from gauntlet_app;
create trigger funnel_versions_immutable before update on funnel_versions for each row
  execute function refuse_version_change();

-- What was counted on a step, by day of the workspace's time zone.
create table funnel_days (
  workspace_id uuid not null references workspaces (id) on delete cascade,
  funnel_id uuid not null references funnels (id) on delete cascade,
  step_id text collate "C" not null,
  -- Half of a split test; `a` without one.
  variant text collate "C" not null default 'a',
  day date not null,
  views integer not null default 0,
  visitors integer not null default 0,
  conversions integer not null default 0,
  primary key (funnel_id, day, step_id, variant)
);
create index funnel_days_workspace on funnel_days (workspace_id, day);
select build_wall('funnel_days');

-- Who was on a step on a day: a keyed hash of network and browser that changes every day. Deleted after two days.
create table funnel_visitors (
  workspace_id uuid not null references workspaces (id) on delete cascade,
  funnel_id uuid not null references funnels (id) on delete cascade,
  step_id text collate "C" not null,
  variant text collate "C" not null,
  day date not null,
  visitor text collate "C" not null,
  converted boolean not null default false,
  primary key (funnel_id, day, step_id, visitor)
);
create index funnel_visitors_day on funnel_visitors (day);
create index funnel_visitors_workspace on funnel_visitors (workspace_id);
select build_wall('funnel_visitors');

create table funnel_submissions (
  id uuid primary key,
  workspace_id uuid not null references workspaces (id) on delete cascade,
  funnel_id uuid not null references funnels (id) on delete cascade,
  version_id uuid not null,
  step_id text collate "C" not null,
  block_id text collate "C" not null,
  variant text collate "C" not null default 'a',
  state text not null check (state in ('accepted', 'spam')),
  -- Why it was held back.
  reason text not null default '',
  -- By the names of a lead's fields.
  data jsonb not null,
  -- Answers to the form's own questions: a list of label and answer.
  answers jsonb not null default '[]',
  -- Campaign, page, referrer, and the exact wording of the consent.
  origin jsonb not null default '{}',
  lead_id uuid,
  created_at timestamptz(3) not null default now()
);
create index funnel_submissions_newest on funnel_submissions (workspace_id, funnel_id, id desc);
create index funnel_submissions_lead on funnel_submissions (workspace_id, lead_id) where lead_id is not null;
select build_wall('funnel_submissions');
select hide_private('funnel_submissions', 'lead_id');
