-- The lead of an order was deleted for good: the sale stays in the books, and the person behind it is forgotten. What was
-- private stays with those who saw it.
create or replace function forget_order_buyer() returns trigger
language plpgsql
set plan_cache_mode = force_custom_plan
as $$
begin
  update public.online_payments set email = '' where id = new.payment_id and workspace_id = new.workspace_id;
  new.data := '{}';
  new.origin := '{}';
  new.visitor := '';
  new.submission_id := null;
  new.visitor_submission_id := null;
  new.private_lead_id := (select p.record_id from public.private_records p where p.record_id = old.lead_id);
  return new;
end
$$;
