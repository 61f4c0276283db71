-- Hides rows by the records that they name, in the columns `refs`. Written so that the planner expects nearly all rows
-- to meet the condition; a plain `not (… in …)` counts as half of them. The hidden ids are read once for each
-- statement.
create or replace function hide_private(walled regclass, variadic refs text[]) returns void
language plpgsql
set plan_cache_mode = force_custom_plan
as $$
declare
  ref text;
  seen text := 'true';
  hidden text := 'select p.record_id%s from private_records p where p.workspace_id = (select app_workspace())
    and not coalesce((select app_user()) = any(p.readers), false) and (select current_setting(''app.sight'', true)) is distinct from ''all''';
begin
  foreach ref in array refs loop
    seen := seen || format(' and nullif(coalesce(%s in (%s), false), true) is not null', ref,
      format(hidden, case when ref like '%subject_id%' or ref like '%->>%' then '::text' else '' end));
  end loop;
  execute format('create policy private_records on %s as restrictive to gauntlet_reader using (%s) with check (%s)',
    walled, seen, seen);
  execute format('alter policy workspace_wall on %s using (workspace_id = (select app_seen_workspace())) with check (workspace_id = (select app_seen_workspace()))', walled);
end
$$;
