-- From PostgreSQL 16 on, whoever makes a role is a member of it who may not `set role` to it, which 0123 took for enough.
do $$
begin
  execute format('grant gauntlet_reader to %I', current_user);
exception
  when others then null;
end
$$;
