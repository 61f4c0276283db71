-- Sessions plan a prepared statement once (decision 0148). What a function asks depends on what it is given: a pattern, a
-- workspace that may hold ten records or a million, tables that fill up while it is called. Functions go on planning each time;
-- those whose every statement looks up by a key say so.
do $$
declare
  one regprocedure;
begin
  for one in
    select p.oid from pg_proc p join pg_language l on l.oid = p.prolang
    where p.pronamespace = 'public'::regnamespace
      and (l.lanname = 'plpgsql' or l.lanname = 'sql' and (p.prosecdef or p.proconfig is not null))
      and not exists (select from unnest(p.proconfig) setting where setting like 'plan_cache_mode=%')
      and not exists (select from pg_depend d where d.classid = 'pg_proc'::regclass and d.objid = p.oid and d.deptype = 'e')
  loop
    execute format('alter function %s set plan_cache_mode = %L', one, case when one::oid = 'app_is_on'::regproc then 'auto' else 'force_custom_plan' end);
  end loop;
end
$$;
