-- Books of a business: a chart of accounts, and a journal of entries that always balance. What the bank tells is posted by
-- the database itself, in the transaction of the change, whichever way the change came.
create table finance_books (
  ledger_id uuid primary key references finance_ledgers (id) on delete cascade,
  workspace_id uuid not null,
  version integer not null default 1,
  -- Decimals of the ledger's currency.
  digits integer not null check (digits between 0 and 4),
  -- Month in which the business year begins.
  year_starts_in integer not null default 1 check (year_starts_in between 1 and 12),
  created_at timestamptz(3) not null default now()
);
--> statement-breakpoint
create table finance_book_accounts (
  id uuid primary key,
  workspace_id uuid not null,
  ledger_id uuid not null references finance_ledgers (id) on delete cascade,
  version integer not null default 1,
  code text collate "C" not null check (code ~ '^[0-9]{3,8}$'),
  name text not null,
  -- engine/ledger/accounts.ts says what each is, and its type.
  role text not null check (role in (
    'cash', 'receivable', 'inventory', 'currentAsset', 'investment', 'fixedAsset', 'accumulatedDepreciation', 'otherAsset',
    'payable', 'card', 'taxPayable', 'currentLiability', 'loan', 'longTermLiability', 'capital', 'drawings', 'retainedEarnings',
    'revenue', 'otherIncome', 'costOfSales', 'operatingExpense', 'depreciation', 'interest', 'incomeTax', 'otherExpense')),
  -- What the product itself posts to: found by this name, whatever the account is called.
  system text,
  -- The bank account, card or loan that it stands for.
  account_id uuid references finance_accounts (id) on delete set null,
  archived_at timestamptz(3),
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now()
);
--> statement-breakpoint
create unique index finance_book_accounts_code on finance_book_accounts (workspace_id, ledger_id, code);
--> statement-breakpoint
create unique index finance_book_accounts_system on finance_book_accounts (workspace_id, ledger_id, system) where system is not null;
--> statement-breakpoint
create unique index finance_book_accounts_account on finance_book_accounts (workspace_id, account_id) where account_id is not null;
--> statement-breakpoint
-- What is of this category is posted to this account.
alter table finance_categories add column book_account_id uuid references finance_book_accounts (id) on delete set null;
--> statement-breakpoint
create index finance_categories_book_account on finance_categories (book_account_id) where book_account_id is not null;
--> statement-breakpoint
create table finance_book_entries (
  id uuid primary key,
  workspace_id uuid not null,
  ledger_id uuid not null references finance_ledgers (id) on delete cascade,
  day date not null,
  memo text not null default '',
  kind text not null default 'entry' check (kind in ('entry', 'closing')),
  -- What it was made from: `manual`, `transaction`, `opening`, `invoice`, `bill`, `payment`, …
  source text not null,
  source_id uuid,
  reverses uuid references finance_book_entries (id),
  reversed_by uuid references finance_book_entries (id),
  -- Of the currency of its source into the ledger's, where they differ.
  rate numeric,
  created_by uuid,
  created_at timestamptz(3) not null default now()
);
--> statement-breakpoint
create index finance_book_entries_list on finance_book_entries (workspace_id, ledger_id, day desc, id desc);
--> statement-breakpoint
-- Nothing is posted twice from one source, unless it was reversed meanwhile.
create unique index finance_book_entries_source on finance_book_entries (workspace_id, source, source_id) where source_id is not null and reverses is null and reversed_by is null;
--> statement-breakpoint
create unique index finance_book_entries_reverses on finance_book_entries (reverses) where reverses is not null;
--> statement-breakpoint
create index finance_book_entries_reversed_by on finance_book_entries (reversed_by) where reversed_by is not null;
--> statement-breakpoint
create table finance_book_lines (
  workspace_id uuid not null,
  ledger_id uuid not null,
  entry_id uuid not null references finance_book_entries (id) on delete cascade,
  position integer not null,
  account_id uuid not null references finance_book_accounts (id),
  -- In the ledger's currency: debits positive, credits negative.
  amount numeric not null check (amount <> 0),
  memo text not null default '',
  foreign_amount numeric,
  foreign_currency text,
  -- Of the entry: sums are read from an index alone.
  day date not null,
  closing boolean not null default false,
  primary key (entry_id, position)
);
--> statement-breakpoint
create index finance_book_lines_sums on finance_book_lines (workspace_id, ledger_id, day) include (account_id, amount, closing);
--> statement-breakpoint
create index finance_book_lines_account on finance_book_lines (workspace_id, account_id, day desc, entry_id desc) include (amount);
--> statement-breakpoint
select build_wall(walled::regclass) from unnest(array['finance_books', 'finance_book_accounts', 'finance_book_entries', 'finance_book_lines']) as walled;
--> statement-breakpoint
-- Whatever wrote it: an entry that does not balance when its transaction ends does not come to be.
create function finance_require_balance() returns trigger language plpgsql as $$
declare
  entry uuid := case when tg_op = 'DELETE' then old.entry_id else new.entry_id end;
  difference numeric;
