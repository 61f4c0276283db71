-- Roll-ups: fields that count or add up the records that belong to a record. Their values stand with the others in `custom`.
-- Every statement that writes related records notes here whose roll-ups it may have changed, whatever path it came by; the
-- transaction calculates those again before it ends (server/records/rollups.ts), so that the table is empty between two.
alter table custom_fields add column rollup jsonb;
--> statement-breakpoint
create index custom_fields_rollups on custom_fields (workspace_id, object) where kind = 'rollup';
--> statement-breakpoint
create table rollup_due (
  workspace_id uuid not null,
  kind text not null check (kind in ('contact', 'company', 'lead', 'opportunity')),
  record_id uuid not null
);
--> statement-breakpoint
create index rollup_due_workspace on rollup_due (workspace_id, kind);
--> statement-breakpoint
select build_wall('rollup_due');
--> statement-breakpoint
-- tg_argv[0]: a select of (kind, id, objects, sources) for a written row `r`: the record that is due when a field of one of
-- these kinds rolls one of these sources up (null: any). Workspaces without a roll-up pay one look into an index.
create function note_rollups() returns trigger
language plpgsql
as $$
declare
  walled uuid := public.app_workspace();
  rows_of text;
begin
  if not exists (select 1 from public.custom_fields f where f.kind = 'rollup' and (walled is null or f.workspace_id = walled)) then return null; end if;
  foreach rows_of in array case tg_op when 'INSERT' then array['now_rows'] when 'DELETE' then array['was_rows'] else array['was_rows', 'now_rows'] end loop
    execute format(
      'insert into public.rollup_due (workspace_id, kind, record_id)
       select distinct r.workspace_id, p.kind, p.id from %I r cross join lateral (%s) as p(kind, id, objects, sources)
       where p.id is not null and exists (
         select 1 from public.custom_fields f where f.workspace_id = r.workspace_id and f.kind = ''rollup'' and f.object = any(p.objects)
           and (p.sources is null or f.rollup->>''source'' = any(p.sources)))', rows_of, tg_argv[0]);
  end loop;
  return null;
end
$$;
--> statement-breakpoint
create function keep_rollups(watched regclass, due text) returns void
language plpgsql
as $$
begin
  execute format('create trigger rollups_of_inserted after insert on %s referencing new table as now_rows for each statement execute function note_rollups(%L)', watched, due);
  execute format('create trigger rollups_of_updated after update on %s referencing old table as was_rows new table as now_rows for each statement execute function note_rollups(%L)', watched, due);
  execute format('create trigger rollups_of_deleted after delete on %s referencing old table as was_rows for each statement execute function note_rollups(%L)', watched, due);
end
$$;
--> statement-breakpoint
-- An activity counts for the company of its contact and of its opportunity too: which that is, is looked up when the contact
-- and the opportunity are locked, because they may be moving at the same time.
select keep_rollups('activities', $$values
  ('contact', r.contact_id, '{contact,company}'::text[], '{activities}'::text[]), ('opportunity', r.opportunity_id, '{opportunity,company}', '{activities}'),
  ('lead', r.lead_id, '{lead}', '{activities}'), ('company', r.company_id, '{company}', '{activities}')
  union all select 'contact', t.contact_id, '{contact}', '{activities}' from activity_attendees t where t.activity_id = r.id$$);
--> statement-breakpoint
select keep_rollups('activity_attendees', $$values ('contact', r.contact_id, '{contact}'::text[], '{activities}'::text[])$$);
--> statement-breakpoint
select keep_rollups('contacts', $$values
  ('company', r.company_id, '{company}'::text[], '{contacts,activities}'::text[]), ('contact', r.id, '{contact}', null)$$);
--> statement-breakpoint
select keep_rollups('companies', $$values ('company', r.id, '{company}'::text[], null::text[])$$);
--> statement-breakpoint
select keep_rollups('leads', $$values ('lead', r.id, '{lead}'::text[], null::text[])$$);
--> statement-breakpoint
select keep_rollups('opportunities', $$values
  ('contact', r.contact_id, '{contact}'::text[], '{opportunities}'::text[]), ('company', r.company_id, '{company}', '{opportunities,activities}'), ('opportunity', r.id, '{opportunity}', null)
  union all select 'contact', t.contact_id, '{contact}', '{opportunities}' from opportunity_contacts t where t.opportunity_id = r.id$$);
--> statement-breakpoint
select keep_rollups('opportunity_contacts', $$values ('contact', r.contact_id, '{contact}'::text[], '{opportunities}'::text[])$$);
--> statement-breakpoint
select keep_rollups('opportunity_lines', $$values ('opportunity', r.opportunity_id, '{opportunity}'::text[], '{lines}'::text[])$$);
