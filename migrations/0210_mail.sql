-- Mailboxes of people and teams; see src/domains/mail. Everything in them is for the readers of the mailbox alone: the
-- policy `mail_readers` holds for work without a user, too.
create table mail_accounts (
  id uuid primary key,
  workspace_id uuid not null references workspaces (id) on delete cascade,
  -- Whose mailbox it is; of a shared inbox, who connected it. Synchronization runs in their name.
  owner_id uuid references users (id) on delete cascade,
  -- Everyone who may read it, the owner included.
  readers uuid[] not null,
  is_shared boolean not null default false,
  -- `sample`: a mailbox with sample data that no server stands behind.
  kind text not null check (kind in ('imap', 'gmail', 'microsoft', 'sample')),
  name text not null,
  address text collate "C" not null,
  sender_name text not null default '',
  user_name text not null default '',
  -- Sealed.
  secret text,
  imap jsonb,
  smtp jsonb,
  signature text not null default '',
  state text not null check (state in ('active', 'paused', 'failed')) default 'active',
  -- Why it cannot be synchronized, in a sentence.
  problem text not null default '',
  -- First synchronization: messages that are here, and those on the server.
  sync_done integer not null default 0,
  sync_total integer not null default 0,
  is_complete boolean not null default false,
  synced_at timestamptz(3),
  next_sync_at timestamptz(3) not null default now(),
  failures integer not null default 0,
  -- The process that synchronizes it, and until when others leave it alone.
  lease_by text,
  lease_until timestamptz(3),
  version integer not null default 1,
  created_at timestamptz(3) not null default now()
);
create unique index mail_accounts_address on mail_accounts (workspace_id, coalesce(owner_id, id), address);
create index mail_accounts_due on mail_accounts (next_sync_at) where state = 'active' and kind <> 'sample';
create index mail_accounts_owner on mail_accounts (owner_id);
select build_wall('mail_accounts');
create policy mail_readers on mail_accounts as restrictive to gauntlet_app
  using ((select app_user()) = any(readers)) with check ((select app_user()) = any(readers));

create table mail_folders (
  id uuid primary key,
  workspace_id uuid not null references workspaces (id) on delete cascade,
  account_id uuid not null references mail_accounts (id) on delete cascade,
  path text not null,
  name text not null,
  place text not null check (place in ('inbox', 'sent', 'drafts', 'archive', 'trash', 'junk', 'other')),
  uid_validity bigint not null default 0,
  -- Every message below `uid_next` and from `uid_low` on is here.
  uid_next bigint not null default 0,
  uid_low bigint not null default 0,
  highest_modseq bigint not null default 0,
  checked_at timestamptz(3)
);
create unique index mail_folders_path on mail_folders (account_id, path);
create index mail_folders_workspace on mail_folders (workspace_id);
select build_wall('mail_folders');
create policy mail_readers on mail_folders as restrictive to gauntlet_app
  using (account_id = any(array(select a.id from mail_accounts a)))
  with check (account_id = any(array(select a.id from mail_accounts a)));

create table mail_threads (
  id uuid primary key,
  workspace_id uuid not null references workspaces (id) on delete cascade,
  account_id uuid not null references mail_accounts (id) on delete cascade,
  subject text not null default '',
  -- The subject without prefixes, folded: what replies have in common.
  subject_key text not null default '',
  -- Names of the people in it, as the list shows them.
  people text[] not null default '{}',
  snippet text not null default '',
  message_count integer not null default 0,
  unread_count integer not null default 0,
  has_attachments boolean not null default false,
  is_starred boolean not null default false,
  -- Where its messages are: `inbox`, `sent`, …
  places text[] not null default '{}',
  labels text[] not null default '{}',
  -- `needs_reply`, `waiting`, `newsletter`, `cold`, or blank.
  triage text not null default '',
  triage_why text not null default '',
  last_at timestamptz(3) not null default now(),
  -- `in` or `out`.
  last_direction text not null default 'in',
  snoozed_until timestamptz(3),
  assigned_to uuid,
  -- A reply that names no message it answers came first: its original may follow.
  awaits_original boolean not null default false,
  version integer not null default 1,
  created_at timestamptz(3) not null default now()
);
create index mail_threads_newest on mail_threads (account_id, last_at desc, id desc);
create index mail_threads_subject on mail_threads (account_id, subject_key, last_at desc);
create index mail_threads_snoozed on mail_threads (snoozed_until) where snoozed_until is not null;
create index mail_threads_workspace on mail_threads (workspace_id);
select build_wall('mail_threads');
create policy mail_readers on mail_threads as restrictive to gauntlet_app
  using (account_id = any(array(select a.id from mail_accounts a)))
  with check (account_id = any(array(select a.id from mail_accounts a)));

