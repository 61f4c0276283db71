-- Puts reserved credits back into their grants, `spent` of them less: what a reservation used comes from the grants that
-- expire first. Credits of a grant that expired or was taken back meanwhile are gone.
create or replace function credit_give_back(ids uuid[], amounts numeric[], spent numeric) returns void
language plpgsql
set plan_cache_mode = auto
as $$
declare
  left_over numeric := spent;
  part numeric;
  origin credit_grants;
begin
  for n in 1 .. coalesce(array_length(ids, 1), 0) loop
    part := amounts[n] - least(left_over, amounts[n]);
    left_over := left_over - (amounts[n] - part);
    continue when part = 0;
    update credit_grants g set remaining = g.remaining + part where g.id = ids[n] returning g.* into origin;
    if origin.revoked_at is not null or origin.expires_at <= clock_timestamp() then
      update credit_grants g set remaining = 0 where g.id = ids[n];
      perform credit_write(case when origin.revoked_at is null then 'expire' else 'revoke' end, -part, 0, null, null,
        ids[n], null, origin.reason);
    end if;
  end loop;
end
$$;
