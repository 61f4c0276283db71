-- How many records each member owns, and finding them to hand them over.
create index contacts_owner on contacts (workspace_id, owner_id) where deleted_at is null and owner_id is not null;
--> statement-breakpoint
create index companies_owner on companies (workspace_id, owner_id) where deleted_at is null and owner_id is not null;
--> statement-breakpoint
create index leads_owner on leads (workspace_id, owner_id) where deleted_at is null and owner_id is not null;
--> statement-breakpoint
create index opportunities_owner on opportunities (workspace_id, owner_id) where deleted_at is null and owner_id is not null;
--> statement-breakpoint
create index activities_owner on activities (workspace_id, owner_id) where deleted_at is null and owner_id is not null;
--> statement-breakpoint
-- The holder deleted the account: what is left has no name, and nothing signs in to it.
alter table users add column erased_at timestamptz(3);
