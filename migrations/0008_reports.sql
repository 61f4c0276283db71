-- What browsers reported: the same thing once, with how often it came. Nothing in it is about a person.
create table client_reports (
  id uuid primary key,
  -- SHA-256 over what makes two reports the same.
  fingerprint text not null unique,
  kind text not null check (kind in ('altered', 'framed', 'injected', 'error', 'policy')),
  detail text not null,
  -- Address inside the product without what names a record.
  page text not null,
  browser text not null,
  build text not null,
  count bigint not null default 1,
  first_at timestamptz(3) not null default now(),
  last_at timestamptz(3) not null default now()
);