begin
  select sum(amount) into difference from finance_book_lines where entry_id = entry;
  if difference <> 0 then
    raise exception 'The entry % is out of balance by %', entry, difference using errcode = 'FC002';
  end if;
  return null;
end
$$;
--> statement-breakpoint
create constraint trigger finance_book_lines_balance after insert or update or delete on finance_book_lines deferrable initially deferred for each row execute function finance_require_balance();
--> statement-breakpoint
-- Entries of people and documents keep out of closed periods; those of the bank are guarded with their transactions.
create function finance_guard_entries() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' and old.source not in ('transaction', 'opening') and (tg_op = 'DELETE' or (old.day, old.ledger_id) is distinct from (new.day, new.ledger_id)) then
    if exists (select 1 from finance_ledgers where id = old.ledger_id) then perform finance_require_open(array[old.ledger_id], old.day); end if;
  end if;
  if tg_op = 'INSERT' then
    if new.source not in ('transaction', 'opening') then perform finance_require_open(array[new.ledger_id], new.day); end if;
  end if;
  return coalesce(new, old);
end
$$;
--> statement-breakpoint
create trigger finance_book_entries_guard before insert or update or delete on finance_book_entries for each row execute function finance_guard_entries();
--> statement-breakpoint
-- What one unit is worth on a day: quoted, inverted, or over a third currency; null where nothing says so.
create function finance_quoted_rate(workspace uuid, from_code text, to_code text, on_day date) returns numeric language sql stable as $$
  select case when from_code = to_code then 1 else coalesce(
    (select rate from finance_rates where workspace_id = workspace and from_currency = from_code and to_currency = to_code and day <= on_day order by day desc limit 1),
    (select 1 / rate from finance_rates where workspace_id = workspace and from_currency = to_code and to_currency = from_code and day <= on_day order by day desc limit 1)) end
$$;
--> statement-breakpoint
create function finance_rate_on(workspace uuid, from_code text, to_code text, on_day date) returns numeric language plpgsql stable as $$
declare
  found_rate numeric := finance_quoted_rate(workspace, from_code, to_code, on_day);
begin
  if found_rate is not null then return found_rate; end if;
  select finance_quoted_rate(workspace, from_code, middle, on_day) * finance_quoted_rate(workspace, middle, to_code, on_day) into found_rate
  from (select from_currency as middle from finance_rates where workspace_id = workspace union select to_currency from finance_rates where workspace_id = workspace) known
  where middle not in (from_code, to_code) and finance_quoted_rate(workspace, from_code, middle, on_day) is not null and finance_quoted_rate(workspace, middle, to_code, on_day) is not null
  order by middle limit 1;
  return found_rate;
end
$$;
--> statement-breakpoint
-- Gives every bank account and every category of a ledger its account in the chart.
create function finance_complete_chart(ledger uuid) returns void language plpgsql as $$
declare
  workspace uuid;
  missing record;
  made uuid;
  free integer;
