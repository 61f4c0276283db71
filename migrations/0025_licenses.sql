-- Business licences become records: dates, standing, renewals, who is responsible, and the brand that trades under them.
alter table business_licenses
  add column version integer not null default 1,
  add column kind text not null default 'operating'
    check (kind in ('entity', 'operating', 'professional', 'permit', 'tax', 'trademark', 'certificate', 'other')),
  add column holder text not null default '',
  add column jurisdiction text not null default '',
  add column standing text not null default 'active' check (standing in ('pending', 'active', 'suspended', 'revoked', 'surrendered')),
  add column issued_on date,
  -- The last day on which it is valid; null: it does not expire.
  add column expires_on date,
  add column renewal_url text not null default '',
  add column fee numeric(19,4),
  -- ISO 4217, of the fee.
  add column fee_currency text not null default '' check (fee_currency = '' or fee_currency ~ '^[A-Z]{3}$'),
  add column responsible_id uuid,
  add column about text not null default '',
  add column website text not null default '',
  add column tagline text not null default '',
  add column brand_color text not null default '' check (brand_color = '' or brand_color ~ '^#[0-9a-f]{6}$'),
  add column updated_at timestamptz(3) not null default now(),
  add column created_by uuid,
  add column updated_by uuid,
  add column deleted_at timestamptz(3);
--> statement-breakpoint
create index business_licenses_expiry on business_licenses (expires_on) where deleted_at is null and expires_on is not null;
--> statement-breakpoint
-- The terms that a licence had before it was renewed; undoing a renewal brings the newest one back.
create table business_license_terms (
  id uuid primary key,
  workspace_id uuid not null,
  license_id uuid not null references business_licenses (id) on delete cascade,
  number text not null,
  issued_on date,
  expires_on date,
  standing text not null,
  note text not null default '',
  -- Version of the licence right after the renewal: a higher one means that somebody changed it since.
  version_after integer not null,
  renewed_at timestamptz(3) not null default now(),
  renewed_by uuid
);
--> statement-breakpoint
create index business_license_terms_of_license on business_license_terms (workspace_id, license_id, id);
--> statement-breakpoint
-- The rungs of the reminder ladder that were climbed: one row, one message, whatever restarts in between.
create table business_license_reminders (
  workspace_id uuid not null,
  license_id uuid not null references business_licenses (id) on delete cascade,
  expires_on date not null,
  -- Days before the expiry; 0 stands for the expiry itself.
  rung integer not null,
  told_at timestamptz(3) not null default now(),
  primary key (license_id, expires_on, rung)
);
--> statement-breakpoint
select build_wall('business_license_terms'), build_wall('business_license_reminders');
