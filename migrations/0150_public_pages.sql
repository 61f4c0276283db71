-- How a workspace shows itself to people without an account; see src/server/public.
create table public_sites (
  workspace_id uuid primary key references workspaces (id) on delete cascade,
  version integer not null default 1,
  color text not null default '' check (color = '' or color ~ '^#[0-9a-f]{6}$'),
  -- Language of the workspace's own texts, BCP 47.
  language text not null default 'en',
  -- Who answers for the pages, with a postal address.
  imprint text not null default '',
  privacy_url text not null default '',
  updated_at timestamptz(3) not null default now()
);
select build_wall('public_sites');

-- Domains of workspaces under which their public pages stand.
create table public_domains (
  id uuid primary key,
  workspace_id uuid not null references workspaces (id) on delete cascade,
  host text not null,
  -- What the TXT record must hold.
  token text not null,
  verified_at timestamptz(3),
  checked_at timestamptz(3),
  -- What the last check found wrong; empty when nothing was.
  problem text not null default '',
  -- Checks in a row that found the record missing.
  failures integer not null default 0,
  created_at timestamptz(3) not null default now()
);
create unique index public_domains_of_workspace on public_domains (workspace_id, host);
-- A domain belongs to whoever proved it first; others cannot prove it meanwhile.
create unique index public_domains_host on public_domains (host) where verified_at is not null;
select build_wall('public_domains');

-- Links that show a report to somebody without an account. The link's signature is made from the id.
create table report_shares (
  id uuid primary key,
  workspace_id uuid not null references workspaces (id) on delete cascade,
  name text not null,
  report text not null,
  question jsonb not null,
  -- The report shows what this person may see, and ends when they leave.
  created_by uuid not null references users (id) on delete cascade,
  created_at timestamptz(3) not null default now(),
  expires_at timestamptz(3) not null,
  revoked_at timestamptz(3),
  last_opened_at timestamptz(3)
);
create index report_shares_newest on report_shares (workspace_id, id);
select build_wall('report_shares');

alter table lead_forms add column language text not null default '';
