-- What came in less what went out, for two sides in one currency; otherwise 0.
create or replace function finance_transfer_difference(outgoing uuid, incoming uuid) returns numeric
language sql stable
set plan_cache_mode = force_custom_plan
as $$
  select coalesce((select o.amount + i.amount from finance_transactions o join finance_accounts a
    on a.id = o.account_id, finance_transactions i join finance_accounts b on b.id = i.account_id
    where o.id = outgoing and i.id = incoming and a.currency = b.currency), 0)
$$;
