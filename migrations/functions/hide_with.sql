-- Hides rows together with the row that they belong to.
create or replace function hide_with(walled regclass, ref text, parent text) returns void
language plpgsql
set plan_cache_mode = force_custom_plan
as $$
declare
  seen text := format('exists (select 1 from %I p where p.id = %s.%I)', parent, walled, ref);
begin
  execute format('create policy private_records on %s as restrictive to gauntlet_reader using (%s) with check (%s)',
    walled, seen, seen);
end
$$;
