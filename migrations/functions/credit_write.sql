-- Moves the balance of the present workspace and writes the entry that says why. The account's row is locked by
-- credit_apply().
create or replace function credit_write(kind text, amount numeric, held numeric, feature text, person uuid,
  grant_id uuid, reservation_id uuid, note text) returns void
language sql
as $$
  with account as (
    update credit_accounts set balance = balance + $2, reserved = reserved + $3
    where workspace_id = (select app_workspace()) returning workspace_id, balance, reserved
  )
  insert into credit_entries (workspace_id, kind, amount, held, balance, reserved, feature, user_id, grant_id,
    reservation_id, note, created_at)
  select workspace_id, $1, $2, $3, balance, reserved, $4, $5, $6, $7, $8, clock_timestamp() from account
$$;
