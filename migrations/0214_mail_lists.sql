-- Messages that name a way to unsubscribe, for the list of mailing lists.
create index mail_messages_lists on mail_messages (account_id, at desc) where unsubscribe <> '';
