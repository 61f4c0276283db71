-- Notes the records whose roll-ups a write may have changed. tg_argv[0] is a select of (kind, id, objects, sources) for
-- a written row `r`: the record is due when a field of one of these kinds rolls up one of these sources (null: any). A
-- workspace without roll-ups pays one look into an index.
create or replace function note_rollups() returns trigger
language plpgsql
set plan_cache_mode = force_custom_plan
as $$
declare
  walled uuid := public.app_workspace();
  rows_of text;
begin
  if not exists (select 1 from public.custom_fields f where f.kind = 'rollup'
    and (walled is null or f.workspace_id = walled)) then return null; end if;
  foreach rows_of in array case tg_op when 'INSERT' then array['now_rows'] when 'DELETE' then array['was_rows']
    else array['was_rows', 'now_rows'] end loop
    execute format(
      'insert into public.rollup_due (workspace_id, kind, record_id)
       select distinct r.workspace_id, p.kind, p.id from %I r cross join lateral (%s) as p(kind, id, objects, sources)
       where p.id is not null and exists (
         select 1 from public.custom_fields f where f.workspace_id = r.workspace_id and f.kind = ''rollup''
           and f.object = any(p.objects)
           and (p.sources is null or f.rollup->>''source'' = any(p.sources)))', rows_of, tg_argv[0]);
  end loop;
  return null;
end
$$;
