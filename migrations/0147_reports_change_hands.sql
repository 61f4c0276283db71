-- Kept reports change hands as records do, and may be nobody's. One whose owner is gone is not sent; since when, so that
-- those who run the workspace are told once.
alter table saved_reports alter column owner_id drop not null, add column updated_by uuid, add column waiting_since timestamptz(3);
--> statement-breakpoint
create index saved_reports_owner on saved_reports (workspace_id, owner_id);
