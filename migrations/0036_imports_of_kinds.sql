-- Imports of every kind of record, and rows that the report warns of.
alter table imports
  add column kind text not null default 'contact' check (kind in ('contact', 'company', 'lead', 'opportunity')),
  add column warned integer not null default 0;
--> statement-breakpoint
alter table imports alter column kind drop default;
--> statement-breakpoint
drop index imports_workspace;
--> statement-breakpoint
create index imports_workspace on imports (workspace_id, kind, id);
--> statement-breakpoint
update imports set revert = (revert - 'keptContacts') || jsonb_build_object('keptRecords', revert->'keptContacts') where revert ? 'keptContacts';
--> statement-breakpoint
alter table import_rows rename column contact_id to record_id;
--> statement-breakpoint
alter table import_rows drop constraint import_rows_outcome_check,
  add constraint import_rows_outcome_check check (outcome in ('skip', 'reject', 'warn'));
--> statement-breakpoint
create index companies_of_import on companies (workspace_id, import_id, id) where import_id is not null;
--> statement-breakpoint
create index leads_of_import on leads (workspace_id, import_id, id) where import_id is not null;
--> statement-breakpoint
create index opportunities_of_import on opportunities (workspace_id, import_id, id) where import_id is not null;
