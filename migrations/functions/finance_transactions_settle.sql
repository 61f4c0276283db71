-- A bank transaction that is deleted, restored or booked takes its payments along; a payment has the day of its
-- transaction.
create or replace function finance_transactions_settle() returns trigger
language plpgsql
set plan_cache_mode = force_custom_plan
as $$
declare
  ids uuid[];
begin
  update finance_payments p set day = n.day from new_rows n join old_rows o on o.id = n.id where p.transaction_id = n.id
    and p.removed_at is null and n.day <> o.day and p.day <> n.day;
  select array_agg(distinct p.document_id) into ids
  from new_rows n join old_rows o on o.id = n.id join finance_payments p on p.transaction_id = n.id
    and p.removed_at is null
  where p.document_id is not null and ((n.deleted_at is null) <> (o.deleted_at is null) or n.pending <> o.pending);
  if ids is not null then perform finance_settle_documents(ids); end if;
  return null;
end
$$;
