-- A receipt that says what another said: the same merchant, day and amount, photographed twice.
alter table expense_receipts
  add column read_as text generated always as (
    lower(regexp_replace(proposal -> 'merchant' ->> 'value', '[^[:alnum:]]+', '', 'g')) || ' ' || (proposal -> 'day' ->> 'value') || ' ' || coalesce(proposal -> 'currency' ->> 'value', '') || ' ' || (proposal -> 'total' ->> 'value')
  ) stored,
  -- Whose they are looked at both, and keeps both.
  add column kept_at timestamptz(3);
--> statement-breakpoint
create index expense_receipts_read_as on expense_receipts (workspace_id, user_id, read_as) where read_as is not null;
