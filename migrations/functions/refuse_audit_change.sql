-- Keeps the audit log append-only.
create or replace function refuse_audit_change() returns trigger
language plpgsql
set plan_cache_mode = force_custom_plan
as $$
begin
  raise exception 'The audit log is append-only: % is not allowed', lower(tg_op)
    using errcode = 'insufficient_privilege';
end
$$;
