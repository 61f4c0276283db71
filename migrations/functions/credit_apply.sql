-- The one door to the credits of the present workspace: does the operations in order, each by itself, under the lock of
-- the account's row. A new account starts with the grant in `start`, null for none. `low`: the balance sank, is below the
-- threshold, and nobody was told yet.
create or replace function credit_apply(operations jsonb, start jsonb) returns jsonb
language plpgsql
set plan_cache_mode = auto
as $$
declare
  due timestamptz;
  had numeric;
  account credit_accounts;
  today date;
  operation jsonb;
  answers jsonb := '[]';
begin
  select due_at, balance into due, had from credit_accounts where workspace_id = app_workspace() for update;
  if not found then
    insert into credit_accounts (workspace_id) values (app_workspace()) on conflict do nothing;
    select due_at, balance into due, had from credit_accounts where workspace_id = app_workspace() for update;
    if start is not null then
      perform credit_grant(start);
    end if;
  end if;
  if due <= clock_timestamp() then
    perform credit_expire();
  end if;
  select (clock_timestamp() at time zone time_zone)::date into today from present_workspace;
  for operation in select value from jsonb_array_elements(operations) loop
    answers := answers || case operation ->> 'do'
      when 'reserve' then credit_reserve(operation, today)
      when 'settle' then credit_settle(operation)
      when 'grant' then credit_grant(operation)
      when 'revoke' then credit_revoke(operation)
    end;
  end loop;
  select * into account from credit_accounts where workspace_id = app_workspace();
  return jsonb_build_object('answers', answers, 'low', account.balance < had and account.told = 'none'
    and account.balance - account.reserved < coalesce(account.low_below, 0));
end
$$;
