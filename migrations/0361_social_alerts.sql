-- Alerts and digests of watches, told to whoever created them; see src/domains/social-scanner.
alter table social_watches
  add column alert_spikes boolean not null default false,
  add column spike_told_at timestamptz(3),
  add column send_digest boolean not null default false,
  -- The workspace's day of the last digest.
  add column digest_on date;