begin
  select workspace_id into workspace from finance_books where ledger_id = ledger;
  if workspace is null then return; end if;
  if not exists (select 1 from finance_accounts a where a.workspace_id = workspace and a.ledger_id = ledger and not exists (select 1 from finance_book_accounts b where b.workspace_id = workspace and b.account_id = a.id))
    and not exists (select 1 from finance_categories c where c.workspace_id = workspace and c.ledger_id = ledger and c.book_account_id is null) then return; end if;
  perform pg_advisory_xact_lock(7292, hashtext(ledger::text));
  for missing in
    select 'account' as what, a.id, a.name, case a.kind when 'card' then 'card' when 'loan' then 'loan' when 'investment' then 'investment' when 'other' then 'currentAsset' else 'cash' end as role,
      case a.kind when 'card' then 2110 when 'loan' then 2510 when 'investment' then 1410 when 'other' then 1310 else 1010 end as first_code
    from finance_accounts a where a.workspace_id = workspace and a.ledger_id = ledger and not exists (select 1 from finance_book_accounts b where b.workspace_id = workspace and b.account_id = a.id)
    union all
    select 'category', c.id, c.name, case c.kind when 'income' then 'revenue' else 'operatingExpense' end, case c.kind when 'income' then 4210 else 6810 end
    from finance_categories c where c.workspace_id = workspace and c.ledger_id = ledger and c.book_account_id is null
    order by 5, 3, 2
  loop
    select n into free from generate_series(missing.first_code, missing.first_code + 100000) n
    where not exists (select 1 from finance_book_accounts b where b.workspace_id = workspace and b.ledger_id = ledger and b.code = n::text) order by n limit 1;
    made := gen_random_uuid();
    insert into finance_book_accounts (id, workspace_id, ledger_id, code, name, role, account_id) values (made, workspace, ledger, free::text, missing.name, missing.role, case when missing.what = 'account' then missing.id end);
    if missing.what = 'category' then update finance_categories set book_account_id = made where id = missing.id and workspace_id = workspace; end if;
  end loop;
end
$$;
--> statement-breakpoint
-- Money received from customers or paid to suppliers, and what of the bank's lines it is: see the next migration.
create table finance_payments (
  id uuid primary key,
  workspace_id uuid not null,
  ledger_id uuid not null references finance_ledgers (id) on delete cascade,
  document_id uuid not null,
  -- The bank's line that it is; without one it was entered by hand, with an entry of its own.
  transaction_id uuid references finance_transactions (id) on delete cascade,
  entry_id uuid references finance_book_entries (id),
  -- Receivable or payable.
  account_id uuid not null references finance_book_accounts (id),
  direction text not null check (direction in ('in', 'out')),
  day date not null,
  -- In the document's currency, and what of the receivable it settles in the ledger's.
  amount numeric not null check (amount > 0),
  book_amount numeric not null check (book_amount >= 0),
  note text not null default '',
  removed_at timestamptz(3),
  created_by uuid,
  created_at timestamptz(3) not null default now()
);
--> statement-breakpoint
create index finance_payments_document on finance_payments (workspace_id, document_id) where removed_at is null;
--> statement-breakpoint
create index finance_payments_transaction on finance_payments (transaction_id) where removed_at is null;
--> statement-breakpoint
select build_wall('finance_payments');
--> statement-breakpoint
-- Posts transactions of a ledger anew: the bank's side, and against it what it was for.
create function finance_post_transactions(ledger uuid, ids uuid[]) returns void language plpgsql as $$
declare
  workspace uuid;
  base text;
  places integer;
  suspense uuid;
  transit uuid;
  exchange uuid;
  wanted uuid[];
  kept jsonb;
