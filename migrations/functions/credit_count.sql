-- Counts what is used and held in the day and in its month.
create or replace function credit_count(day date, feature text, person uuid, used numeric, held numeric,
  times integer) returns void
language sql
as $$
  insert into credit_usage as u (workspace_id, period, starts, feature, user_id, used, held, times)
  select app_workspace(), period, date_trunc(period, $1::timestamp)::date, $2,
    coalesce($3, '00000000-0000-0000-0000-000000000000'), $4, $5, $6
  from unnest(array['day', 'month']) as period
  on conflict (workspace_id, period, starts, feature, user_id) do update
    set used = u.used + excluded.used, held = u.held + excluded.held, times = u.times + excluded.times
$$;
