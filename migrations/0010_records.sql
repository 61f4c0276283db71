-- Every kind of record (contacts, companies, leads, opportunities, activities) gets what contacts have: tags, custom
-- fields, search, notes, files, bulk actions with undo, and the trace of an import.
alter table companies
  add column tags text[] not null default '{}',
  add column custom jsonb not null default '{}',
  add column search_text text not null default '',
  add column import_version integer;
--> statement-breakpoint
alter table leads
  add column tags text[] not null default '{}',
  add column custom jsonb not null default '{}',
  add column search_text text not null default '',
  add column import_id uuid,
  add column import_version integer;
--> statement-breakpoint
alter table opportunities
  add column tags text[] not null default '{}',
  add column custom jsonb not null default '{}',
  add column search_text text not null default '',
  add column import_id uuid,
  add column import_version integer;
--> statement-breakpoint
alter table activities
  add column tags text[] not null default '{}',
  add column custom jsonb not null default '{}',
  add column search_text text not null default '',
  add column import_id uuid,
  add column import_version integer;
--> statement-breakpoint
-- Until each row is written again: its name in lower case is near enough to be found by.
update companies set search_text = ' ' || name_key;
--> statement-breakpoint
update leads set search_text = ' ' || lower(concat_ws(' ', name, nullif(company_name, ''), nullif(email, ''), nullif(ltrim(phone, '+'), '')));
--> statement-breakpoint
update opportunities set search_text = ' ' || lower(name);
--> statement-breakpoint
update activities set search_text = ' ' || lower(subject);
--> statement-breakpoint
create index companies_search on companies using gin (workspace_id, search_text gin_trgm_ops);
--> statement-breakpoint
create index leads_search on leads using gin (workspace_id, search_text gin_trgm_ops);
--> statement-breakpoint
create index opportunities_search on opportunities using gin (workspace_id, search_text gin_trgm_ops);
--> statement-breakpoint
create index activities_search on activities using gin (workspace_id, search_text gin_trgm_ops);
--> statement-breakpoint
alter table contact_notes rename to record_notes;
--> statement-breakpoint
alter table record_notes rename column contact_id to record_id;
--> statement-breakpoint
alter table record_notes add column kind text not null default 'contact' check (kind in ('contact', 'company', 'lead', 'opportunity', 'activity', 'business_license'));
--> statement-breakpoint
alter table record_notes alter column kind drop default;
--> statement-breakpoint
alter index contact_notes_of_contact rename to record_notes_of_record;
--> statement-breakpoint
alter index contact_notes_of_import rename to record_notes_of_import;
--> statement-breakpoint
alter table contact_files rename to record_files;
--> statement-breakpoint
alter table record_files rename column contact_id to record_id;
--> statement-breakpoint
alter table record_files add column kind text not null default 'contact' check (kind in ('contact', 'company', 'lead', 'opportunity', 'activity', 'business_license'));
--> statement-breakpoint
alter table record_files alter column kind drop default;
--> statement-breakpoint
alter index contact_files_of_contact rename to record_files_of_record;
--> statement-breakpoint
alter table contact_batches rename to record_batches;
--> statement-breakpoint
alter table record_batches add column kind text not null default 'contact' check (kind in ('contact', 'company', 'lead', 'opportunity', 'activity', 'business_license'));
--> statement-breakpoint
alter table record_batches alter column kind drop default;
--> statement-breakpoint
alter index contact_batches_workspace rename to record_batches_workspace;
--> statement-breakpoint
alter table contact_images rename to record_images;
--> statement-breakpoint
alter table record_images rename column contact_id to record_id;
--> statement-breakpoint
alter table saved_views drop constraint saved_views_object_check,
  add constraint saved_views_object_check check (object in ('contact', 'company', 'lead', 'opportunity', 'activity', 'business_license'));
--> statement-breakpoint
alter table custom_fields drop constraint custom_fields_object_check,
  add constraint custom_fields_object_check check (object in ('contact', 'company', 'lead', 'opportunity', 'activity', 'business_license'));
--> statement-breakpoint
-- The searches of 0003, for any kind. The table is named by this list only.
create function record_table(kind text) returns text language sql immutable as $$
  select case kind when 'contact' then 'contacts' when 'company' then 'companies' when 'lead' then 'leads'
    when 'opportunity' then 'opportunities' when 'activity' then 'activities' end
$$;
--> statement-breakpoint
create function search_record_ids(kind text, patterns text[], in_trash boolean, most integer) returns table (id uuid)
language plpgsql stable security definer
set search_path = pg_catalog, public, pg_temp
set enable_seqscan = off
as $$
declare
  walled uuid := public.app_workspace();
  conditions text;
begin
  if walled is null or public.record_table(kind) is null then return; end if;
  select string_agg(format('r.search_text like %L', pattern), ' and ') into conditions from unnest(patterns) as pattern;
  if conditions is null then return; end if;
  return query execute format(
    'select r.id from public.%I r where r.workspace_id = %L::uuid and (r.deleted_at is not null) = %L and %s limit %s',
    public.record_table(kind), walled, in_trash, conditions, most
  );
end
$$;
--> statement-breakpoint
create function nearest_record_ids(kind text, words text[], in_trash boolean, most integer) returns table (id uuid)
language plpgsql stable security definer
set search_path = pg_catalog, public, pg_temp
set enable_seqscan = off
set pg_trgm.word_similarity_threshold = 0.5
as $$
declare
  walled uuid := public.app_workspace();
  conditions text;
  score text;
begin
  if walled is null or public.record_table(kind) is null then return; end if;
  select string_agg(format('r.search_text %%> %L', word), ' and '), string_agg(format('word_similarity(%L, r.search_text)', word), ' + ')
    into conditions, score from unnest(words) as word;
  if conditions is null then return; end if;
  return query execute format(
    'select r.id from public.%I r where r.workspace_id = %L::uuid and (r.deleted_at is not null) = %L and %s order by %s desc, r.id limit %s',
    public.record_table(kind), walled, in_trash, conditions, score, most
  );
end
$$;
--> statement-breakpoint
drop function search_contact_ids(text[], boolean, integer);
--> statement-breakpoint
drop function nearest_contact_ids(text[], boolean, integer);
--> statement-breakpoint
revoke execute on function search_record_ids, nearest_record_ids, record_table from public;
--> statement-breakpoint
grant execute on function search_record_ids, nearest_record_ids to gauntlet_app;
