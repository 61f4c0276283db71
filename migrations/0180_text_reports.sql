-- What became of texts: carriers report delivery, and STOP, START, and HELP are answered whatever else holds.
alter table messages
  drop constraint messages_state_check,
  add column is_reply boolean not null default false,
  add constraint messages_state_check check (state in
    ('queued', 'held', 'sending', 'sent', 'delivered', 'kept', 'refused', 'failed', 'unknown', 'bounced', 'complained'));
comment on column messages.is_reply is 'Answers STOP, START, or HELP, which no rule holds back';
