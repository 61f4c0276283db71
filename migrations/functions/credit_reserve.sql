-- Reserves credits: {id, key, feature, userId, amount, note, seconds}. Once for each key; one that was released or has
-- expired is reserved anew under its id.
create or replace function credit_reserve(operation jsonb, today date) returns jsonb
language plpgsql
set plan_cache_mode = auto
as $$
declare
  wanted constant numeric := (operation ->> 'amount')::numeric;
  about constant text := operation ->> 'feature';
  person constant uuid := (operation ->> 'userId')::uuid;
  ends constant timestamptz := clock_timestamp() + make_interval(secs => (operation ->> 'seconds')::double precision);
  known credit_reservations;
  account credit_accounts;
  cap credit_limits;
  spent numeric;
  taken record;
  mine uuid := (operation ->> 'id')::uuid;
begin
  select * into known from credit_reservations where workspace_id = app_workspace() and key = operation ->> 'key';
  if known.state in ('open', 'settled') then
    return jsonb_build_object('state', 'ok', 'id', known.id);
  end if;
  for cap in select * from credit_limits where workspace_id = app_workspace() and (feature is null or feature = about)
    and (who = 'all' or who = 'each' and person is not null or user_id = person) order by amount, id
  loop
    select coalesce(sum(u.used + u.held), 0) into spent from credit_usage u
    where u.workspace_id = app_workspace() and u.period = cap.period
      and u.starts = date_trunc(cap.period, today::timestamp)::date
      and (cap.feature is null or u.feature = about) and (cap.who = 'all' or u.user_id = person);
    if spent + wanted > cap.amount then
      return jsonb_build_object('state', 'limit', 'left', greatest(cap.amount - spent, 0)::text, 'limit',
        jsonb_build_object('id', cap.id, 'period', cap.period, 'who', cap.who, 'feature', cap.feature, 'amount',
        cap.amount::text));
    end if;
  end loop;
  select * into account from credit_accounts where workspace_id = app_workspace();
  if account.balance - account.reserved < wanted then
    return jsonb_build_object('state', 'credits', 'left', (account.balance - account.reserved)::text, 'out',
      account.told <> 'out');
  end if;
  select * into taken from credit_take(wanted);
  if known.id is null then
    insert into credit_reservations (id, workspace_id, key, feature, user_id, amount, note, grant_ids, grant_amounts,
      day, expires_at, created_at)
    values (mine, app_workspace(), operation ->> 'key', about, person, wanted, coalesce(operation ->> 'note', ''),
      taken.ids, taken.amounts::text[], today, ends, clock_timestamp());
  else
    mine := known.id;
    update credit_reservations set state = 'open', feature = about, user_id = person, amount = wanted,
      note = coalesce(operation ->> 'note', ''), grant_ids = taken.ids, grant_amounts = taken.amounts::text[], day = today,
      expires_at = ends, settled_at = null
    where id = mine;
  end if;
  perform credit_write('reserve', 0, wanted, about, person, null, mine, coalesce(operation ->> 'note', ''));
  perform credit_count(today, about, person, 0, wanted, 1);
  if account.due_at is null or ends < account.due_at then
    update credit_accounts set due_at = ends where workspace_id = app_workspace();
  end if;
  return jsonb_build_object('state', 'ok', 'id', mine);
end
$$;
