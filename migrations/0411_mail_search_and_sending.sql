-- Search and lists of large mailboxes (server/search.ts), sending that survives a crash (server/deliver.ts), and what the
-- assistant learns from (server/lessons.ts) of src/domains/mail.

-- All words of a message, each of which can be searched for, and those of its subject and its people once more with
-- `subject:`, `from:`, or `to:` in front, so that a search in one of them is found by the index alone.
update mail_messages m set search = to_tsvector('simple', (select string_agg(regexp_replace(unaccented(left(t, 60000)),
    '[\x01-\x2f\x3a-\x40\x5b-\x60\x7b-\x7f]+', ' ', 'g'), ' ') from (values (m.subject), (m.from_name), (m.from_address),
      ((select string_agg(concat_ws(' ', p ->> 'name', p ->> 'address'), ' ')
        from jsonb_array_elements(m.to_list || m.cc_list || m.bcc_list) p)),
      ((select string_agg(f.name, ' ') from mail_attachments f where f.message_id = m.id)), (m.text)) v(t)))
  || array_to_tsvector(array(select distinct f || w from (values ('subject:', m.subject),
      ('from:', m.from_name || ' ' || m.from_address),
      ('to:', (select string_agg(concat_ws(' ', p ->> 'name', p ->> 'address'), ' ')
        from jsonb_array_elements(m.to_list || m.cc_list || m.bcc_list) p))) v(f, t)
    cross join lateral regexp_split_to_table(
      regexp_replace(unaccented(t), '[\x01-\x2f\x3a-\x40\x5b-\x60\x7b-\x7f]+', ' ', 'g'), ' ') w
    where w <> '' and octet_length(w) < 400));

-- Common words are found by reading the newest messages, rare ones by the index of words.
drop index mail_messages_newest;
create index mail_messages_newest on mail_messages (account_id, at desc, id desc);
create index mail_messages_removed on mail_messages (account_id, at desc, id desc) where place in ('trash', 'junk');
create index mail_messages_files on mail_messages (account_id, at desc, id desc) where has_attachments;

-- Lists that hold few of many conversations.
create index mail_threads_inbox on mail_threads (account_id, last_at desc, id desc) where places && '{inbox}';
create index mail_threads_unread on mail_threads (account_id, last_at desc, id desc) where unread_count > 0;
create index mail_threads_starred on mail_threads (account_id, last_at desc, id desc) where is_starred;
create index mail_threads_newsletters on mail_threads (account_id, last_at desc, id desc) where triage = 'newsletter';
create index mail_threads_sent on mail_threads (account_id, last_at desc, id desc) where places && '{sent}';
create index mail_threads_removed on mail_threads (account_id, last_at desc, id desc) where places && '{trash,junk}';
create index mail_threads_labels on mail_threads (account_id, last_at desc, id desc) where labels <> '{}';

-- When the mail server took the letter: from then on it has left, whatever happens here.
alter table mail_drafts add column accepted_at timestamptz(3);

-- What a person made of a reply that the assistant drafted: both texts, for the next draft of the same person.
create table mail_lessons (
  id uuid primary key,
  workspace_id uuid not null references workspaces (id) on delete cascade,
  account_id uuid not null references mail_accounts (id) on delete cascade,
  author_id uuid not null references users (id) on delete cascade,
  suggested text not null,
  sent text not null,
  created_at timestamptz(3) not null default now()
);
create index mail_lessons_author on mail_lessons (account_id, author_id, created_at desc);
create index mail_lessons_workspace on mail_lessons (workspace_id);
create index mail_lessons_person on mail_lessons (author_id);
select build_wall('mail_lessons');
create policy mail_readers on mail_lessons as restrictive to gauntlet_app
  using (author_id = (select app_user()) and account_id = any(array(select a.id from mail_accounts a)))
  with check (author_id = (select app_user()) and account_id = any(array(select a.id from mail_accounts a)));
