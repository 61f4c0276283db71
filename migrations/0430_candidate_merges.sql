-- A candidate can be merged into a contact or lead that exists already.
alter table crawl_candidates
  add column contact_id uuid,
  add column merge_id uuid;