begin
  select b.workspace_id, l.currency, b.digits into workspace, base, places from finance_books b join finance_ledgers l on l.id = b.ledger_id where b.ledger_id = ledger;
  if workspace is null or cardinality(ids) = 0 then return; end if;
  perform finance_complete_chart(ledger);
  select max(id::text) filter (where system = 'suspense')::uuid, max(id::text) filter (where system = 'transit')::uuid, max(id::text) filter (where system = 'exchange')::uuid
    into suspense, transit, exchange from finance_book_accounts where workspace_id = workspace and ledger_id = ledger and system in ('suspense', 'transit', 'exchange');
  -- The other side of a transfer is worth what this side is worth.
  select array_agg(distinct id) into wanted from (
    select unnest(ids) as id
    union all select o.id from finance_transactions t join finance_transactions o on o.workspace_id = t.workspace_id and o.transfer_id = t.transfer_id where t.workspace_id = workspace and t.id = any(ids)) x;
  -- What was posted once at a rate stays at it.
  select jsonb_object_agg(source_id::text || day::text, rate) into kept from finance_book_entries where workspace_id = workspace and source = 'transaction' and source_id = any(wanted) and rate is not null;
  delete from finance_book_entries where workspace_id = workspace and source = 'transaction' and source_id = any(wanted);
  insert into finance_book_entries (id, workspace_id, ledger_id, day, source, source_id, rate, created_by, created_at)
    select id, workspace, ledger, day, 'transaction', id, case when currency <> base then rate end, created_by, now() from (
      select t.*, a.currency, case when a.currency = base then 1 else coalesce((kept ->> (t.id::text || t.day::text))::numeric, finance_rate_on(workspace, a.currency, base, t.day)) end as rate
      from finance_transactions t join finance_accounts a on a.id = t.account_id and a.workspace_id = t.workspace_id
      where t.workspace_id = workspace and t.ledger_id = ledger and t.id = any(wanted) and t.deleted_at is null and not t.pending) x
    where round(amount * rate, places) <> 0;
  insert into finance_book_lines (workspace_id, ledger_id, entry_id, position, account_id, amount, memo, foreign_amount, foreign_currency, day)
    with posted as (
      select t.id, t.day, t.amount, t.category_id, t.transfer_id, coalesce(e.rate, 1) as rate, e.rate as exchanged, a.currency, b.id as bank,
        (select coalesce(sum(case p.direction when 'in' then p.amount else -p.amount end), 0) from finance_payments p where p.transaction_id = t.id and p.removed_at is null) as settled
      from finance_book_entries e join finance_transactions t on t.id = e.source_id and t.workspace_id = workspace
      join finance_accounts a on a.id = t.account_id join finance_book_accounts b on b.workspace_id = workspace and b.account_id = a.id
      where e.workspace_id = workspace and e.source = 'transaction' and e.source_id = any(wanted)
    ), lines as (
      select id, day, 0 as place, bank as account, round(amount * rate, places) as value, '' as memo, case when exchanged is not null then amount end as foreign_amount, case when exchanged is not null then currency end as foreign_currency from posted
      union all
      select t.id, t.day, 1, p.account_id, case p.direction when 'in' then -p.book_amount else p.book_amount end, p.note, null, null
      from posted t join finance_payments p on p.transaction_id = t.id and p.removed_at is null
      union all
      select t.id, t.day, 2, coalesce(c.book_account_id, suspense), -round(s.amount * t.rate, places), s.notes, null, null
      from posted t join finance_splits s on s.workspace_id = workspace and s.transaction_id = t.id left join finance_categories c on c.id = s.category_id
      where t.transfer_id is null and t.settled = 0
      union all
      select t.id, t.day, 2, coalesce(c.book_account_id, suspense), -round((t.amount - t.settled) * t.rate, places), '', null, null
      from posted t left join finance_categories c on c.id = t.category_id
      where t.transfer_id is null and t.amount <> t.settled and (t.settled <> 0 or not exists (select 1 from finance_splits s where s.workspace_id = workspace and s.transaction_id = t.id))
      union all
      -- A transfer's incoming side takes out of transit what the outgoing side put in.
      select t.id, t.day, 2, transit, case when t.amount > 0 then coalesce((
          select round(o.amount * coalesce(e.rate, 1), places) from finance_transactions o join finance_book_entries e on e.workspace_id = workspace and e.source = 'transaction' and e.source_id = o.id
          where o.workspace_id = workspace and o.transfer_id = t.transfer_id and o.id <> t.id), -round(t.amount * t.rate, places)) else -round(t.amount * t.rate, places) end, '', null, null
      from posted t where t.transfer_id is not null
    ), complete as (
      select * from lines
      union all
      -- Rounding, and what the rates made of it between document and payment.
      select id, day, 9, exchange, -sum(value), '', null, null from lines group by id, day having sum(value) <> 0
    )
    select workspace, ledger, id, row_number() over (partition by id order by place, account, value) - 1, account, value, memo, foreign_amount, foreign_currency, day from complete where value <> 0;
