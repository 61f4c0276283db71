-- Sums up what is paid of invoices and bills.
create or replace function finance_settle_documents(ids uuid[]) returns void
language plpgsql
set plan_cache_mode = force_custom_plan
as $$
begin
  -- Locked first, in one order, and summed then: what another has just paid is in it.
  perform 1 from finance_documents d where d.id = any(ids) order by d.id for update;
  update finance_documents d set paid = s.paid, book_paid = s.book_paid
  from (
    select o.id, coalesce(sum(p.amount), 0) as paid, coalesce(sum(p.book_amount), 0) as book_paid
    from finance_documents o
    left join (finance_payments p left join finance_transactions t on t.id = p.transaction_id)
      on p.workspace_id = o.workspace_id and p.document_id = o.id and p.removed_at is null
        and (p.transaction_id is null or (t.deleted_at is null and not t.pending))
    where o.id = any(ids) group by o.id
  ) s
  where d.id = s.id and (d.paid <> s.paid or d.book_paid <> s.book_paid);
end
$$;
