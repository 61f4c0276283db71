-- Records that not everybody may see, as a whole (docs/decisions/0138): which, and who sees them. The owner and whoever made
-- the record are always among them. A row stays when its record is deleted for good, for what still speaks of it.
create table private_records (
  record_id uuid primary key,
  workspace_id uuid not null,
  kind text not null check (kind in ('lead', 'opportunity')),
  readers uuid[] not null
);
--> statement-breakpoint
create index private_records_of_workspace on private_records (workspace_id);
--> statement-breakpoint
select build_wall('private_records');
--> statement-breakpoint
-- Workspaces that have had a private record. All others are served by a role that no further policy binds: they pay nothing.
create table hiding_workspaces (workspace_id uuid primary key);
--> statement-breakpoint
select build_wall('hiding_workspaces');
--> statement-breakpoint
do $$
begin
  create role gauntlet_reader nologin;
exception
  when duplicate_object or unique_violation then null;
end
$$;
--> statement-breakpoint
-- Roles belong to the whole server, and another database may be granting this very moment.
select pg_advisory_xact_lock(72717805);
--> statement-breakpoint
do $$
begin
  if not pg_has_role('gauntlet_reader', 'gauntlet_app', 'usage') then grant gauntlet_app to gauntlet_reader; end if;
  if not pg_has_role(current_user, 'gauntlet_reader', 'member') then execute format('grant gauntlet_reader to %I', current_user); end if;
end
$$;
--> statement-breakpoint
-- The workspace of the present scope, for tables on which something may be hidden. A connection that still serves it as one
-- without private records is refused with a code upon which the statement, or its transaction, is done again. Sessions plan each
-- statement anew; this one is asked for each table of each, and keeps its plan.
create function app_seen_workspace() returns uuid
language plpgsql stable parallel safe
set plan_cache_mode = auto
as $$
declare
  walled uuid := public.app_workspace();
begin
  if current_user = 'gauntlet_app' and exists (select 1 from public.hiding_workspaces h where h.workspace_id = walled) then
    raise exception 'This workspace has private records by now' using errcode = '40001', constraint = 'hiding_workspaces';
  end if;
  return walled;