end
$$;
--> statement-breakpoint
-- Posts what an account held when it began.
create function finance_post_opening(account uuid) returns void language plpgsql as $$
declare
  held record;
  value numeric;
  opened date;
begin
  select a.workspace_id, a.ledger_id, a.opening_balance, a.opening_day, a.created_at, a.currency, l.currency as base, b.digits, c.id as book, o.id as opening into held
  from finance_accounts a join finance_books b on b.ledger_id = a.ledger_id join finance_ledgers l on l.id = a.ledger_id
  join finance_book_accounts c on c.workspace_id = a.workspace_id and c.account_id = a.id
  join finance_book_accounts o on o.workspace_id = a.workspace_id and o.ledger_id = a.ledger_id and o.system = 'opening' where a.id = account;
  if not found then return; end if;
  delete from finance_book_entries where workspace_id = held.workspace_id and source = 'opening' and source_id = account;
  opened := coalesce(held.opening_day, least((select min(day) from finance_transactions where workspace_id = held.workspace_id and account_id = account and deleted_at is null), held.created_at::date));
  value := round(held.opening_balance * finance_rate_on(held.workspace_id, held.currency, held.base, opened), held.digits);
  if value is null or value = 0 then return; end if;
  insert into finance_book_entries (id, workspace_id, ledger_id, day, memo, source, source_id) values (account, held.workspace_id, held.ledger_id, opened, 'Opening balance', 'opening', account);
  insert into finance_book_lines (workspace_id, ledger_id, entry_id, position, account_id, amount, foreign_amount, foreign_currency, day) values
    (held.workspace_id, held.ledger_id, account, 0, held.book, value, case when held.currency <> held.base then held.opening_balance end, case when held.currency <> held.base then held.currency end, opened),
    (held.workspace_id, held.ledger_id, account, 1, held.opening, -value, null, null, opened);
end
$$;
--> statement-breakpoint
create function finance_post_changed() returns trigger language plpgsql as $$
declare
  touched record;
begin
  if tg_op = 'INSERT' then
    for touched in select n.ledger_id, array_agg(n.id) as ids from new_rows n join finance_books b on b.ledger_id = n.ledger_id where n.deleted_at is null and not n.pending group by n.ledger_id loop
      perform finance_post_transactions(touched.ledger_id, touched.ids);
    end loop;
  elsif tg_op = 'UPDATE' then
    for touched in
      select n.ledger_id, array_agg(n.id) as ids from new_rows n join old_rows o on o.id = n.id join finance_books b on b.ledger_id = n.ledger_id
      where (o.day, o.amount, o.account_id, o.category_id, o.pending, o.deleted_at is null, o.transfer_id) is distinct from (n.day, n.amount, n.account_id, n.category_id, n.pending, n.deleted_at is null, n.transfer_id)
      group by n.ledger_id
    loop
      perform finance_post_transactions(touched.ledger_id, touched.ids);
    end loop;
  else
    delete from finance_book_entries e using old_rows o where e.workspace_id = o.workspace_id and e.source = 'transaction' and e.source_id = o.id;
  end if;
  return null;
end
$$;
--> statement-breakpoint
create trigger finance_transactions_post_added after insert on finance_transactions referencing new table as new_rows for each statement execute function finance_post_changed();
--> statement-breakpoint
create trigger finance_transactions_post_changed after update on finance_transactions referencing old table as old_rows new table as new_rows for each statement execute function finance_post_changed();
--> statement-breakpoint
create trigger finance_transactions_post_gone after delete on finance_transactions referencing old table as old_rows for each statement execute function finance_post_changed();
--> statement-breakpoint
create function finance_post_parts() returns trigger language plpgsql as $$
declare
  touched record;
