-- Search and lists of large mailboxes; see src/domains/mail/server/search.ts.

-- Words by where they stand: A subject, B sender, C recipients, D text and names of attachments. Each word of an address
-- stands by itself, so that `from:` and `to:` are found by the index, too.
update mail_messages m set search =
  setweight(to_tsvector('simple', regexp_replace(unaccented(m.subject), '[\x01-\x2f\x3a-\x40\x5b-\x60\x7b-\x7f]+', ' ', 'g')), 'A')
  || setweight(to_tsvector('simple', regexp_replace(unaccented(m.from_name || ' ' || m.from_address), '[\x01-\x2f\x3a-\x40\x5b-\x60\x7b-\x7f]+', ' ', 'g')), 'B')
  || setweight(to_tsvector('simple', regexp_replace(unaccented(coalesce((
      select string_agg(concat_ws(' ', p ->> 'name', p ->> 'address'), ' ')
        from jsonb_array_elements(m.to_list || m.cc_list || m.bcc_list) p), '')), '[\x01-\x2f\x3a-\x40\x5b-\x60\x7b-\x7f]+', ' ', 'g')), 'C')
  || to_tsvector('simple', regexp_replace(unaccented(left(concat_ws(' ',
      (select string_agg(f.name, ' ') from mail_attachments f where f.message_id = m.id), m.text), 60000)),
      '[\x01-\x2f\x3a-\x40\x5b-\x60\x7b-\x7f]+', ' ', 'g'));

-- Common words are found by reading the newest messages, rare ones by the index of words.
drop index mail_messages_newest;
create index mail_messages_newest on mail_messages (account_id, at desc, id desc);
create index mail_messages_files on mail_messages (account_id, at desc, id desc) where has_attachments;

-- Lists that hold few of many conversations.
create index mail_threads_inbox on mail_threads (account_id, last_at desc, id desc) where places && '{inbox}';
create index mail_threads_unread on mail_threads (account_id, last_at desc, id desc) where unread_count > 0;
create index mail_threads_starred on mail_threads (account_id, last_at desc, id desc) where is_starred;
create index mail_threads_newsletters on mail_threads (account_id, last_at desc, id desc) where triage = 'newsletter';
create index mail_threads_sent on mail_threads (account_id, last_at desc, id desc) where places && '{sent}';
create index mail_threads_removed on mail_threads (account_id, last_at desc, id desc) where places && '{trash,junk}';
create index mail_threads_labels on mail_threads (account_id, last_at desc, id desc) where labels <> '{}';
