-- Calendar events that emails invite to. One row is one event of a mailbox, however many messages speak of it.
create table mail_events (
  id uuid primary key,
  workspace_id uuid not null references workspaces (id) on delete cascade,
  account_id uuid not null references mail_accounts (id) on delete cascade,
  uid text collate "C" not null,
  -- Which occurrence of a series (RECURRENCE-ID): an instant or a day. Blank: the event itself.
  occurs text collate "C" not null default '',
  -- SEQUENCE and DTSTAMP of the newest message: an older one that comes late changes nothing.
  sequence integer not null,
  stamp timestamptz(3) not null,
  -- Address that the first message came from. Changes are taken from it or from the organizer only.
  sender text collate "C" not null,
  -- The event as the newest message says it.
  event jsonb not null,
  is_canceled boolean not null default false,
  answer text not null check (answer in ('none', 'accepted', 'tentative', 'declined')) default 'none',
  answered_by uuid,
  answered_at timestamptz(3),
  activity_id uuid,
  created_at timestamptz(3) not null default now()
);
create unique index mail_events_uid on mail_events (account_id, uid, occurs);
create index mail_events_workspace on mail_events (workspace_id);
select build_wall('mail_events');
create policy mail_readers on mail_events as restrictive to gauntlet_app
  using (account_id = any(array(select a.id from mail_accounts a)))
  with check (account_id = any(array(select a.id from mail_accounts a)));

-- The event as a message says it, and the row that holds what became of it.
alter table mail_messages
  add column event jsonb,
  add column event_id uuid references mail_events (id) on delete set null;
create index mail_messages_event on mail_messages (event_id) where event_id is not null;

-- The answer to an invitation that a letter carries: iCalendar text with METHOD:REPLY.
alter table mail_drafts add column calendar text not null default '';
