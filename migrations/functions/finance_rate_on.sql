-- What one unit is worth on a day: quoted, inverted, or by way of a third currency; null where no rate says so.
create or replace function finance_rate_on(workspace uuid, from_code text, to_code text, on_day date) returns numeric
language plpgsql stable
set plan_cache_mode = force_custom_plan
as $$
declare
  found_rate numeric := finance_quoted_rate(workspace, from_code, to_code, on_day);
begin
  if found_rate is not null then return found_rate; end if;
  select finance_quoted_rate(workspace, from_code, middle, on_day) * finance_quoted_rate(workspace, middle, to_code,
    on_day) into found_rate
  from (select from_currency as middle from finance_rates where workspace_id = workspace union select to_currency
    from finance_rates where workspace_id = workspace) known
  where middle not in (from_code, to_code) and finance_quoted_rate(workspace, from_code, middle, on_day) is not null
    and finance_quoted_rate(workspace, middle, to_code, on_day) is not null
  order by middle limit 1;
  return found_rate;
end
$$;
