-- Watches over public posts; see src/domains/social-scanner.
create table social_watches (
  id uuid primary key,
  workspace_id uuid not null references workspaces (id) on delete cascade,
  version integer not null default 1,
  name text not null check (name <> ''),
  query text not null check (query <> ''),
  interval_minutes integer not null check (interval_minutes > 0),
  retention_days integer not null check (retention_days > 0),
  is_paused boolean not null default false,
  state text not null default 'idle' check (state in ('idle', 'scanning')),
  scan_done integer not null default 0,
  scan_total integer not null default 0,
  -- Hits that the last scan added.
  scan_hits integer not null default 0,
  last_scan_at timestamptz(3),
  next_scan_at timestamptz(3) not null default now(),
  error text not null default '',
  job_id uuid,
  is_sample boolean not null default false,
  created_by uuid references users (id) on delete set null,
  created_at timestamptz(3) not null default now()
);
create index social_watches_newest on social_watches (workspace_id, id desc);
create index social_watches_due on social_watches (next_scan_at) where state = 'idle' and not is_paused and not is_sample;
create index social_watches_created_by on social_watches (created_by);
select build_wall('social_watches');

create table social_sources (
  id uuid primary key,
  workspace_id uuid not null references workspaces (id) on delete cascade,
  watch_id uuid not null references social_watches (id) on delete cascade,
  kind text not null,
  -- Of a feed its address, of a pasted export its name; blank for Hacker News.
  address text collate "C" not null default '',
  title text not null default '',
  -- What the next request starts from: ETag, last date, posts of the last answer.
  cursor jsonb not null default '{}',
  state text not null default 'new' check (state in ('new', 'ok', 'waiting', 'failing', 'gone')),
  reason text not null default '',
  failures integer not null default 0,
  -- It is not asked before this.
  retry_at timestamptz(3),
  last_ok_at timestamptz(3)
);
create unique index social_sources_address on social_sources (watch_id, kind, md5(address));
select build_wall('social_sources');

create table social_hits (
  id uuid primary key,
  workspace_id uuid not null references workspaces (id) on delete cascade,
  watch_id uuid not null references social_watches (id) on delete cascade,
  source_id uuid not null references social_sources (id) on delete cascade,
  -- The post's id at its source.
  guid text collate "C" not null,
  -- What makes it one post, whichever source it came from.
  post_key text collate "C" not null,
  url text collate "C" not null default '',
  site text collate "C" not null default '',
  title text not null default '',
  text text not null default '',
  author text not null default '',
  author_url text not null default '',
  -- The author at this site, as mutes name them.
  author_key text collate "C" not null default '',
  -- The link or thread that it is about.
  conversation_key text collate "C" not null default '',
  posted_at timestamptz(3) not null,
  found_at timestamptz(3) not null default now(),
  intent integer not null check (intent between 0 and 100),
  sentiment integer not null check (sentiment between -100 and 100),
  reasons jsonb not null default '[]',
  marks jsonb not null default '[]',
  state text not null default 'new' check (state in ('new', 'snoozed', 'lead', 'reply', 'archived', 'muted')),
  snoozed_until timestamptz(3),
  lead_id uuid,
  reply text not null default '',
  reply_state text not null default 'none' check (reply_state in ('none', 'waiting', 'approved', 'rejected', 'posted')),
  approval_id uuid
);
create unique index social_hits_guid on social_hits (source_id, md5(guid));
create unique index social_hits_post on social_hits (watch_id, md5(post_key));
create index social_hits_newest on social_hits (workspace_id, posted_at desc, id desc);
create index social_hits_watch on social_hits (watch_id, posted_at desc, id desc);
create index social_hits_conversation on social_hits (workspace_id, conversation_key) where conversation_key <> '';
create index social_hits_author on social_hits (workspace_id, author_key) where author_key <> '';
create index social_hits_lead on social_hits (lead_id) where lead_id is not null;
select build_wall('social_hits');
select hide_private('social_hits', 'lead_id');

create table social_mutes (
  id uuid primary key,
  workspace_id uuid not null references workspaces (id) on delete cascade,
  kind text not null check (kind in ('author', 'site')),
  key text collate "C" not null check (key <> ''),
  label text not null,
  created_by uuid references users (id) on delete set null,
  created_at timestamptz(3) not null default now()
);
create unique index social_mutes_key on social_mutes (workspace_id, kind, md5(key));
create index social_mutes_created_by on social_mutes (created_by);
select build_wall('social_mutes');
