-- A new owner may read a private record.
create or replace function owner_sees() returns trigger
language plpgsql
set plan_cache_mode = force_custom_plan
as $$
begin
  update public.private_records set readers = readers || new.owner_id where record_id = new.id
    and not (new.owner_id = any(readers));
  return null;
end
$$;
