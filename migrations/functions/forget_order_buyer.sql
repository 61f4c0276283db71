-- The lead of an order was deleted for good: the sale stays in the books, and the person behind it is forgotten.
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
  return new;
end
$$;