create table mail_messages (
  id uuid primary key,
  workspace_id uuid not null references workspaces (id) on delete cascade,
  account_id uuid not null references mail_accounts (id) on delete cascade,
  thread_id uuid not null references mail_threads (id) on delete cascade,
  -- Message-ID without brackets, or a hash of the head where there is none: the same key is the same message.
  message_key text collate "C" not null,
  in_reply_to text collate "C" not null default '',
  refs text[] not null default '{}',
  subject text not null default '',
  from_name text not null default '',
  from_address text collate "C" not null default '',
  -- Of [{ name, address }].
  to_list jsonb not null default '[]',
  cc_list jsonb not null default '[]',
  bcc_list jsonb not null default '[]',
  reply_to jsonb not null default '[]',
  at timestamptz(3) not null,
  direction text not null check (direction in ('in', 'out')),
  snippet text not null default '',
  text text not null default '',
  -- As it came, with a limit; it is cleaned when it is shown.
  html text,
  is_read boolean not null default false,
  is_starred boolean not null default false,
  is_answered boolean not null default false,
  place text not null check (place in ('inbox', 'sent', 'drafts', 'archive', 'trash', 'junk', 'other')) default 'inbox',
  size integer not null default 0,
  has_attachments boolean not null default false,
  -- List-Unsubscribe, and whether one click is enough (RFC 8058).
  unsubscribe text not null default '',
  unsubscribe_one_click boolean not null default false,
  list_id text not null default '',
  is_automatic boolean not null default false,
  unsubscribed_at timestamptz(3),
  -- What the reader should know about how it was read: `cut`, `damaged`.
  remark text not null default '',
  search tsvector not null default ''::tsvector,
  created_at timestamptz(3) not null default now()
);
create unique index mail_messages_key on mail_messages (account_id, message_key);
create index mail_messages_thread on mail_messages (thread_id, at);
create index mail_messages_newest on mail_messages (account_id, at desc);
create index mail_messages_search on mail_messages using gin (search);
create index mail_messages_workspace on mail_messages (workspace_id);
select build_wall('mail_messages');
create policy mail_readers on mail_messages as restrictive to gauntlet_app
  using (account_id = any(array(select a.id from mail_accounts a)))
  with check (account_id = any(array(select a.id from mail_accounts a)));

-- Every message that one names: its own key, the one it answers, and those before. They lead to the thread.
create table mail_thread_keys (
  account_id uuid not null references mail_accounts (id) on delete cascade,
  workspace_id uuid not null references workspaces (id) on delete cascade,
  key text collate "C" not null,
  thread_id uuid not null references mail_threads (id) on delete cascade,
  primary key (account_id, key)
);
create index mail_thread_keys_thread on mail_thread_keys (thread_id);
create index mail_thread_keys_workspace on mail_thread_keys (workspace_id);
select build_wall('mail_thread_keys');
create policy mail_readers on mail_thread_keys as restrictive to gauntlet_app
  using (account_id = any(array(select a.id from mail_accounts a)))
  with check (account_id = any(array(select a.id from mail_accounts a)));

-- Where a message lies on the server.
create table mail_locations (
  folder_id uuid not null references mail_folders (id) on delete cascade,
  workspace_id uuid not null references workspaces (id) on delete cascade,
  account_id uuid not null references mail_accounts (id) on delete cascade,
  uid bigint not null,
  message_id uuid not null references mail_messages (id) on delete cascade,
  primary key (folder_id, uid)
);
create index mail_locations_message on mail_locations (message_id);
create index mail_locations_account on mail_locations (account_id);
create index mail_locations_workspace on mail_locations (workspace_id);
select build_wall('mail_locations');
create policy mail_readers on mail_locations as restrictive to gauntlet_app
  using (account_id = any(array(select a.id from mail_accounts a)))
  with check (account_id = any(array(select a.id from mail_accounts a)));

-- Who a message is from and to, for timelines and search.
create table mail_people (
  message_id uuid not null references mail_messages (id) on delete cascade,
  workspace_id uuid not null references workspaces (id) on delete cascade,
  account_id uuid not null references mail_accounts (id) on delete cascade,
  address text collate "C" not null,
  role text not null check (role in ('from', 'to', 'cc')),
  at timestamptz(3) not null,
  primary key (message_id, address, role)
);
create index mail_people_address on mail_people (workspace_id, address, at desc);
create index mail_people_account on mail_people (account_id);
select build_wall('mail_people');
create policy mail_readers on mail_people as restrictive to gauntlet_app
  using (account_id = any(array(select a.id from mail_accounts a)))
  with check (account_id = any(array(select a.id from mail_accounts a)));

