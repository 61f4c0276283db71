-- A web form may wait for a person: what comes in by it becomes a lead when somebody lets it through.
alter table lead_forms add column needs_approval boolean not null default false;
--> statement-breakpoint
alter table lead_submissions drop constraint lead_submissions_state_check,
  add constraint lead_submissions_state_check check (state in ('accepted', 'unconfirmed', 'waiting', 'rejected', 'spam'));
