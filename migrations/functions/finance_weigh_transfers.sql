-- Keeps the difference of transfers whose transactions changed.
create or replace function finance_weigh_transfers() returns trigger
language plpgsql
set plan_cache_mode = force_custom_plan
as $$
begin
  update finance_transfers f set difference = finance_transfer_difference(f.out_id, f.in_id)
  from new_rows n join old_rows o on o.id = n.id where f.id = n.transfer_id and f.state = 'accepted'
    and n.amount <> o.amount;
  return null;
end
$$;
