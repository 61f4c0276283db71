-- Calls that a teammate takes, and calls that an agent makes.
alter table phone_calls
  add column taken_by uuid references users (id) on delete set null,
  drop constraint phone_calls_kind_check,
  add constraint phone_calls_kind_check check (kind in ('inbound', 'outbound', 'test')),
  drop constraint phone_calls_outcome_check,
  add constraint phone_calls_outcome_check check (outcome in
    ('completed', 'message', 'callback', 'transferred', 'abandoned', 'missed', 'voicemail', 'limit', 'failed'));
create index phone_calls_taken_by on phone_calls (taken_by) where taken_by is not null;
