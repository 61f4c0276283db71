-- Settles the documents whose payments were written.
create or replace function finance_payments_settle() returns trigger
language plpgsql
set plan_cache_mode = force_custom_plan
as $$
declare
  ids uuid[];
begin
  if tg_op = 'INSERT' then
    select array_agg(distinct n.document_id) into ids from new_rows n where n.document_id is not null;
  elsif tg_op = 'DELETE' then
    select array_agg(distinct o.document_id) into ids from old_rows o where o.document_id is not null;
  else
    select array_agg(distinct x.document_id) into ids
      from (select document_id from new_rows union select document_id from old_rows) x where x.document_id is not null;
  end if;
  if ids is not null then perform finance_settle_documents(ids); end if;
  return null;
end
$$;
