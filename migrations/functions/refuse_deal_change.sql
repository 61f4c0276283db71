-- Keeps what was sent to a buyer, and what they signed, as it was.
create or replace function refuse_deal_change() returns trigger
language plpgsql
set plan_cache_mode = force_custom_plan
as $$
begin
  raise exception 'What was sent or signed does not change: make a new version' using errcode = 'insufficient_privilege';
end
$$;
