-- Conversations by text message; see src/domains/texting. What is sent lies in `messages`.
create table text_threads (
  id uuid primary key,
  workspace_id uuid not null references workspaces (id) on delete cascade,
  -- The other person's number in E.164.
  address text collate "C" not null,
  -- Our number that they wrote to last; blank while they never wrote.
  number text collate "C" not null default '',
  contact_id uuid,
  last_at timestamptz(3) not null default now(),
  last_text text not null default '',
  last_direction text not null default 'out' check (last_direction in ('in', 'out')),
  -- Received texts that nobody has read.
  unread integer not null default 0 check (unread >= 0),
  is_done boolean not null default false,
  assigned_to uuid,
  version integer not null default 1,
  created_at timestamptz(3) not null default now()
);
create unique index text_threads_address on text_threads (workspace_id, address);
create index text_threads_newest on text_threads (workspace_id, last_at desc, id desc);
select build_wall('text_threads');
select hide_private('text_threads', 'contact_id');

create table received_texts (
  id uuid primary key,
  workspace_id uuid not null references workspaces (id) on delete cascade,
  address text collate "C" not null,
  number text collate "C" not null,
  contact_id uuid,
  -- The service's id: a report that comes again is the same text.
  provider_id text not null,
  text text not null,
  received_at timestamptz(3) not null default now()
);
create unique index received_texts_provider on received_texts (workspace_id, provider_id);
create index received_texts_address on received_texts (workspace_id, address, id desc);
select build_wall('received_texts');
select hide_private('received_texts', 'contact_id');

create table text_templates (
  id uuid primary key,
  workspace_id uuid not null references workspaces (id) on delete cascade,
  name text not null check (name <> ''),
  text text not null check (text <> ''),
  version integer not null default 1,
  created_by uuid,
  created_at timestamptz(3) not null default now()
);
create unique index text_templates_name on text_templates (workspace_id, lower(name));
select build_wall('text_templates');
