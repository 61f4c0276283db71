-- What a visitor sent goes with the lead that it became, once that is deleted for good.
update funnel_submissions s set lead_id = null
  where lead_id is not null and not exists (select 1 from leads l where l.id = s.lead_id);
alter table funnel_submissions add constraint funnel_submissions_lead_id_fkey
  foreign key (lead_id) references leads (id) on delete cascade;
create index funnel_submissions_of_lead on funnel_submissions (lead_id) where lead_id is not null;
drop index funnel_submissions_lead;
