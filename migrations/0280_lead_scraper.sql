-- Crawls of public sites for contact details; see src/domains/lead-scraper.
create table crawls (
  id uuid primary key,
  workspace_id uuid not null references workspaces (id) on delete cascade,
  name text not null check (name <> ''),
  state text not null check (state in ('checking', 'ready', 'running', 'pausing', 'paused', 'done', 'canceled', 'failed')),
  -- Whether robots.txt of all sites was read, so that work goes on with pages.
  is_checked boolean not null default false,
  max_pages integer not null check (max_pages > 0),
  max_pages_per_site integer not null check (max_pages_per_site > 0),
  max_depth integer not null check (max_depth >= 0),
  delay_ms integer not null check (delay_ms > 0),
  fetched integer not null default 0,
  failed integer not null default 0,
  skipped integer not null default 0,
  bytes bigint not null default 0,
  candidates integer not null default 0,
  problems jsonb not null default '[]',
  error text not null default '',
  job_id uuid,
  is_sample boolean not null default false,
  created_by uuid references users (id) on delete set null,
  created_at timestamptz(3) not null default now(),
  started_at timestamptz(3),
  ended_at timestamptz(3)
);
create index crawls_newest on crawls (workspace_id, id desc);
create index crawls_created_by on crawls (created_by);
comment on column crawls.delay_ms is 'Least pause between two requests to one site';
comment on column crawls.problems is 'Start addresses that were left out, with the reason';
select build_wall('crawls');

create table crawl_sites (
  id uuid primary key,
  workspace_id uuid not null references workspaces (id) on delete cascade,
  crawl_id uuid not null references crawls (id) on delete cascade,
  -- Scheme, host, and port.
  origin text collate "C" not null,
  verdict text not null default 'waiting' check (verdict in ('waiting', 'allowed', 'partly', 'refused', 'unreachable', 'blocked')),
  reason text not null default '',
  robots text not null default '',
  robots_at timestamptz(3),
  delay_ms integer not null default 1000,
  -- Pages that its sitemaps name; null: it has none.
  sitemap_pages integer,
  next_at timestamptz(3) not null default now(),
  fetched integer not null default 0
);
create unique index crawl_sites_origin on crawl_sites (crawl_id, origin);
select build_wall('crawl_sites');

create table crawl_pages (
  id uuid primary key,
  workspace_id uuid not null references workspaces (id) on delete cascade,
  crawl_id uuid not null references crawls (id) on delete cascade,
  site_id uuid not null references crawl_sites (id) on delete cascade,
  url text collate "C" not null,
  depth integer not null default 0,
  hops integer not null default 0,
  priority integer not null default 2,
  state text not null default 'queued' check (state in ('queued', 'fetching', 'done', 'failed', 'skipped')),
  reason text not null default '',
  status integer,
  bytes integer,
  title text not null default '',
  content_hash text collate "C",
  found integer not null default 0,
  attempts integer not null default 0,
  fetched_at timestamptz(3)
);
create unique index crawl_pages_url on crawl_pages (crawl_id, md5(url));
create index crawl_pages_frontier on crawl_pages (site_id, priority, depth, id) where state = 'queued';
create index crawl_pages_state on crawl_pages (crawl_id, state, id);
create index crawl_pages_content on crawl_pages (site_id, content_hash) where content_hash is not null;
select build_wall('crawl_pages');

create table crawl_candidates (
  id uuid primary key,
  workspace_id uuid not null references workspaces (id) on delete cascade,
  crawl_id uuid not null references crawls (id) on delete cascade,
  site_id uuid not null references crawl_sites (id) on delete cascade,
  -- What makes it one candidate of its site: the address, or the name.
  key text collate "C" not null,
  kind text not null check (kind in ('person', 'company')),
  name text not null default '',
  title text not null default '',
  company text not null default '',
  email text not null default '',
  phone text not null default '',
  address text not null default '',
  city text not null default '',
  country text not null default '',
  website text not null default '',
  email_state text not null default 'none',
  score integer not null default 0 check (score between 0 and 100),
  reasons jsonb not null default '[]',
  duplicates jsonb not null default '[]',
  is_judged boolean not null default false,
  state text not null default 'new' check (state in ('new', 'waiting', 'accepted', 'rejected', 'dismissed')),
  approval_id uuid,
  lead_id uuid,
  notice text not null default 'none' check (notice in ('none', 'due', 'sent', 'not_needed')),
  notice_due_at timestamptz(3),
  notice_at timestamptz(3),
  found_at timestamptz(3) not null default now()
);
create unique index crawl_candidates_key on crawl_candidates (crawl_id, site_id, key);
create index crawl_candidates_best on crawl_candidates (crawl_id, score desc, id);
comment on column crawl_candidates.notice is 'Whether the person was told where their data came from (GDPR, Art. 14)';
select build_wall('crawl_candidates');

create table crawl_evidence (
  id uuid primary key,
  workspace_id uuid not null references workspaces (id) on delete cascade,
  candidate_id uuid not null references crawl_candidates (id) on delete cascade,
  field text not null,
  value text not null,
  url text not null,
  selector text not null,
  found_by text not null,
  found_at timestamptz(3) not null default now()
);
create unique index crawl_evidence_place on crawl_evidence (candidate_id, field, md5(value), md5(url));
select build_wall('crawl_evidence');

create table crawl_blocked_sites (
  id uuid primary key,
  workspace_id uuid not null references workspaces (id) on delete cascade,
  host text collate "C" not null check (host <> ''),
  note text not null default '',
  created_by uuid references users (id) on delete set null,
  created_at timestamptz(3) not null default now()
);
create unique index crawl_blocked_sites_host on crawl_blocked_sites (workspace_id, host);
create index crawl_blocked_sites_created_by on crawl_blocked_sites (created_by);
select build_wall('crawl_blocked_sites');
