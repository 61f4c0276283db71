-- Whom a visitor said to be: by a form, by the website after a sign-in, or by the website's server. The address stands
-- here, not the contact, so that merges and contacts that are added later need nothing.
create table pixel_people (
  id uuid primary key,
  workspace_id uuid not null references workspaces (id) on delete cascade,
  site_id uuid not null references pixel_sites (id) on delete cascade,
  visitor_id uuid not null,
  -- In lower case.
  email text collate "C" not null check (email <> ''),
  source text not null check (source in ('form', 'identify', 'server')),
  linked_at timestamptz(3) not null default now(),
  -- Somebody said that it is not this person; the same address does not link the visitor again.
  removed_at timestamptz(3)
);
create unique index pixel_people_visitor on pixel_people (site_id, visitor_id, email);
create index pixel_people_email on pixel_people (workspace_id, email) where removed_at is null;
select build_wall('pixel_people');
