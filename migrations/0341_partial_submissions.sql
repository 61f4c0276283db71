-- Forms with several pages keep what was entered on the first ones: see src/domains/funnels/server/partial.ts.
alter table funnel_submissions drop constraint funnel_submissions_state_check;
alter table funnel_submissions add constraint funnel_submissions_state_check
  check (state in ('accepted', 'spam', 'partial'));
create index funnel_submissions_partial on funnel_submissions (created_at) where state = 'partial';
