-- Posts the transactions whose splits were written.
create or replace function finance_post_parts() returns trigger
language plpgsql
set plan_cache_mode = force_custom_plan
as $$
declare
  touched record;
begin
  for touched in
    select t.ledger_id, array_agg(distinct t.id) as ids from parts p join finance_transactions t
      on t.workspace_id = p.workspace_id and t.id = p.transaction_id join finance_books b on b.ledger_id = t.ledger_id
      group by t.ledger_id
  loop
    perform finance_post_transactions(touched.ledger_id, touched.ids);
  end loop;
  return null;
end
$$;
