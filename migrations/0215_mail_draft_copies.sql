-- Copies of drafts in the server's folder of drafts, so that a draft can be continued in another mail program.
create table mail_draft_copies (
  id uuid primary key,
  workspace_id uuid not null references workspaces (id) on delete cascade,
  account_id uuid not null references mail_accounts (id) on delete cascade,
  -- Null: the draft is gone, and the copy on the server must follow.
  draft_id uuid references mail_drafts (id) on delete set null,
  uid_validity bigint not null,
  uid bigint not null,
  -- Version of the draft that the copy holds.
  version integer not null,
  -- A message there that is no draft of ours and stays alone, such as one that is too large.
  is_ignored boolean not null default false
);
create unique index mail_draft_copies_uid on mail_draft_copies (account_id, uid_validity, uid);
create index mail_draft_copies_draft on mail_draft_copies (draft_id);
create index mail_draft_copies_workspace on mail_draft_copies (workspace_id);
select build_wall('mail_draft_copies');
create policy mail_readers on mail_draft_copies as restrictive to gauntlet_app
  using (account_id = any(array(select a.id from mail_accounts a)))
  with check (account_id = any(array(select a.id from mail_accounts a)));

-- The folder of drafts as it was at the last look: UIDVALIDITY, UIDNEXT, and the number of messages.
alter table mail_accounts add column drafts_seen text not null default '';
