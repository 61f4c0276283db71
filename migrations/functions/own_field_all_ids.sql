-- Living records of the workspace whose custom field is one of a list or lies within bounds, private ones included.
-- Conditions on JSON cannot use an index under row-level security, so this runs above it, with the workspace written
-- into it. Indexes hold only records with a value, and the first 200 characters of it: the filter itself is still held
-- against what is found.
create or replace function own_field_all_ids(kind text, key text, is_number boolean, any_of text[], low text, high text,
  most integer) returns table (id uuid)
language plpgsql stable security definer
set search_path = pg_catalog, public, pg_temp
set enable_seqscan = off
set plan_cache_mode = force_custom_plan
as $$
declare
  walled uuid := public.app_workspace();
  value text := public.own_field_value('r', key, is_number);
  type text := case when is_number then 'numeric' else 'text' end;
  conditions text := '';
begin
  if walled is null or public.record_table(kind) is null or (any_of is null and low is null and high is null)
    then return; end if;
  if any_of is not null then conditions := conditions
    || format(case when is_number then ' and %s = any(%L::numeric[])'
    else ' and %s = any(array(select left(public.lowered(u), 200) from unnest(%L::text[]) u))' end, value,
    any_of); end if;
  if low is not null then conditions := conditions || format(' and %s >= %L::%s', value, low, type); end if;
  if high is not null then conditions := conditions || format(' and %s <= %L::%s', value, high, type); end if;
  conditions := conditions || format(case when is_number then ' and %s is not null'
    else ' and not (%s = '''')' end, value);
  return query execute format('select r.id from public.%I r where r.workspace_id = %L::uuid and r.deleted_at is null%s limit %s', public.record_table(kind), walled, conditions, most);
end
$$;

revoke execute on function own_field_all_ids from public;
grant execute on function own_field_all_ids to gauntlet_app;
