-- What one unit is worth on a day: quoted or inverted; null without a quote.
create or replace function finance_quoted_rate(workspace uuid, from_code text, to_code text,
  on_day date) returns numeric
language sql stable
as $$
  select case when from_code = to_code then 1 else coalesce(
    (select rate from finance_rates where workspace_id = workspace and from_currency = from_code
      and to_currency = to_code and day <= on_day order by day desc limit 1),
    (select 1 / rate from finance_rates where workspace_id = workspace and from_currency = to_code
      and to_currency = from_code and day <= on_day order by day desc limit 1)) end
$$;
