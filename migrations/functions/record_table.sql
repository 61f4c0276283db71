-- The table of a kind of record; the only list of those that searches may read.
create or replace function record_table(kind text) returns text
language sql immutable
as $$
  select case kind when 'contact' then 'contacts' when 'company' then 'companies' when 'lead' then 'leads'
    when 'opportunity' then 'opportunities' when 'activity' then 'activities' end
$$;

revoke execute on function record_table from public;
