-- Keeps the consent ledger append-only: what somebody agreed to is proof, and is never corrected, only added to. The
-- deletion of a whole workspace removes its ledger, too.
create or replace function refuse_consent_change() returns trigger
language plpgsql
set plan_cache_mode = force_custom_plan
as $$
begin
  if tg_op = 'DELETE' and not exists (select 1 from workspaces w where w.id = old.workspace_id
      and (w.delete_at is null or w.delete_at > now())) then
    return old;
  end if;
  raise exception 'The consent ledger is append-only: % is not allowed', lower(tg_op)
    using errcode = 'insufficient_privilege';
end
$$;
