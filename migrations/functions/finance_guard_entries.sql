-- Keeps entries of people and documents out of closed periods. Entries of the bank are guarded with their transactions.
create or replace function finance_guard_entries() returns trigger
language plpgsql
set plan_cache_mode = force_custom_plan
as $$
begin
  if tg_op <> 'INSERT' and old.source not in ('transaction', 'opening')
    and (tg_op = 'DELETE' or (old.day, old.ledger_id) is distinct from (new.day, new.ledger_id)) then
    if exists (select 1 from finance_ledgers where id = old.ledger_id)
      then perform finance_require_open(array[old.ledger_id], old.day); end if;
  end if;
  if tg_op = 'INSERT' then
    if new.source not in ('transaction', 'opening')
      then perform finance_require_open(array[new.ledger_id], new.day); end if;
  end if;
  return coalesce(new, old);
end
$$;
