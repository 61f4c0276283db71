-- Takes back what is left of a grant: {id}. What is reserved of it can still be used.
create or replace function credit_revoke(operation jsonb) returns jsonb
language plpgsql
set plan_cache_mode = auto
as $$
declare
  taken credit_grants;
begin
  select * into taken from credit_grants where workspace_id = app_workspace() and id = (operation ->> 'id')::uuid;
  if taken.id is null then
    return jsonb_build_object('state', 'missing');
  end if;
  if taken.revoked_at is null then
    update credit_grants set remaining = 0, revoked_at = clock_timestamp() where id = taken.id;
    if taken.remaining > 0 then
      perform credit_write('revoke', -taken.remaining, 0, null, (operation ->> 'by')::uuid, taken.id, null,
        taken.reason);
    end if;
  end if;
  return jsonb_build_object('state', 'ok', 'amount', taken.remaining);
end
$$;
