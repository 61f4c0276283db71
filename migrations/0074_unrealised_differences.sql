-- What balances in other currencies are worth at the end of a period is posted apart from differences that money has realised.
insert into finance_book_accounts (id, workspace_id, ledger_id, code, name, role, system)
select gen_random_uuid(), b.workspace_id, b.ledger_id,
  (select n::text from generate_series(7110, 7999) n where not exists (select 1 from finance_book_accounts a where a.workspace_id = b.workspace_id and a.ledger_id = b.ledger_id and a.code = n::text) order by n limit 1),
  'Unrealised exchange differences', 'otherExpense', 'unrealised'
from finance_books b;
