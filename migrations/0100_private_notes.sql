-- Notes that not everybody may read: null for everybody, otherwise the people beside the author. The database itself
-- keeps the others out, whatever a query forgets. Work that no person started (and what moves or removes a record as a
-- whole, which says so) meets all of them.
alter table record_notes add column readers uuid[];
--> statement-breakpoint
create function app_user() returns uuid
language sql stable parallel safe
as $$ select nullif(current_setting('app.user_id', true), '')::uuid $$;
--> statement-breakpoint
create policy note_readers on record_notes as restrictive to gauntlet_app
using (readers is null or created_by = (select app_user()) or (select app_user()) = any(readers) or (select app_user()) is null)
with check (readers is null or created_by = (select app_user()) or (select app_user()) = any(readers) or (select app_user()) is null);