end
$$;
--> statement-breakpoint
-- Hides rows by the records they speak of. The ids that the present person may not see are read once for a statement, into a
-- hash table. Written so that the planner takes the condition for one that nearly all rows meet, which they do: it takes a
-- plain `not (… in …)` for one that half of them meet.
create function hide_private(walled regclass, variadic refs text[]) returns void
language plpgsql
as $$
declare
  ref text;
  seen text := 'true';
  hidden text := 'select p.record_id%s from private_records p where p.workspace_id = (select app_workspace())
    and not coalesce((select app_user()) = any(p.readers), false) and (select current_setting(''app.sight'', true)) is distinct from ''all''';
begin
  foreach ref in array refs loop
    seen := seen || format(' and nullif(coalesce(%s in (%s), false), true) is not null', ref,
      format(hidden, case when ref like '%subject_id%' or ref like '%->>%' then '::text' else '' end));
  end loop;
  execute format('create policy private_records on %s as restrictive to gauntlet_reader using (%s) with check (%s)', walled, seen, seen);
  execute format('alter policy workspace_wall on %s using (workspace_id = (select app_seen_workspace())) with check (workspace_id = (select app_seen_workspace()))', walled);
end
$$;
--> statement-breakpoint
select hide_private('leads', 'id');
--> statement-breakpoint
select hide_private('opportunities', 'id');
--> statement-breakpoint
select hide_private('activities', 'lead_id', 'opportunity_id');
--> statement-breakpoint
select hide_private('opportunity_lines', 'opportunity_id');
--> statement-breakpoint
select hide_private('opportunity_stays', 'opportunity_id');
--> statement-breakpoint
select hide_private('opportunity_contacts', 'opportunity_id');
--> statement-breakpoint
select hide_private('record_notes', 'record_id');
--> statement-breakpoint
select hide_private('record_files', 'record_id');
--> statement-breakpoint
select hide_private('record_comments', 'record_id');
--> statement-breakpoint
select hide_private('record_watches', 'record_id');
--> statement-breakpoint
select hide_private('watch_news', 'record_id');
--> statement-breakpoint
select hide_private('favourites', 'target_id');
--> statement-breakpoint
select hide_private('record_images', 'record_id');
--> statement-breakpoint
select hide_private('record_merges', 'keep_id', 'merged_id');
--> statement-breakpoint
select hide_private('duplicate_pairs', 'a_id', 'b_id');
--> statement-breakpoint
select hide_private('import_rows', 'record_id');
--> statement-breakpoint
select hide_private('lead_submissions', 'lead_id');
--> statement-breakpoint
select hide_private('sync_log', 'ops_record', 'client_record');
--> statement-breakpoint
select hide_private('sync_conflicts', 'ops_record', 'client_record');
--> statement-breakpoint
select hide_private('template_stamps', 'record_id');
--> statement-breakpoint
select hide_private('notifications', 'subject_id');
--> statement-breakpoint
select hide_private('activity_series', $$((template->'data'->>'leadId'))$$, $$((template->'data'->>'opportunityId'))$$);
--> statement-breakpoint
-- What happened to a hidden record is hidden; of an activity it is seen where that is. Whoever hands over what they do not see
-- themselves may still say that they did.
select hide_private('events', 'subject_id');
--> statement-breakpoint
alter policy private_records on events with check (true);
--> statement-breakpoint
create policy private_activities on events as restrictive to gauntlet_reader
using (case when subject_type = 'activity' then exists (select 1 from activities a where a.id = subject_id::uuid) else true end) with check (true);
--> statement-breakpoint
create policy private_activities on notifications as restrictive to gauntlet_reader
using (case when subject_type = 'activity' then exists (select 1 from activities a where a.id = subject_id::uuid) else true end);
--> statement-breakpoint
select hide_private('approvals', 'subject_id');
--> statement-breakpoint
select hide_private('audit_log', 'subject_id');
--> statement-breakpoint
-- What hangs on something that may be hidden itself is seen where that is.
create function hide_with(walled regclass, ref text, parent text) returns void
language plpgsql
as $$
declare
  seen text := format('exists (select 1 from %I p where p.id = %s.%I)', parent, walled, ref);
begin
  execute format('create policy private_records on %s as restrictive to gauntlet_reader using (%s) with check (%s)', walled, seen, seen);
end
$$;
--> statement-breakpoint
select hide_with('activity_attendees', 'activity_id', 'activities');
--> statement-breakpoint
select hide_with('activity_reminders', 'activity_id', 'activities');
--> statement-breakpoint
select hide_with('comment_reactions', 'comment_id', 'record_comments');
--> statement-breakpoint
-- Whoever is given a private record sees it.
create function owner_sees() returns trigger
language plpgsql
as $$
begin
  update public.private_records set readers = readers || new.owner_id where record_id = new.id and not (new.owner_id = any(readers));
  return null;
end
$$;
--> statement-breakpoint
create trigger leads_owner_sees after update of owner_id on leads for each row
  when (new.owner_id is not null and new.owner_id is distinct from old.owner_id) execute function owner_sees();
--> statement-breakpoint
create trigger opportunities_owner_sees after update of owner_id on opportunities for each row
  when (new.owner_id is not null and new.owner_id is distinct from old.owner_id) execute function owner_sees();
--> statement-breakpoint
-- Which of these things (records, and activities of records) not everybody may see, with those who may. For work that runs
-- above every policy: telling people, and handing events to what nobody in particular reads.
create function readers_of(subjects uuid[]) returns table (id uuid, readers uuid[])
language sql stable
as $$
  select p.record_id, p.readers from private_records p where p.record_id = any(subjects)
  union all select a.id, p.readers from activities a join private_records p on p.record_id in (a.lead_id, a.opportunity_id) where a.id = any(subjects)
$$;
--> statement-breakpoint
-- The searches run as the owner of the database, above every policy: what they find is sifted by what the person may see.
create function unseen_ids() returns setof uuid
language sql stable parallel safe
as $$
  select p.record_id from private_records p where p.workspace_id = (select app_workspace())
    and not coalesce((select app_user()) = any(p.readers), false) and (select current_setting('app.sight', true)) is distinct from 'all'
$$;
--> statement-breakpoint
alter function search_record_ids rename to search_all_record_ids;
--> statement-breakpoint
create function search_record_ids(kind text, patterns text[], in_trash boolean, most integer) returns table (id uuid)
language sql stable
as $$ select f.id from search_all_record_ids(kind, patterns, in_trash, most) f where nullif(f.id in (select unseen_ids()), true) is not null $$;
--> statement-breakpoint
alter function nearest_record_ids rename to nearest_all_record_ids;
--> statement-breakpoint
create function nearest_record_ids(kind text, words text[], in_trash boolean, most integer) returns table (id uuid)
language sql stable
as $$ select f.id from nearest_all_record_ids(kind, words, in_trash, most) f where nullif(f.id in (select unseen_ids()), true) is not null $$;
--> statement-breakpoint
alter function own_field_ids rename to own_field_all_ids;
--> statement-breakpoint
create function own_field_ids(kind text, key text, is_number boolean, any_of text[], low text, high text, most integer) returns table (id uuid)
language sql stable
as $$ select f.id from own_field_all_ids(kind, key, is_number, any_of, low, high, most) f where nullif(f.id in (select unseen_ids()), true) is not null $$;
--> statement-breakpoint
-- Figures of what was done read the index alone, also where a lead may be hidden.
drop index activities_done_figures;
--> statement-breakpoint
create index activities_done_figures on activities (workspace_id, done_at) include (type, owner_id, opportunity_id, lead_id) where done_at is not null and deleted_at is null;