begin
  for touched in
    select t.ledger_id, array_agg(distinct t.id) as ids from parts p join finance_transactions t on t.workspace_id = p.workspace_id and t.id = p.transaction_id join finance_books b on b.ledger_id = t.ledger_id group by t.ledger_id
  loop
    perform finance_post_transactions(touched.ledger_id, touched.ids);
  end loop;
  return null;
end
$$;
--> statement-breakpoint
create trigger finance_splits_post_added after insert on finance_splits referencing new table as parts for each statement execute function finance_post_parts();
--> statement-breakpoint
create trigger finance_splits_post_changed after update on finance_splits referencing new table as parts for each statement execute function finance_post_parts();
--> statement-breakpoint
create trigger finance_splits_post_gone after delete on finance_splits referencing old table as parts for each statement execute function finance_post_parts();
--> statement-breakpoint
create function finance_chart_account() returns trigger language plpgsql as $$
begin
  if exists (select 1 from finance_books where ledger_id = new.ledger_id) then
    perform finance_complete_chart(new.ledger_id);
    if tg_op = 'UPDATE' and old.name <> new.name then update finance_book_accounts set name = new.name where workspace_id = new.workspace_id and account_id = new.id and name = old.name; end if;
    if tg_op = 'INSERT' or (old.opening_balance, old.opening_day) is distinct from (new.opening_balance, new.opening_day) then perform finance_post_opening(new.id); end if;
  end if;
  return null;
end
$$;
--> statement-breakpoint
create trigger finance_accounts_chart after insert or update on finance_accounts for each row execute function finance_chart_account();
--> statement-breakpoint
create function finance_chart_categories() returns trigger language plpgsql as $$
declare
  touched uuid;
begin
  for touched in select distinct n.ledger_id from new_rows n join finance_books b on b.ledger_id = n.ledger_id loop
    perform finance_complete_chart(touched);
  end loop;
  return null;
end
$$;
--> statement-breakpoint
create trigger finance_categories_chart after insert on finance_categories referencing new table as new_rows for each statement execute function finance_chart_categories();
--> statement-breakpoint
-- Transactions and opening balances that wait for an exchange rate. Says how many transactions still do.
create function finance_post_waiting(ledger uuid) returns integer language plpgsql as $$
declare
  ids uuid[];
  account uuid;
begin
  select array_agg(t.id) into ids from finance_books b join finance_ledgers l on l.id = b.ledger_id
    join finance_accounts a on a.workspace_id = b.workspace_id and a.ledger_id = b.ledger_id and a.currency <> l.currency
    join finance_transactions t on t.workspace_id = a.workspace_id and t.account_id = a.id and t.deleted_at is null and not t.pending
    where b.ledger_id = ledger and not exists (select 1 from finance_book_entries e where e.workspace_id = t.workspace_id and e.source = 'transaction' and e.source_id = t.id);
  if ids is not null then perform finance_post_transactions(ledger, ids); end if;
  for account in select a.id from finance_books b join finance_ledgers l on l.id = b.ledger_id join finance_accounts a on a.workspace_id = b.workspace_id and a.ledger_id = b.ledger_id and a.currency <> l.currency
    where b.ledger_id = ledger and a.opening_balance <> 0 and not exists (select 1 from finance_book_entries e where e.workspace_id = a.workspace_id and e.source = 'opening' and e.source_id = a.id) loop
    perform finance_post_opening(account);
  end loop;
  return (select count(*) from unnest(ids) as x(id) where not exists (select 1 from finance_book_entries e where e.source = 'transaction' and e.source_id = x.id));
end
$$;
--> statement-breakpoint
create function finance_post_rates() returns trigger language plpgsql as $$
declare
  ledger uuid;
begin
  for ledger in select b.ledger_id from finance_books b where b.workspace_id in (select workspace_id from new_rows) loop
    perform finance_post_waiting(ledger);
  end loop;
  return null;
end
$$;
--> statement-breakpoint
create trigger finance_rates_post after insert on finance_rates referencing new table as new_rows for each statement execute function finance_post_rates();