-- Letters that are written: drafts, those that wait for their time, and what became of those that were sent.
create table mail_drafts (
  id uuid primary key,
  workspace_id uuid not null references workspaces (id) on delete cascade,
  account_id uuid not null references mail_accounts (id) on delete cascade,
  author_id uuid not null references users (id) on delete cascade,
  thread_id uuid references mail_threads (id) on delete set null,
  -- The message that it answers or forwards.
  answers_id uuid references mail_messages (id) on delete set null,
  mode text not null check (mode in ('new', 'reply', 'reply_all', 'forward')) default 'new',
  to_list jsonb not null default '[]',
  cc_list jsonb not null default '[]',
  bcc_list jsonb not null default '[]',
  subject text not null default '',
  text text not null default '',
  state text not null check (state in ('draft', 'scheduled', 'sending', 'sent', 'kept', 'refused', 'failed', 'unknown'))
    default 'draft',
  why text not null default '',
  send_at timestamptz(3),
  attempts integer not null default 0,
  -- When the last attempt began: a letter that stays `sending` after it has an unknown outcome.
  handed_at timestamptz(3),
  -- Message-ID without brackets, the same for every attempt.
  message_key text collate "C" not null,
  -- The model's text before a person changed it.
  suggested text not null default '',
  version integer not null default 1,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now()
);
create index mail_drafts_author on mail_drafts (workspace_id, author_id, state, updated_at desc);
create index mail_drafts_account on mail_drafts (account_id);
create index mail_drafts_thread on mail_drafts (thread_id);
create index mail_drafts_answers on mail_drafts (answers_id);
create index mail_drafts_due on mail_drafts (send_at) where state in ('scheduled', 'sending');
select build_wall('mail_drafts');
create policy mail_readers on mail_drafts as restrictive to gauntlet_app
  using (author_id = (select app_user()) and account_id = any(array(select a.id from mail_accounts a)))
  with check (author_id = (select app_user()) and account_id = any(array(select a.id from mail_accounts a)));

create table mail_attachments (
  id uuid primary key,
  workspace_id uuid not null references workspaces (id) on delete cascade,
  account_id uuid not null references mail_accounts (id) on delete cascade,
  message_id uuid references mail_messages (id) on delete cascade,
  draft_id uuid references mail_drafts (id) on delete cascade,
  -- Of a draft: who attached it.
  author_id uuid,
  name text not null,
  type text not null,
  size integer not null,
  content_id text not null default '',
  is_inline boolean not null default false,
  storage_key text not null,
  created_at timestamptz(3) not null default now()
);
create index mail_attachments_message on mail_attachments (message_id);
create index mail_attachments_draft on mail_attachments (draft_id);
create index mail_attachments_account on mail_attachments (account_id);
create index mail_attachments_workspace on mail_attachments (workspace_id);
select build_wall('mail_attachments');
create policy mail_readers on mail_attachments as restrictive to gauntlet_app
  using (account_id = any(array(select a.id from mail_accounts a)) and (author_id is null or author_id = (select app_user())))
  with check (account_id = any(array(select a.id from mail_accounts a)) and (author_id is null or author_id = (select app_user())));

-- Changes that the server has not heard of yet.
create table mail_pushes (
  id uuid primary key,
  workspace_id uuid not null references workspaces (id) on delete cascade,
  account_id uuid not null references mail_accounts (id) on delete cascade,
  message_id uuid not null references mail_messages (id) on delete cascade,
  act text not null check (act in ('read', 'unread', 'star', 'unstar', 'answered', 'move')),
  place text not null default '',
  attempts integer not null default 0
);
create index mail_pushes_account on mail_pushes (account_id, id);
create index mail_pushes_message on mail_pushes (message_id);
create index mail_pushes_workspace on mail_pushes (workspace_id);
select build_wall('mail_pushes');
create policy mail_readers on mail_pushes as restrictive to gauntlet_app
  using (account_id = any(array(select a.id from mail_accounts a)))
  with check (account_id = any(array(select a.id from mail_accounts a)));

create table mail_templates (
  id uuid primary key,
  workspace_id uuid not null references workspaces (id) on delete cascade,
  name text not null check (name <> ''),
  subject text not null default '',
  text text not null check (text <> ''),
  version integer not null default 1,
  created_by uuid,
  created_at timestamptz(3) not null default now()
);
create unique index mail_templates_name on mail_templates (workspace_id, lower(name));
select build_wall('mail_templates');
