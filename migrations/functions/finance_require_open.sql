-- Refuses a change in a closed period. The lock keeps the period from being closed while the change is under way.
create or replace function finance_require_open(ledgers uuid[], first_day date) returns void
language plpgsql
set plan_cache_mode = force_custom_plan
as $$
declare
  ledger uuid;
  closed date;
begin
  for ledger in select distinct l from unnest(ledgers) as l order by l loop
    perform pg_advisory_xact_lock_shared(7291, hashtext(ledger::text));
    select closed_until into closed from finance_ledgers where id = ledger;
    if closed >= first_day then
      raise exception 'The period is closed' using errcode = 'FC001', detail = closed::text;
    end if;
  end loop;
end
$$;
