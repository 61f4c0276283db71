-- Questions that walked far through 2,000,000 activities and 500,000 contacts. Three indexes said the same as others.
drop index activities_owner;
--> statement-breakpoint
drop index opportunities_owner;
--> statement-breakpoint
drop index activities_done;
--> statement-breakpoint
-- What was done in a span, by type and person, without looking at the activities themselves.
create index activities_done_figures on activities (workspace_id, done_at) include (type, owner_id, opportunity_id) where done_at is not null and deleted_at is null;
--> statement-breakpoint
create index approvals_latest on approvals (workspace_id, (coalesce(decided_at, expires_at, requested_at)) desc, id desc) where state <> 'pending';
--> statement-breakpoint
create index activities_of_owner_by_due on activities (workspace_id, owner_id, due_at, id) where due_at is not null and deleted_at is null;
--> statement-breakpoint
-- What may have begun days before a calendar's span and still reach into it.
create index activities_long on activities (workspace_id, due_at, id) where duration_minutes > 1440 and deleted_at is null;
--> statement-breakpoint
create index contacts_of_license on contacts (workspace_id, business_license_id, id) where business_license_id is not null and deleted_at is null;
--> statement-breakpoint
-- Indexes on demand hold only records that have a value (server/records/own-indexes.ts): a list begins with those, and an index
-- that held the others too was walked through them first. No bound of a condition ever meant a blank value.
create or replace function own_field_ids(kind text, key text, is_number boolean, any_of text[], low text, high text, most integer) returns table (id uuid)
language plpgsql stable security definer
set search_path = pg_catalog, public, pg_temp
set enable_seqscan = off
as $$
declare
  walled uuid := public.app_workspace();
  value text := public.own_field_value('r', key, is_number);
  type text := case when is_number then 'numeric' else 'text' end;
  conditions text := '';
begin
  if walled is null or public.record_table(kind) is null or (any_of is null and low is null and high is null) then return; end if;
  if any_of is not null then conditions := conditions || format(case when is_number then ' and %s = any(%L::numeric[])' else ' and %s = any(array(select lower(u) from unnest(%L::text[]) u))' end, value, any_of); end if;
  if low is not null then conditions := conditions || format(' and %s >= %L::%s', value, low, type); end if;
  if high is not null then conditions := conditions || format(' and %s <= %L::%s', value, high, type); end if;
  conditions := conditions || format(case when is_number then ' and %s is not null' else ' and not (%s = '''')' end, value);
  return query execute format('select r.id from public.%I r where r.workspace_id = %L::uuid and r.deleted_at is null%s limit %s', public.record_table(kind), walled, conditions, most);
end
$$;
--> statement-breakpoint
-- They are built anew as they are needed; the nightly round drops what is left of the old ones.
delete from own_field_indexes;
