-- Charges what a reservation cost: {id, used}. More than was reserved is charged as far as the balance reaches, and so is
-- everything where the reservation has expired. Without `used` it is released.
create or replace function credit_settle(operation jsonb) returns jsonb
language plpgsql
set plan_cache_mode = auto
as $$
declare
  spent constant numeric := (operation ->> 'used')::numeric;
  held credit_reservations;
  account credit_accounts;
  kept numeric;
  extra numeric;
begin
  select * into held from credit_reservations where workspace_id = app_workspace() and id = (operation ->> 'id')::uuid;
  if held.id is null then
    return jsonb_build_object('state', 'missing');
  end if;
  if held.state in ('settled', 'released') or spent is null and held.state = 'expired' then
    return jsonb_build_object('state', held.state);
  end if;
  if spent is null then
    update credit_reservations set state = 'released', settled_at = clock_timestamp() where id = held.id;
    perform credit_write('release', 0, -held.amount, held.feature, held.user_id, null, held.id, held.note);
    perform credit_count(held.day, held.feature, held.user_id, 0, -held.amount, -1);
    perform credit_give_back(held.grant_ids, held.grant_amounts::numeric[], 0);
    return jsonb_build_object('state', 'ok');
  end if;
  select * into account from credit_accounts where workspace_id = app_workspace();
  kept := case when held.state = 'open' then held.amount else 0 end;
  extra := least(greatest(spent - kept, 0), account.balance - account.reserved);
  if extra > 0 then
    perform credit_take(extra);
  end if;
  update credit_reservations set state = 'settled', cost = spent, charged = least(spent, kept) + extra,
    settled_at = clock_timestamp() where id = held.id;
  perform credit_write('settle', -(least(spent, kept) + extra), -kept, held.feature, held.user_id, null, held.id,
    held.note);
  perform credit_count(held.day, held.feature, held.user_id, least(spent, kept) + extra, -kept,
    case when held.state = 'open' then 0 else 1 end);
  if held.state = 'open' then
    perform credit_give_back(held.grant_ids, held.grant_amounts::numeric[], spent);
  end if;
  return jsonb_build_object('state', 'ok');
end
$$;
