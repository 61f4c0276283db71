-- Gives new categories their account in the chart.
create or replace function finance_chart_categories() returns trigger
language plpgsql
set plan_cache_mode = force_custom_plan
as $$
declare
  touched uuid;
begin
  for touched in select distinct n.ledger_id from new_rows n join finance_books b on b.ledger_id = n.ledger_id loop
    perform finance_complete_chart(touched);
  end loop;
  return null;
end
$$;
