-- A published version is never changed: what visitors saw, and agreed to, can be looked up later.
create or replace function refuse_version_change() returns trigger
language plpgsql
set plan_cache_mode = force_custom_plan
as $$
begin
  raise exception 'A published version is never changed' using errcode = 'insufficient_privilege';
end
$$;
