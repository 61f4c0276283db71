-- Refuses an entry that does not balance when its transaction ends, whoever wrote it.
create or replace function finance_require_balance() returns trigger
language plpgsql
set plan_cache_mode = force_custom_plan
as $$
declare
  entry uuid := case when tg_op = 'DELETE' then old.entry_id else new.entry_id end;
  difference numeric;
begin
  select sum(amount) into difference from finance_book_lines where entry_id = entry;
  if difference <> 0 then
    raise exception 'The entry % is out of balance by %', entry, difference using errcode = 'FC002';
  end if;
  return null;
end
$$;
