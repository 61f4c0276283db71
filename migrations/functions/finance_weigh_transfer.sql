-- Keeps the difference between the two sides of a transfer.
create or replace function finance_weigh_transfer() returns trigger
language plpgsql
set plan_cache_mode = force_custom_plan
as $$
begin
  new.difference := case when new.state = 'accepted' then finance_transfer_difference(new.out_id, new.in_id) else 0 end;
  return new;
end
$$;
