-- Gives every bank account and every category of a ledger its account in the chart.
create or replace function finance_complete_chart(ledger uuid) returns void
language plpgsql
set plan_cache_mode = force_custom_plan
as $$
declare
  workspace uuid;
  missing record;
  made uuid;
  free integer;
begin
  select workspace_id into workspace from finance_books where ledger_id = ledger;
  if workspace is null then return; end if;
  if not exists (select 1 from finance_accounts a where a.workspace_id = workspace and a.ledger_id = ledger
    and not exists (select 1 from finance_book_accounts b where b.workspace_id = workspace and b.account_id = a.id))
    and not exists (select 1 from finance_categories c where c.workspace_id = workspace and c.ledger_id = ledger
      and c.book_account_id is null) then return; end if;
  perform pg_advisory_xact_lock(7292, hashtext(ledger::text));
  for missing in
    select 'account' as what, a.id, a.name, case a.kind when 'card' then 'card' when 'loan' then 'loan'
      when 'investment' then 'investment' when 'other' then 'currentAsset' else 'cash' end as role,
      case a.kind when 'card' then 2110 when 'loan' then 2510 when 'investment' then 1410 when 'other' then 1310
        else 1010 end as first_code
    from finance_accounts a where a.workspace_id = workspace and a.ledger_id = ledger
      and not exists (select 1 from finance_book_accounts b where b.workspace_id = workspace and b.account_id = a.id)
    union all
    select 'category', c.id, c.name, case c.kind when 'income' then 'revenue' else 'operatingExpense' end, case c.kind
      when 'income' then 4210 else 6810 end
    from finance_categories c where c.workspace_id = workspace and c.ledger_id = ledger and c.book_account_id is null
    order by 5, 3, 2
  loop
    select n into free from generate_series(missing.first_code, missing.first_code + 100000) n
    where not exists (select 1 from finance_book_accounts b where b.workspace_id = workspace and b.ledger_id = ledger
      and b.code = n::text) order by n limit 1;
    made := gen_random_uuid();
    insert into finance_book_accounts (id, workspace_id, ledger_id, code, name, role, account_id)
      values (made, workspace, ledger, free::text, missing.name, missing.role, case when missing.what = 'account'
      then missing.id end);
    if missing.what = 'category' then update finance_categories set book_account_id = made where id = missing.id
      and workspace_id = workspace; end if;
  end loop;
end
$$;
