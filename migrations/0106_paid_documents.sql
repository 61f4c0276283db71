-- What is paid of an invoice or bill is kept with it: what is owed is found by an index, however many are paid long since.
alter table finance_documents
  -- In the document's currency and in the ledger's: payments that count, those by a line of the bank as long as the line is there and booked.
  add column paid numeric not null default 0,
  add column book_paid numeric not null default 0;
--> statement-breakpoint
create function finance_settle_documents(ids uuid[]) returns void language plpgsql as $$
begin
  -- Locked first, in one order, and summed then: what another has just paid is in it.
  perform 1 from finance_documents d where d.id = any(ids) order by d.id for update;
  update finance_documents d set paid = s.paid, book_paid = s.book_paid
  from (
    select o.id, coalesce(sum(p.amount), 0) as paid, coalesce(sum(p.book_amount), 0) as book_paid
    from finance_documents o
    left join (finance_payments p left join finance_transactions t on t.id = p.transaction_id)
      on p.workspace_id = o.workspace_id and p.document_id = o.id and p.removed_at is null and (p.transaction_id is null or (t.deleted_at is null and not t.pending))
    where o.id = any(ids) group by o.id
  ) s
  where d.id = s.id and (d.paid <> s.paid or d.book_paid <> s.book_paid);
end
$$;
--> statement-breakpoint
create function finance_payments_settle() returns trigger language plpgsql as $$
declare
  ids uuid[];
begin
  if tg_op = 'INSERT' then
    select array_agg(distinct n.document_id) into ids from new_rows n where n.document_id is not null;
  elsif tg_op = 'DELETE' then
    select array_agg(distinct o.document_id) into ids from old_rows o where o.document_id is not null;
  else
    select array_agg(distinct x.document_id) into ids from (select document_id from new_rows union select document_id from old_rows) x where x.document_id is not null;
  end if;
  if ids is not null then perform finance_settle_documents(ids); end if;
  return null;
end
$$;
--> statement-breakpoint
create trigger finance_payments_added after insert on finance_payments referencing new table as new_rows for each statement execute function finance_payments_settle();
--> statement-breakpoint
create trigger finance_payments_changed after update on finance_payments referencing old table as old_rows new table as new_rows for each statement execute function finance_payments_settle();
--> statement-breakpoint
create trigger finance_payments_gone after delete on finance_payments referencing old table as old_rows for each statement execute function finance_payments_settle();
--> statement-breakpoint
-- A line of the bank that goes, comes back or is booked takes its payments along.
create function finance_transactions_settle() returns trigger language plpgsql as $$
declare
  ids uuid[];
begin
  select array_agg(distinct p.document_id) into ids
  from new_rows n join old_rows o on o.id = n.id join finance_payments p on p.transaction_id = n.id and p.removed_at is null
  where p.document_id is not null and ((n.deleted_at is null) <> (o.deleted_at is null) or n.pending <> o.pending);
  if ids is not null then perform finance_settle_documents(ids); end if;
  return null;
end
$$;
--> statement-breakpoint
create trigger finance_transactions_settle_changed after update on finance_transactions referencing old table as old_rows new table as new_rows for each statement execute function finance_transactions_settle();
--> statement-breakpoint
update finance_documents d set paid = s.paid, book_paid = s.book_paid
from (
  select p.document_id, sum(p.amount) as paid, sum(p.book_amount) as book_paid from finance_payments p left join finance_transactions t on t.id = p.transaction_id
  where p.document_id is not null and p.removed_at is null and (p.transaction_id is null or (t.deleted_at is null and not t.pending)) group by 1
) s where d.id = s.document_id;
--> statement-breakpoint
create index finance_documents_owed on finance_documents (workspace_id, ledger_id, kind, due_day, id) where deleted_at is null and state = 'open' and (total <> paid or book_total <> book_paid);
--> statement-breakpoint
drop index finance_documents_open;
--> statement-breakpoint
-- How things stood on a day that is past: what was voided or paid since.
create index finance_documents_voided on finance_documents (workspace_id, ledger_id, voided_on) where state = 'void';
--> statement-breakpoint
create index finance_payments_day on finance_payments (workspace_id, ledger_id, day) where document_id is not null;
--> statement-breakpoint
create index finance_payments_removed on finance_payments (workspace_id, ledger_id, removed_on) where document_id is not null and removed_on is not null;
--> statement-breakpoint
create index finance_documents_drafts on finance_documents (workspace_id, ledger_id, kind) where deleted_at is null and state = 'draft';
