-- Companies as a kind of record like the others: what was done with them last, and the orders of their list.
alter table companies add column last_activity_at timestamptz(3);
--> statement-breakpoint
-- Those that an import or a contact brought were written without what they are found by.
update companies set search_text = ' ' || name_key where search_text = '';
--> statement-breakpoint
update companies co set last_activity_at = found.at from (
  select coalesce(a.company_id, c.company_id) as company_id, max(a.done_at) as at
  from activities a left join contacts c on c.id = a.contact_id where a.done_at is not null and a.deleted_at is null group by 1
) found where found.company_id = co.id;
--> statement-breakpoint
create index companies_by_name on companies (workspace_id, name_key, id) where deleted_at is null;
--> statement-breakpoint
create index companies_by_created on companies (workspace_id, created_at, id) where deleted_at is null;
--> statement-breakpoint
create index companies_by_updated on companies (workspace_id, updated_at, id) where deleted_at is null;
--> statement-breakpoint
create index companies_by_activity on companies (workspace_id, last_activity_at, id) where deleted_at is null and last_activity_at is not null;
--> statement-breakpoint
create index companies_in_trash on companies (workspace_id, deleted_at, id) where deleted_at is not null;
